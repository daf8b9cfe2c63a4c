"""An evening without people: bots meanwhile, and one press to a table of people once there is one."""

from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.test import Client

from accounts.models import SanctionKind, User
from accounts.sanctions import impose
from games.engine.vocabulary import Role
from games.models import Game, Lobby, LobbySeat, SeatResult
from games.selectors.game import load_table
from games.services.blocking import block_person
from games.services.lobby_seats import add_bots
from games.services.lobby_start import start_lobby_game
from games.services.practice import start_practice
from tests.factories import a_game, a_person
from tests.games.lobbies import a_table, join, people_of
from tests.games.views.lobby_forms import text, url
from tests.games.visits import browser, page, soup_of, words

pytestmark = pytest.mark.django_db

CALL = "/practice/people/"


def practising() -> tuple[User, Game, Client]:
    person = a_person()
    return person, start_practice(user=person), browser(person)


def called(client: Client, query: str = "") -> BeautifulSoup:
    return soup_of(client.get(CALL + query))


def test_empty_list_offers_bots_meanwhile() -> None:
    client = browser()
    button = page(client, "/").select_one("form.meanwhile #meanwhile-bots")
    assert button is not None
    form = button.find_parent("form")
    assert form is not None
    client.post(str(form["action"]))
    game = Game.objects.get()
    assert game.seats.filter(user__isnull=False).count() == 1
    assert not game.is_ranked


def test_practice_table_asks_for_people_and_no_other_table_does() -> None:
    _person, game, client = practising()
    assert page(client, f"/games/{game.code}/").select_one("#people-call")["hx-get"]  # type: ignore[index]
    assert not page(browser(), f"/games/{game.code}/").select("#people-call")
    for other, users in (a_game(5), a_game(2, 3), a_game(1, 4, pace="relaxed")):
        assert not page(browser(users[0]), f"/games/{other.code}/").select("#people-call")


def test_table_of_people_is_told_once_it_is_open_and_stays_while_it_is() -> None:
    _person, _game, client = practising()
    assert client.get(CALL).status_code == 204
    a_table(name="By link", is_public=False)
    assert client.get(CALL).status_code == 204
    first = a_table(name="Friday", languages=("en",))
    soup = called(client)
    assert "A table of people is open: Friday ." in words(soup)
    assert "English · Relaxed · Written talk · 1 of 10 seats taken" in words(soup)
    assert "Leaving this game costs nothing." in words(soup)
    asked = str(soup.select_one("#people-call")["hx-get"])  # type: ignore[index]
    assert asked == f"{CALL}?shown={first.code}"
    # A better one does not take its place under somebody's hand.
    better = a_table(name="Saturday", languages=("en",))
    join(better)
    assert client.get(asked).status_code == 204
    # Not now: another is told, never the same again.
    second = soup_of(client.post(CALL, {"not_now": first.code}))
    assert "Saturday" in words(second)
    assert "Saturday" in words(called(client))
    again = str(second.select_one("#people-call")["hx-get"])  # type: ignore[index]
    assert client.get(again).status_code == 204
    # Gone with its table.
    Lobby.objects.filter(pk=better.pk).update(status=Lobby.Status.CLOSED)
    gone = called(client, again.removeprefix(CALL))
    assert not gone.select("form")


def test_a_table_that_somebody_has_left_is_not_offered_to_them() -> None:
    person, _game, client = practising()
    left = a_table(name="Friday", languages=("en",))
    client.post(url("lobby_join", left))
    client.post(url("lobby_leave", left))
    start_practice(user=person)
    assert client.get(CALL).status_code == 204
    other = a_table(name="Saturday", languages=("en",))
    assert f"shown={other.code}" in str(called(client))


def test_one_press_leads_to_people_and_the_practice_game_has_no_result() -> None:
    person, game, client = practising()
    table = a_table(name="Friday", languages=("en",))
    answer: Any = client.post(CALL, follow=True)
    assert answer.redirect_chain == [(f"/lobbies/{table.code}/", 302)]
    assert "You sit at Friday: English · Relaxed · 2 of 10 seats taken." in text(answer)
    assert person in people_of(table)
    game.refresh_from_db()
    assert (game.status, game.winner) == (Game.Status.ABANDONED, "")
    assert game.finished_at is not None
    assert not SeatResult.objects.exists()
    # A second press changes nothing.
    client.post(CALL)
    assert people_of(table).count(person) == 1


