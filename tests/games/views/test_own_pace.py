"""What the page of a practice table offers beside the game, and nobody else's page."""

from datetime import timedelta
from random import Random

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine import legal_actions
from games.models import Game
from games.selectors.game import load_table
from games.services.clock import advance
from games.services.game import leave_seat
from games.services.own_pace import next_step, set_bot_pace
from games.services.practice import start_practice
from games.table import GameTable
from games.values.bots import BotPace
from tests.factories import a_game, a_person, play
from tests.games.visits import browser, page

pytestmark = pytest.mark.django_db


def practising() -> tuple[User, Game, Client]:
    person = a_person()
    return person, start_practice(user=person, players=7), browser(person)


def play_until_executed() -> tuple[User, Game, Client]:
    """A practice game that goes on without its person."""
    for seed in range(60):
        person, game, client = practising()
        # So that bots stand still once it has happened.
        set_bot_pace(game_id=game.pk, user_id=person.pk, pace=BotPace.STEPS)
        rng = Random(seed)
        table = load_table(game.pk)
        while not table.is_over:
            seat = table.seat_of(person.pk)
            assert seat is not None
            if not table.state.alive[seat]:
                return person, game, client
            if seat in table.undecided():
                play(game, rng.choice(legal_actions(table.state, seat)))
            else:
                next_step(game_id=game.pk, user_id=person.pk, decision=table.decision)
                advance(game.pk, timezone.now() + timedelta(hours=1))
            table = load_table(game.pk)
    raise AssertionError("nobody was executed")


def press(client: Client, soup: BeautifulSoup, button: str) -> int:
    """Press a button without scripts; return the status."""
    found = soup.select_one(button)
    assert found is not None, button
    form = found.find_parent("form")
    assert form is not None
    fields = {str(each["name"]): str(each["value"]) for each in form.select("input[name]")}
    if found.get("name"):
        fields[str(found["name"])] = str(found["value"])
    return client.post(str(form["action"]), fields).status_code


def seen(game: Game) -> GameTable:
    return load_table(game.pk)


def test_pace_is_chosen_and_each_step_is_asked_for() -> None:
    person, game, client = practising()
    path = f"/games/{game.code}/"
    assert not page(client, path).select("#next-step, #fast-forward")
    assert press(client, page(client, path), "#practice-tools [value=steps]") == 302
    assert seen(game).bot_pace is BotPace.STEPS
    chosen = page(client, path).select_one("#practice-tools [aria-pressed=true]")
    assert chosen is not None
    assert chosen["value"] == "steps"
    while not seen(game).waits_for_step:
        table = seen(game)
        seat = table.seat_of(person.pk)
        if seat in table.undecided():
            play(game, legal_actions(table.state, seat)[0])
        else:
            advance(game.pk, timezone.now() + timedelta(hours=1))
    before = seen(game).version
    assert press(client, page(client, path), "#next-step") == 302
    advance(game.pk, timezone.now() + timedelta(hours=1))
    assert seen(game).version > before


def test_page_with_scripts_stays_where_it_is() -> None:
    _person, game, client = practising()
    answer = client.post(
        f"/games/{game.code}/practice/", {"do": "steps"}, headers={"HX-Request": "true"}
    )
    assert (answer.status_code, answer.content) == (204, b"")


def test_who_was_executed_sees_the_end_sooner() -> None:
    _person, game, client = play_until_executed()
    path = f"/games/{game.code}/"
    assert press(client, page(client, path), "#fast-forward") == 302
    assert seen(game).bot_pace is BotPace.FAST
    assert not page(client, path).select("#fast-forward")


@pytest.mark.parametrize("do", ["", "merlin", "fast"])
def test_nobody_else_has_a_pace_to_choose(do: str) -> None:
    game, users = a_game(5)
    _person, practice, _client = practising()
    client = browser(users[0])
    for each in (game, practice):
        assert not page(client, f"/games/{each.code}/").select("#practice-tools, #practice-step")
        answer = client.post(f"/games/{each.code}/practice/", {"do": do})
        assert 400 <= answer.status_code < 500
        assert seen(each).bot_pace is BotPace.PEOPLE


def test_decision_is_taken_back_with_one_press() -> None:
    person, game, client = practising()
    path = f"/games/{game.code}/"
    while not page(client, path).select("#take-decision-back"):
        table = seen(game)
        seat = table.seat_of(person.pk)
        if seat in table.undecided():
            play(game, legal_actions(table.state, seat)[0])
        else:
            advance(game.pk, timezone.now() + timedelta(hours=1))
    assert press(client, page(client, path), "#take-decision-back") == 302
    branch = Game.objects.running().get()
    assert branch != game
    assert branch.seats.filter(user=person).exists()
    # The old page says that its game has ended, and a second press leads nowhere.
    assert not page(client, path).select("#take-decision-back")
    assert client.post(f"{path}practice/back/").status_code == 409


def test_after_the_end_the_same_deal_is_one_press_away_and_all_roles_are_open() -> None:
    person, game, client = practising()
    leave_seat(game_id=game.pk, user_id=person.pk)
    while not seen(game).is_over:
        advance(game.pk, timezone.now() + timedelta(hours=1))
    path = f"/games/{game.code}/"
    soup = page(client, path)
    assert len(soup.select("#final-reveal .role-card")) == 7
    assert not page(browser(), path).select("#same-deal")
    # A new deal comes first: who knows all roles of this one hardly wants them once more.
    first = soup.select_one("#final-reveal > .cluster form")
    assert first is not None
    assert first.select_one("#new-deal")
    assert first["action"] == "/tour/table/"
    assert press(client, soup, "#same-deal") == 302
    again = Game.objects.running().get()
    assert seen(again).state.roles == seen(game).state.roles
    assert page(client, f"/games/{again.code}/").select("#deal")


@pytest.mark.parametrize("way", ["back", "again"])
def test_nobody_takes_back_or_deals_again_at_other_tables(way: str) -> None:
    game, users = a_game(5)
    path = f"/games/{game.code}/"
    assert not page(browser(users[0]), path).select("#take-decision-back, #same-deal")
    for client in (browser(users[0]), browser(a_person()), browser()):
        assert client.post(f"{path}practice/{way}/").status_code in (403, 409)
    assert Game.objects.count() == 1
