"""The rematch over HTTP: what an open page of the finished game is told, and what each press leads to."""

from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Lobby, Seat
from games.services import lobby_start
from tests.factories import a_game, a_person
from tests.games.lobbies import a_table, ready
from tests.games.views.lobby_forms import url
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def a_finished_game(people: int = 5, **fields: Any) -> tuple[Game, list[User], str]:
    game, users = a_game(people, **fields)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    return game, users, reverse("games:rematch", args=[game.code])


def told(client: Client, path: str) -> BeautifulSoup:
    response = client.get(path, headers=HTMX)
    assert response.status_code in (200, 286)
    return BeautifulSoup(response.content, "html.parser")


def test_everybody_is_told_who_asks_and_can_say_yes_or_no() -> None:
    _game, users, path = a_finished_game()
    first, second, third = (browser(user) for user in users[:3])
    assert words(told(second, path)) == "Rematch with the same people"
    first.post(path)
    call = told(second, path)
    assert f"{users[0].display_name} wants a rematch." in words(call)
    assert [words(each) for each in call.select("button")] == ["Join the rematch", "No, thanks"]
    assert call.select("time[data-deadline]")
    # Whoever reads it knows what they said themselves.
    others = ", ".join(user.display_name for user in users[2:])
    assert f"Have not answered yet: {others}." in words(call)
    third.post(path, {"answer": "no"})
    assert f"Not this time: {users[2].display_name}." in words(told(second, path))
    # A no can be taken back; who is in is led to the lobby.
    assert [words(each) for each in told(third, path).select("button")] == ["Join the rematch"]
    lobby = Lobby.objects.get(rematch_of__isnull=False)
    assert told(first, path).select_one("a#rematch")["href"] == url("lobby", lobby)  # type: ignore[index]


def test_page_that_knows_everything_is_told_nothing() -> None:
    _game, users, path = a_finished_game()
    client = browser(users[0])
    fresh = str(told(client, path).select_one("#rematch-call")["hx-get"])  # type: ignore[index]
    assert client.get(fresh, headers=HTMX).status_code == 204
    browser(users[1]).post(path)
    assert client.get(fresh, headers=HTMX).status_code == 200


def test_old_page_stops_asking() -> None:
    game, users, path = a_finished_game()
    Game.objects.filter(pk=game.pk).update(started_at="2020-01-01T00:00Z")
    assert browser(users[0]).get(path, headers=HTMX).status_code == 286


def test_open_page_says_that_its_player_is_there() -> None:
    game, users, path = a_finished_game()
    browser(users[0]).get(path, headers=HTMX)
    browser(a_person()).get(path, headers=HTMX)
    assert [seat.user for seat in Seat.objects.exclude(seen_at=None)] == [users[0]]
    assert browser().get(path)["Location"] == reverse("games:table", args=[game.code])


def test_call_has_a_page_of_its_own_without_scripts() -> None:
    game, users, path = a_finished_game()
    browser(users[0]).post(path)
    client = browser(users[1])
    assert "wants a rematch" in words(page(client, path))
    assert client.post(path, {"answer": "no"})["Location"] == reverse(
        "games:table", args=[game.code]
    )


def test_second_press_of_a_player_leads_to_the_game_that_has_begun() -> None:
    game, users, path = a_finished_game(6)
    for user in users[:5]:
        lobby_path = browser(user).post(path)["Location"]
    lobby = Lobby.objects.get(rematch_of=game)
    assert lobby_path == url("lobby", lobby)
    browser(users[5]).post(path, {"answer": "no"})
    ready(lobby, users[1:5])
    begun = lobby_start.start_lobby_game(lobby_id=lobby.pk, user=users[0])
    table = reverse("games:table", args=[begun.code])
    assert browser(users[1]).post(path)["Location"] == table
    # Who was not there may watch, unless there is a password.
    late = browser(users[5])
    assert told(late, path).select_one("a#rematch")["href"] == table  # type: ignore[index]
    Game.objects.filter(pk=begun.pk).update(is_locked=True)
    assert words(told(late, path)) == "The rematch has begun."
    assert late.post(path).status_code == 409


def test_person_who_sits_elsewhere_comes_back_to_the_finished_game() -> None:
    game, users, path = a_finished_game()
    other = a_table(users[0])
    refused = browser(users[0]).post(path)
    soup = BeautifulSoup(refused.content, "html.parser")
    table = reverse("games:table", args=[game.code])
    assert soup.select_one("input[name=next]")["value"] == table  # type: ignore[index]
    left = browser(users[0]).post(url("lobby_leave", other), {"next": table})
    assert left["Location"] == table
    assert browser(users[0]).post(path).status_code == 302


def test_late_yes_at_a_full_table_shows_the_lobby_where_one_can_wait() -> None:
    game, users, path = a_finished_game(5)
    browser(users[0]).post(path)
    lobby = Lobby.objects.get(rematch_of=game)
    Lobby.objects.filter(pk=lobby.pk).update(waits_until=None, most_players=5)
    browser(users[0]).post(url("lobby_add_bot", lobby), {"size": "5"})
    response = browser(users[1]).post(path)
    assert response.status_code == 409
    assert "whoever sits down first has it" in response.content.decode()


def test_who_watched_is_led_to_the_rematch_of_a_public_game_only() -> None:
    for is_public in (True, False):
        game, users, path = a_finished_game(is_public=is_public)
        watcher = browser()
        assert not told(watcher, path).select("a, button")
        browser(users[0]).post(path)
        lobby = Lobby.objects.get(rematch_of=game)
        ways = [str(way["href"]) for way in told(watcher, path).select("a#rematch")]
        assert ways == ([url("lobby", lobby)] if is_public else [])


def test_stranger_sees_when_a_seat_of_a_public_rematch_is_free_before_pressing() -> None:
    game, users, path = a_finished_game(is_public=True, pace="quick")
    browser(users[0]).post(path)
    lobby = Lobby.objects.get(rematch_of=game)
    for user, is_disabled in ((a_person(), True), (users[1], False)):
        button = page(browser(user), url("lobby", lobby)).select_one(".join form button")
        assert button is not None
        assert (button.has_attr("disabled"), bool(button.select("time"))) == (is_disabled,) * 2
