"""What the home page asks the database for each kind of reader, on an evening when much is going on.

Counted is the look of whoever is first: nothing is kept, neither for everybody nor of any table in this process.
"""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.friend_models import Friendship
from accounts.notice_models import NoticeKind
from accounts.notices import notify
from games.models import Seat
from games.nights.places import join_night
from games.selectors.table_cache import forget_all
from games.services.turn_notices import SENTENCES
from games.values.timing import TurnNotice
from tests.factories import a_game, a_person
from tests.games.clubs.people import a_club, a_member
from tests.games.views.evening import NIGHTS, Evening, an_evening
from tests.games.visits import browser, page

pytestmark = pytest.mark.django_db

MOST = 12


@pytest.fixture
def evening(settings: Settings) -> Evening:
    settings.HOME_KEPT_SECONDS = 60
    cache.clear()
    return an_evening()


def asks(client: Client, at_most: Any) -> None:
    """Look once as the first in a new process, and once more when others have looked."""
    cache.clear()
    forget_all()
    for _look in range(2):
        with at_most(MOST):
            client.get("/")


def test_visitor(evening: Evening, django_assert_max_num_queries: Any) -> None:
    assert len(page(browser(), "/").select("[aria-labelledby=tonight-title] .watch")) == NIGHTS
    asks(browser(), django_assert_max_num_queries)


@pytest.mark.parametrize("is_guest", [True, False])
def test_guest_and_member_without_a_past(
    evening: Evening, django_assert_max_num_queries: Any, *, is_guest: bool
) -> None:
    client = browser(a_person(is_guest=is_guest))
    assert page(client, "/").select(".table-card")
    asks(client, django_assert_max_num_queries)


def test_member_with_ranked_games(evening: Evening, django_assert_max_num_queries: Any) -> None:
    Friendship.objects.all().delete()
    client = browser(evening.reader)
    soup = page(client, "/")
    assert soup.select("#last-game-title")
    assert not soup.select(".friend")
    asks(client, django_assert_max_num_queries)


@pytest.mark.parametrize("games", [0, 1, 12])
def test_member_with_friends_at_tables_a_club_nights_and_notices(
    evening: Evening, django_assert_max_num_queries: Any, *, games: int
) -> None:
    reader, client = evening.reader, browser(evening.reader)
    for _game in range(games):
        game, _users = a_game(5, pace="1d")
        Seat.objects.filter(game=game, number=1).update(user=reader)
    join_night(night_id=evening.night.pk, user=reader)
    a_member(a_club(), reader)
    notify(
        users=[reader.pk],
        kind=NoticeKind.TURN,
        sentence=SENTENCES[TurnNotice.CALL],
        facts={"table": "Friday"},
        path="/",
        key="turn",
    )
    soup = page(client, "/")
    for part in (
        "#friends-at-tables .friend",
        "#tonight-title",
        "#last-game-title",
        ".bell-count span",
    ):
        assert soup.select(part), part
    assert len(soup.select(".own-table")) == games
    asks(client, django_assert_max_num_queries)