@pytest.mark.parametrize("way", ["join", "quick-seat", "open"])
def test_practice_is_in_nobodys_way_to_a_table_of_people(way: str) -> None:
    person, game, client = practising()
    table = a_table(name="Friday", languages=("en",))
    paths = {
        "join": url("lobby_join", table),
        "quick-seat": "/quick-seat/",
        "open": "/lobbies/open/",
    }
    answer: Any = client.post(paths[way], follow=True)
    assert answer.status_code == 200
    game.refresh_from_db()
    assert game.status == Game.Status.ABANDONED
    seat = LobbySeat.objects.get(user=person, lobby__status=Lobby.Status.OPEN)
    assert (seat.lobby == table) is (way != "open")


def test_practice_goes_on_if_the_seat_is_refused() -> None:
    _person, game, client = practising()
    full = a_table(name="Full", most_players=5)
    add_bots(lobby_id=full.pk, user=full.host, fill=True)
    assert client.post(url("lobby_join", full)).status_code == 409
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert page(client, f"/games/{game.code}/").select("#people-call")


def test_practice_goes_on_if_the_table_is_gone() -> None:
    _person, game, client = practising()
    answer = client.post(CALL, follow=True)
    assert "That table is no longer open. Your game goes on." in text(answer)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert not Lobby.objects.open().exists()
    assert page(client, f"/games/{game.code}/").select("#people-call")


def test_blocks_and_sanctions_are_obeyed() -> None:
    person, game, client = practising()
    table = a_table(name="Friday")
    block_person(user=table.host, other=person)
    assert client.get(CALL).status_code == 204
    open_to_all = a_table(name="Saturday")
    assert "Saturday" in words(called(client))
    impose(user=person, kind=SanctionKind.SUSPENSION, text="x")
    assert client.post(CALL).status_code == 403
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert person not in people_of(open_to_all)


def test_who_plays_with_people_is_called_nowhere_and_keeps_the_game() -> None:
    a_table(name="Friday")
    game, users = a_game(5)
    client = browser(users[0])
    assert client.get(CALL).status_code == 204
    assert client.post(CALL).status_code == 409
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert browser().get(CALL).status_code == 204
    assert browser().post(CALL)["Location"] == "/"


def first_role(game: Game, user: User) -> Role:
    table = load_table(game.pk)
    seat = table.seat_of(user.pk)
    assert seat is not None
    role = table.state.roles[seat]
    assert role is not None
    return role


@pytest.mark.parametrize("role", ["liberal", "fascist", "hitler"])
@pytest.mark.parametrize("players", [5, 10])
def test_role_and_table_of_a_practice_game_are_chosen(role: str, players: int) -> None:
    person = a_person()
    browser(person).post("/tour/table/", {"role": role, "players": players})
    game = Game.objects.get()
    assert first_role(game, person) == role
    assert game.player_count == players
    assert game.has_bots
    assert not game.is_ranked


def test_role_is_dealt_like_all_others_if_none_is_chosen() -> None:
    found = set()
    for _game in range(40):
        person = a_person()
        browser(person).post("/tour/table/", {"role": ""})
        found.add(first_role(Game.objects.latest("pk"), person))
        assert Game.objects.latest("pk").player_count == 7
    assert len(found) > 1


@pytest.mark.parametrize("fields", [{"role": "merlin"}, {"players": "4"}, {"players": "x"}])
def test_practice_that_does_not_exist_is_refused_with_its_form(fields: dict[str, str]) -> None:
    answer = browser(a_person()).post("/tour/table/", fields)
    soup = soup_of(answer, 400)
    assert soup.select(".practice-wish[open] .errorlist")
    assert not Game.objects.exists()


def test_nobody_chooses_a_role_among_people() -> None:
    roles = set()
    for _try in range(12):
        lobby = a_table(name="Friday")
        for _seat in range(4):
            join(lobby, a_person())
        lobby.seats.update(is_ready=True)
        game = start_lobby_game(lobby_id=lobby.pk, user=lobby.host, role=Role.HITLER)
        roles.add(first_role(game, lobby.host))
    assert roles != {Role.HITLER}


def test_one_press_gives_up_the_seat_in_a_lobby_for_a_game_against_bots() -> None:
    lobby = a_table()
    person = join(lobby)
    client = browser(person)
    chosen = {"role": "hitler", "players": "6"}
    refused = client.post("/tour/table/", chosen)
    form = soup_of(refused, 409).select_one("form:has(#leave-and-go-on)")
    assert form is not None
    fields = {str(each["name"]): str(each["value"]) for each in form.select("input[name]")}
    game = client.post(str(form["action"]), fields)
    assert game["Location"].startswith("/games/")
    assert person not in people_of(lobby)
    assert Game.objects.get().player_count == 6


def test_seat_is_kept_if_what_it_was_given_up_for_is_refused() -> None:
    lobby = a_table()
    person = join(lobby)
    impose(user=person, kind=SanctionKind.SUSPENSION, text="x")
    browser(person).post("/tour/table/", {"leave": lobby.code})
    assert person in people_of(lobby)
