"""Lobby and home pages in a browser without scripts: forms, answers and their status codes."""

from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.settings import base
from games.models import Game, Lobby
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from tests.factories import a_game, a_person
from tests.games.services.test_lobby import (
    a_full_table,
    a_table,
    join,
    people_of,
    ready,
    registered,
    seat_id,
)

pytestmark = pytest.mark.django_db

SETTINGS = {
    "name": "Friday",
    "listing": "public",
    "fewest_players": "5",
    "most_players": "7",
    "pace": "relaxed",
    "edition": "retail",
    "bots_allowed": "on",
}


def browser(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def url(name: str, lobby: Lobby) -> str:
    return reverse(f"games:{name}", args=[lobby.code])


def text(response: Any) -> str:
    return unescape(response.content.decode())


# Home


def test_home_lists_open_public_tables_only() -> None:
    a_table(a_person("Ana"), name="Open to all")
    a_table(name="By link", is_public=False)
    closed = a_table(name="Closed")
    seats.leave_lobby(lobby_id=closed.pk, user=closed.host)
    page = text(browser().get("/"))
    assert "Open to all" in page
    assert "Host: Ana" in page
    assert "1 of 10 seats taken" in page
    assert "By link" not in page
    assert "Closed" not in page


def test_home_asks_the_database_the_same_for_one_and_three_tables(
    django_assert_max_num_queries: Any, django_assert_num_queries: Any
) -> None:
    client = browser(a_person())
    client.get("/")
    a_table()
    with django_assert_max_num_queries(8) as first:
        client.get("/")
    for _ in range(2):
        join(a_table())
    with django_assert_num_queries(len(first)):
        client.get("/")


def test_visitor_takes_a_quick_seat_with_a_name() -> None:
    table = a_table()
    client = browser()
    page = client.get("/")
    assert 'name="guest-name"' in text(page)
    response = client.post("/quick-seat/", {"guest-name": "Walker"}, follow=True)
    assert response.redirect_chain == [(url("lobby", table), 302)]
    assert [user.display_name for user in people_of(table)][1:] == ["Walker"]


def test_visitor_without_a_name_is_asked_for_one() -> None:
    table = a_table()
    response = browser().post("/quick-seat/", {})
    assert response.status_code == 400
    assert 'aria-invalid="true"' in text(response)
    assert people_of(table) == [table.host]


@pytest.mark.parametrize("typed", ["{code}", " {spaced} ", "{small}"])
def test_code_is_found_as_people_type_it(typed: str) -> None:
    lobby = a_table(is_public=False)
    code = lobby.code
    typed = typed.format(code=code, small=code.lower(), spaced=f"{code[:3]} {code[3:]}")
    response = browser().get(reverse("games:join_by_code"), {"code": typed})
    assert response["Location"] == url("lobby", lobby)


def test_unknown_code_is_said_on_the_home_page() -> None:
    response = browser().get(reverse("games:join_by_code"), {"code": "ZZZZZZ"})
    assert response.status_code == 404
    assert "There is no table with this code." in text(response)


# Opening a table


def test_visitor_opens_a_table() -> None:
    client = browser()
    assert client.get(reverse("games:lobby_create")).status_code == 200
    fields = SETTINGS | {"guest-name": "Olga", "listing": "link", "password": "pa55"}
    response = client.post(reverse("games:lobby_create"), fields)
    lobby = Lobby.objects.get()
    assert response["Location"] == url("lobby", lobby)
    assert (lobby.host.display_name, lobby.is_public, lobby.most_players) == ("Olga", False, 7)
    assert "pa55" not in lobby.password
    assert lobby.password


@pytest.mark.parametrize(
    "wrong",
    [
        {"fewest_players": "8"},
        {"name": "\u202e \u200b"},
        {"pace": "never"},
        {"most_players": "11"},
        {"guest-name": ""},
    ],
)
def test_table_with_a_wrong_setting_is_not_opened(wrong: dict[str, str]) -> None:
    fields = SETTINGS | {"guest-name": "Olga"} | wrong
    assert browser().post(reverse("games:lobby_create"), fields).status_code == 400
    assert not Lobby.objects.exists()


def test_name_of_a_table_is_shown_as_text() -> None:
    name = '<img src=x onerror="alert(1)">'
    host = a_person()
    browser(host).post(reverse("games:lobby_create"), SETTINGS | {"name": name})
    lobby = Lobby.objects.get()
    for path in ("/", url("lobby", lobby)):
        page = browser().get(path).content.decode()
        assert "&lt;img src=x" in page
        assert "<img src=x" not in page


def test_guest_cannot_open_a_ranked_table() -> None:
    client = browser(a_person())
    response = client.post(reverse("games:lobby_create"), SETTINGS | {"is_ranked": "on"})
    assert response.status_code == 403
    assert "confirmed e-mail address" in text(response)
    host = registered()
    browser(host).post(reverse("games:lobby_create"), SETTINGS | {"is_ranked": "on"})
    lobby = Lobby.objects.get()
    assert (lobby.is_ranked, lobby.bots_allowed) == (True, False)


# The lobby page


def test_lobby_page_shows_code_link_qr_and_who_sits() -> None:
    lobby = a_table(a_person("Ana"))
    join(lobby, a_person("Bo"))
    seats.add_bots(lobby_id=lobby.pk, user=lobby.host)
    page = text(browser().get(url("lobby", lobby)))
    assert f'<span class="code">{lobby.code}</span>' in page
    assert f"http://testserver/j/{lobby.code}/" in page
    assert url("lobby_qr", lobby) in page
    assert page.count("Empty seat") == 7
    for name in ("Ana", "Bo", "Host", "Bot"):
        assert name in page


def test_lobby_page_asks_the_database_the_same_for_one_and_three_people(
    django_assert_max_num_queries: Any, django_assert_num_queries: Any
) -> None:
    lobby = a_table()
    client = browser(a_person())
    client.get(url("lobby", lobby))
    with django_assert_max_num_queries(10) as first:
        client.get(url("lobby", lobby))
    join(lobby)
    join(lobby)
    with django_assert_num_queries(len(first)):
        client.get(url("lobby", lobby))


def test_short_link_leads_to_the_lobby() -> None:
    lobby = a_table()
    response = browser().get(f"/j/{lobby.code.lower()}/", follow=True)
    assert response.status_code == 200
    assert lobby.code in text(response)


def test_qr_is_a_picture_without_scripts() -> None:
    response = browser().get(url("lobby_qr", a_table()))
    assert response["Content-Type"] == "image/svg+xml"
    assert response.content.startswith(b"<svg")
    assert b"style=" not in response.content


def test_buttons_in_swapped_regions_work_without_a_token_of_their_own() -> None:
    host = a_person()
    lobby = a_table(host)
    client = Client(enforce_csrf_checks=True)
    client.force_login(host)
    page = text(client.get(url("lobby", lobby)))
    regions = page.split('id="lobby-controls"')[1].split('id="lobby-actions"')[0]
    assert 'form="lobby-actions"' in regions
    assert "csrf" not in regions
    token = page.split('id="lobby-actions"')[1].split('name="csrfmiddlewaretoken" value="')[1]
    fields = {"seats": "one", "csrfmiddlewaretoken": token.split('"')[0]}
    assert client.post(url("lobby_add_bot", lobby), {"seats": "one"}).status_code == 403
    assert client.post(url("lobby_add_bot", lobby), fields).status_code == 302
    assert lobby.seats.count() == 2


# Acts on it


def test_five_people_get_ready_and_the_game_starts() -> None:
    host = a_person()
    lobby = a_table(host)
    clients = []
    for name in ("Bo", "Cy", "Di", "Ed"):
        client = browser()
        client.post(url("lobby_join", lobby), {"guest-name": name})
        client.post(url("lobby_ready", lobby), {"ready": "1"})
        clients.append(client)
    response = browser(host).post(url("lobby_start", lobby))
    game = Game.objects.get()
    table = reverse("games:table", args=[game.code])
    assert response["Location"] == table
    assert [client.get(url("lobby", lobby))["Location"] for client in clients] == [table] * 4
    names = {seat.user.display_name for seat in game.seats.all() if seat.user}
    assert names == {host.display_name, "Bo", "Cy", "Di", "Ed"}


def test_host_fills_with_bots_and_starts() -> None:
    host = a_person()
    lobby = a_table(host, most_players=7)
    client = browser(host)
    assert "disabled" in text(client.get(url("lobby", lobby)))
    client.post(url("lobby_add_bot", lobby), {"seats": "all"})
    client.post(url("lobby_start", lobby))
    game = Game.objects.get()
    assert (game.player_count, game.has_bots) == (7, True)


def test_early_start_is_refused_on_the_lobby_page() -> None:
    host = a_person()
    lobby = a_table(host)
    response = browser(host).post(url("lobby_start", lobby))
    assert response.status_code == 409
    assert "There are not enough players to start the game." in text(response)
    assert lobby.code in text(response)


def test_host_changes_the_settings_and_others_do_not() -> None:
    host = a_person()
    lobby = a_table(host)
    client = browser(host)
    assert 'value="Friday"' in text(client.get(url("lobby_settings", lobby)))
    client.post(url("lobby_settings", lobby), SETTINGS | {"name": "Sunday"})
    lobby.refresh_from_db()
    assert (lobby.name, lobby.most_players) == ("Sunday", 7)
    other = browser(join(lobby))
    response = other.post(url("lobby_settings", lobby), SETTINGS | {"name": "Mine"})
    assert response.status_code == 403
    lobby.refresh_from_db()
    assert lobby.name == "Sunday"


def test_host_hands_over_removes_and_leaves() -> None:
    host, second, third = a_person(), a_person(), a_person()
    lobby = a_table(host)
    join(lobby, second)
    join(lobby, third)
    client = browser(host)
    client.post(url("lobby_remove", lobby), {"seat": seat_id(lobby, third)})
    assert people_of(lobby) == [host, second]
    client.post(url("lobby_hand_over", lobby), {"seat": seat_id(lobby, second)})
    response = client.post(url("lobby_leave", lobby))
    assert response["Location"] == "/"
    lobby.refresh_from_db()
    assert (lobby.host, people_of(lobby)) == (second, [second])


@pytest.mark.parametrize("typed", ["", "x", "-1", "9" * 30, "١"])
def test_senseless_seat_is_refused(typed: str) -> None:
    host = a_person()
    lobby = a_table(host)
    join(lobby)
    response = browser(host).post(url("lobby_remove", lobby), {"seat": typed})
    assert response.status_code == 409
    assert lobby.seats.count() == 2


@pytest.mark.parametrize(
    "name", ["leave", "ready", "remove", "hand_over", "add_bot", "remove_bot", "start"]
)
def test_acts_are_for_people_in_the_lobby(name: str) -> None:
    lobby = a_full_table(6)
    seat = str(seat_id(lobby, people_of(lobby)[1]))
    path = url(f"lobby_{name}", lobby)
    stranger = browser(a_person()).post(path, {"seat": seat})
    visitor = browser().post(path, {"seat": seat})
    assert stranger.status_code == 403
    assert visitor.status_code == 302
    assert visitor["Location"].startswith("/accounts/login/")
    # Coming back by GET, after a reload or a change of language, does nothing.
    assert browser(lobby.host).get(path)["Location"] == url("lobby", lobby)
    assert lobby.seats.count() == 6
    assert not Game.objects.exists()


# Refusals, each with its page


def test_unknown_lobby() -> None:
    response = browser().get("/lobbies/ZZZZZZ/")
    assert response.status_code == 404
    assert "There is no such lobby." in text(response)
    assert browser(a_person()).post("/lobbies/ZZZZZZ/join/").status_code == 404


def test_full_lobby() -> None:
    lobby = a_full_table(5)
    response = browser(a_person()).post(url("lobby_join", lobby))
    assert response.status_code == 409
    assert "Every seat in this lobby is taken." in text(response)


def test_started_lobby_points_to_the_game() -> None:
    lobby = a_full_table(5)
    game = lobbies.start_game(lobby_id=lobby.pk, user=lobby.host)
    for response in (
        browser(a_person()).get(url("lobby", lobby)),
        browser(a_person()).post(url("lobby_join", lobby)),
    ):
        assert response.status_code == 409
        assert reverse("games:table", args=[game.code]) in text(response)


def test_started_lobby_behind_a_password_offers_no_view() -> None:
    lobby = a_full_table(5)
    Lobby.objects.filter(pk=lobby.pk).update(password="!")
    game = lobbies.start_game(lobby_id=lobby.pk, user=lobby.host)
    response = browser(a_person()).get(url("lobby", lobby))
    assert response.status_code == 409
    assert game.code not in text(response)


def test_closed_lobby() -> None:
    lobby = a_table()
    seats.leave_lobby(lobby_id=lobby.pk, user=lobby.host)
    for response in (
        browser(a_person()).get(url("lobby", lobby)),
        browser(a_person()).post(url("lobby_join", lobby)),
    ):
        assert response.status_code == 410
        assert "This lobby is closed." in text(response)


def test_wrong_password() -> None:
    lobby = a_table(password="Wien 1930")
    client = browser()
    assert 'name="password"' in text(client.get(url("lobby", lobby)))
    fields = {"guest-name": "Walker", "password": "Berlin"}
    response = client.post(url("lobby_join", lobby), fields)
    assert response.status_code == 403
    assert "This is not the password of this lobby." in text(response)
    assert "Berlin" not in text(response)
    # The name is known by now; only the password is asked for again.
    assert client.post(url("lobby_join", lobby), {"password": "Wien 1930"}).status_code == 302
    assert [user.display_name for user in people_of(lobby)][1:] == ["Walker"]


def test_removed_person() -> None:
    host, user = a_person(), a_person()
    lobby = a_table(host)
    join(lobby, user)
    seats.remove_from_lobby(lobby_id=lobby.pk, user=host, seat_id=seat_id(lobby, user))
    client = browser(user)
    for response in (client.get(url("lobby", lobby)), client.post(url("lobby_join", lobby))):
        assert response.status_code == 403
        assert "The host removed you from this lobby." in text(response)


def test_person_seated_elsewhere_can_leave_there_and_come_here() -> None:
    there, here = a_table(name="There"), a_table()
    user = join(there)
    client = browser(user)
    response = client.post(url("lobby_join", here))
    assert response.status_code == 409
    assert url("lobby", there) in text(response)
    answer = client.post(url("lobby_leave", there), {"next": url("lobby", here)})
    assert answer["Location"] == url("lobby", here)
    assert client.post(url("lobby_join", here)).status_code == 302
    assert user in people_of(here)


def test_leaving_never_leads_to_another_site() -> None:
    lobby = a_table()
    user = join(lobby)
    response = browser(user).post(url("lobby_leave", lobby), {"next": "//evil.example/"})
    assert response["Location"] == "/"


def test_person_in_a_running_game_is_shown_the_way_there() -> None:
    game, users = a_game(5)
    client = browser(users[0])
    for path in (url("lobby_join", a_table()), "/quick-seat/"):
        response = client.post(path)
        assert response.status_code == 409
        assert reverse("games:table", args=[game.code]) in text(response)


def test_ranked_table_tells_visitors_and_guests_what_they_need() -> None:
    lobby = a_table(registered(), is_ranked=True)
    assert reverse("account_login") in text(browser().get(url("lobby", lobby)))
    response = browser(a_person()).post(url("lobby_join", lobby))
    assert response.status_code == 403
    assert reverse("accounts:keep") in text(response)


# Rematch, and the way back from every page


def test_rematch_button_brings_everybody_together() -> None:
    game, users = a_game(3, 2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    path = reverse("games:rematch", args=[game.code])
    answers = [browser(user).post(path)["Location"] for user in users]
    lobby = Lobby.objects.get(rematch_of=game)
    assert answers == [url("lobby", lobby)] * 3
    assert browser(a_person()).post(path).status_code == 403


def test_rematch_calls_those_of_the_game_only() -> None:
    game, users = a_game(3, 2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    lobby = lobbies.rematch(game=game, user=users[0])
    invited, opener, stranger = browser(users[1]), browser(users[0]), browser(a_person())
    sentence = f"You are invited to a rematch: {lobby.name}"
    assert sentence in text(invited.get("/"))
    assert sentence not in text(invited.get(url("lobby", lobby)))
    assert [sentence in text(each.get("/")) for each in (opener, stranger)] == [False, False]
    invited.post(url("lobby_join", lobby))
    assert sentence not in text(invited.get("/"))
    assert lobby.name not in text(stranger.get("/"))


def test_own_table_is_named_on_every_other_page() -> None:
    lobby = a_table(name="Friday")
    user = join(lobby)
    client = browser(user)
    assert "Your table is waiting: Friday" in text(client.get("/"))
    assert "Your table is waiting" not in text(client.get(url("lobby", lobby)))
    assert "Your table is waiting" not in text(browser().get("/"))
    ready(lobby, [user, *(join(lobby) for _ in range(3))])
    lobbies.start_game(lobby_id=a_filled(lobby).pk, user=lobby.host)
    assert "Your game is running: Friday" in text(client.get("/about/"))


def a_filled(lobby: Lobby) -> Lobby:
    seats.add_bots(lobby_id=lobby.pk, user=lobby.host, fill=True)
    ready(lobby, people_of(lobby))
    return lobby


# Limits


@pytest.fixture
def limits(settings: Any) -> None:
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = base.ACCOUNT_RATE_LIMITS


@pytest.mark.usefixtures("limits")
def test_passwords_are_not_tried_for_ever() -> None:
    lobby = a_table(password="Wien 1930")
    client = browser(a_person())
    statuses = [
        client.post(url("lobby_join", lobby), {"password": str(attempt)}).status_code
        for attempt in range(21)
    ]
    assert statuses == [403] * 20 + [429]
    assert client.post(url("lobby_join", lobby), {"password": "Wien 1930"}).status_code == 429


@pytest.mark.usefixtures("limits")
def test_tables_are_not_opened_without_end() -> None:
    statuses = [
        browser(a_person()).post(reverse("games:lobby_create"), SETTINGS).status_code
        for _ in range(11)
    ]
    assert statuses == [302] * 10 + [429]


@pytest.mark.usefixtures("limits")
def test_codes_are_not_guessed_without_end() -> None:
    find = reverse("games:join_by_code")
    statuses = {browser().get(find, {"code": "ZZZZZZ"}).status_code for _ in range(31)}
    assert statuses == {404, 429}


# The admin


def test_staff_look_at_lobbies_without_their_passwords_and_close_them() -> None:
    lobby = a_table(password="Wien 1930")
    staff = User.objects.create_superuser("Chief", "chief@example.org", "x")
    client = browser(staff)
    page = text(client.get(reverse("admin:games_lobby_change", args=[lobby.pk])))
    assert lobby.host.display_name in page
    assert lobby.password not in page
    fields = {"action": "close_lobbies", "_selected_action": str(lobby.pk)}
    client.post(reverse("admin:games_lobby_changelist"), fields)
    lobby.refresh_from_db()
    assert lobby.status == Lobby.Status.CLOSED
