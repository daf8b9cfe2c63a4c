"""The home page shows people: who leads these days, and who met whom."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import a_person
from tests.games.selectors.hand_made import a_result
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db


def test_home_shows_who_leads_and_who_met_whom_these_days_with_their_faces() -> None:
    ana, bo = a_person("Ana"), a_person("Bo")
    assert not page(browser(), "/").select(".week-people")
    a_result(timezone.now() - timedelta(days=4), won=[bo], lost=[ana])
    for days in (3, 2):
        a_result(timezone.now() - timedelta(days=days), won=[ana], lost=[bo])
    (shown,) = page(browser(), "/").select(".week-people")
    first = shown.select_one(".winner-first")
    assert words(first) == "Ana 2 of 3 games"
    assert words(shown.select_one(".duel")) == "Ana Bo 2 : 1"
    links = [link["href"] for link in shown.select("a")]
    assert links[0] == "/community/"
    assert set(links[1:]) == {"/players/Ana/", "/players/Bo/"}
    assert len(shown.select("svg.emblem")) == len(links) - 1
