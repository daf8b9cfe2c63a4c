"""Refused actions over HTTP: the table again, with the reason and a link to the rule."""

import re
from random import Random
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.engine import legal_actions
from games.engine.actions import Action, NominateChancellor
from games.models import Game
from games.selectors.game import load_table
from games.services.agreement import submit_agreement
from games.table import GameTable
from games.values.agreement_request import AgreementAction, AgreementRequest
from tests.factories import a_game, fields_of, play_at_random
from tests.games.visits import browser, page

pytestmark = pytest.mark.django_db


def refusal(table: GameTable, user: Any, action: Action, **changes: str) -> Tag:
    """Return what the page tells this person about the refused request."""
    client = Client()
    client.force_login(user)
    fields = fields_of(action, table, "once") | changes
    response = client.post(reverse("games:act", args=[table.code]), fields)
    assert response.status_code == 409
    (said,) = BeautifulSoup(response.content.decode(), "html.parser").select(".notices .notice")
    return said


def anchor_of(said: Tag) -> str:
    (link,) = said.select("a.rule")
    return str(link["href"]).strip("/").split("/")[-1]


def test_refused_action_says_which_rule_it_breaks_and_links_to_it() -> None:
    game, users = a_game()
    table = load_table(game.pk)
    president = table.state.president
    nominate = legal_actions(table.state, president)[0]
    early = refusal(table, users[(president + 1) % 5], nominate)
    assert early.get_text(strip=True) == "This decision is for another player to make."
    assert anchor_of(early) == "round"
    self_named = NominateChancellor(seat=president, chancellor=president)
    assert anchor_of(refusal(table, users[president], self_named)) == "nomination"


def test_refusal_that_is_no_rule_of_the_game_has_no_link() -> None:
    game, users = a_game()
    table = load_table(game.pk)
    president = table.state.president
    nominate = legal_actions(table.state, president)[0]
    late = refusal(table, users[president], nominate, decision="9.vote")
    assert "The game has moved on" in late.get_text()
    assert not late.select("a")


def test_nothing_is_paused_or_asked_after_the_end(client: Client) -> None:
    game, users = a_game(pace="quick")
    for action, user in zip(
        [AgreementAction.PAUSE, *[AgreementAction.AGREE] * 4], users, strict=True
    ):
        number = load_table(game.pk).motion_number
        submit_agreement(
            game_id=game.pk,
            user_id=user.pk,
            request=AgreementRequest(action=action, number=number),
        )
    pages = [reverse(f"games:{name}", args=[game.code]) for name in ("table", "tv")]
    client.force_login(users[0])
    assert all("Paused" in client.get(page).content.decode() for page in pages)
    play_at_random(game, Random(3))
    ended = Game.objects.get(pk=game.pk)
    assert (ended.hold, ended.motion, ended.paused_at, ended.due_at) == ("", "", None, None)
    # Also in a game that was abandoned, where nothing is revealed.
    for left_open in ({}, {"hold": "paused", "paused_at": timezone.now(), "motion": "abandon"}):
        Game.objects.filter(pk=game.pk).update(**left_open, seating=F("seating") + 1)
        for address in pages:
            html = client.get(address).content.decode()
            assert "data-ended" in html
            assert not re.search(r"[Pp]aused|I agree(?! with)|against it|abandoned|go_on", html)


def test_page_without_scripts_comes_again_only_while_others_decide() -> None:
    game, users = a_game()
    table = load_table(game.pk)
    president = table.state.president
    asked, waits = users[president], users[(president + 1) % 5]

    def refreshes(user: Any) -> bool:
        client = Client()
        client.force_login(user)
        page = client.get(reverse("games:table", args=[game.code])).content.decode()
        return 'http-equiv="refresh"' in page

    assert (refreshes(asked), refreshes(waits)) == (False, True)
    play_at_random(game, Random(3))
    assert (refreshes(asked), refreshes(waits)) == (False, False)


@pytest.mark.parametrize(
    ("pace", "written"), [("relaxed", r"\d\d:\d\d:\d\d UTC"), ("1d", r"\S+ .*\d.*")]
)
def test_the_clock_of_a_decision_says_the_time_of_day_without_scripts_alone(
    client: Client, pace: str, written: str
) -> None:
    game, users = a_game(pace=pace)
    client.force_login(users[0])
    for view in ("games:table", "games:tv"):
        page = client.get(reverse(view, args=[game.code])).content.decode()
        clock = BeautifulSoup(page, "html.parser").select_one(
            "#decision-clock time[data-deadline]"
        )
        assert clock is not None
        assert not "".join(clock.find_all(string=True, recursive=False)).strip()
        (plain,) = clock.select("noscript")
        assert re.fullmatch(written, plain.get_text(strip=True))


def test_why_one_cannot_act_is_answered_to_each_viewer_while_the_game_runs() -> None:
    game, users = a_game()
    table = load_table(game.pk)
    president = table.state.president
    waiting = next(user for seat, user in enumerate(users) if seat != president)
    url = f"/games/{game.code}/why-not/"

    def asked(person: User | None) -> list[str]:
        return [each.get_text() for each in page(browser(person), url).select("dt")]

    assert asked(users[president]) == []
    assert asked(waiting) == ["Why can't I act now?", "Why can't I vote now?"]
    assert asked(None) == ["Why can't I act or vote?"]
    play_at_random(game, Random(3))
    assert asked(waiting) == []
