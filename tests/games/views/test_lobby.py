"""Lobbies without scripts: opening one, its page, and its forms."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Preferences
from games.forms.lobby import LobbyForm
from games.models import Game, Lobby, LobbySeat
from games.services import lobby_seats as seats
from games.services.game import leave_seat
from games.values.chat import TalkMode
from tests.factories import a_game, a_lobby, a_person, play_on
from tests.games.lobbies import (
    a_full_table,
    a_table,
    join,
    people_of,
    ready,
    registered,
    seat_id,
)
from tests.games.views.lobby_forms import SETTINGS, text, url
from tests.games.visits import browser, page, words, words_in

pytestmark = pytest.mark.django_db


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


def test_table_whose_name_has_a_listed_word_is_not_opened() -> None:
    answer = browser(a_person()).post("/lobbies/new/", SETTINGS | {"name": "Sieg Heil 88"})
    assert "a word that is not welcome here" in text(answer)
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
    page = text(browser(lobby.host).get(url("lobby", lobby)))
    assert f'<span class="code">{lobby.code}</span>' in page
    assert f"http://testserver/j/{lobby.code}/" in page
    assert url("lobby_qr", lobby) in page
    # Two places of the five that a game needs, and one for all who may come besides.
    assert page.count("Free seat") == 2
    assert "5 more free seats" in page
    for name in ("Ana", "Bo", "Host", "Bot"):
        assert name in page


def test_whoever_comes_by_a_link_reads_what_the_game_is_and_once_seated_where_to_learn_it() -> (
    None
):
    lobby = a_table(a_person("Marta"))
    visitor = browser()
    seen = text(visitor.get(url("lobby", lobby)))
    assert "<bdi>Marta</bdi> invites you to Secret Hitler" in seen
    assert "Invite people" not in seen
    visitor.post(url("lobby_join", lobby), {"guest-name": "Nico"})
    seen = text(visitor.get(url("lobby", lobby)))
    assert "invites you to Secret Hitler" not in seen
    assert "The tour calls you when this table begins." in seen
    assert "Invite people" in seen


def test_lobby_with_enough_players_shows_them_and_one_place_for_more() -> None:
    lobby = a_table(a_person("Ana"))
    seats.set_size(lobby_id=lobby.pk, user=lobby.host, size=7)
    page = browser(lobby.host).get(url("lobby", lobby)).content.decode()
    assert page.count('class="lobby-seat-name"') == 7
    assert page.count("lobby-seat-empty") == 1
    assert "3 more free seats" in page
    seats.set_size(lobby_id=lobby.pk, user=lobby.host, size=10)
    assert "lobby-seat-empty" not in browser(lobby.host).get(url("lobby", lobby)).content.decode()


@pytest.mark.parametrize(("is_allowed", "says"), [(True, "once for each decision"), (False, "no")])
def test_lobby_says_whether_more_time_is_allowed(is_allowed: bool, says: str) -> None:
    lobby = a_table(more_time=is_allowed)
    page = browser().get(url("lobby", lobby)).content.decode()
    told = re.search(r"<dt>More time</dt>\s*<dd>\s*(.*?)\s*</dd>", page)
    assert told
    assert told[1] == says


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"guests_write": False}, ["They choose ready-made sentences"]),
        ({"guests_write": True}, ["They write freely"]),
        ({"guests_write": False, "is_public": False}, []),
        ({"guests_write": False, "talk": TalkMode.PHRASES}, []),
    ],
)
def test_lobby_says_how_guests_talk_where_that_is_another_way(
    settings: dict[str, Any], says: list[str]
) -> None:
    shown = page(browser(), url("lobby", a_table(**settings)))
    facts = {words(each.dt): words(each.dd) for each in shown.select(".facts > div")}
    assert [facts[name] for name in ("Guests",) if name in facts] == says
    assert facts["Slow mode"] == "Off"


def test_settings_say_how_their_reader_talks() -> None:
    lobby = a_table(guests_write=False)
    guest, member = join(lobby), join(lobby, registered())
    said = {}
    for name, reader in (("guest", guest), ("member", member), ("visitor", None)):
        shown = page(browser(reader) if reader else browser(), url("lobby", lobby))
        facts = {words(each.dt): words(each.dd) for each in shown.select(".facts > div")}
        said[name] = facts["Table talk"]
        assert words(shown.select_one("#lobby-settings summary .soft")).endswith(said[name])
    assert said == {
        "guest": "Ready-made sentences, as you are a guest",
        "member": "Free text",
        "visitor": "Free text, ready-made sentences for guests",
    }


def test_host_lets_guests_write_and_slows_the_talk_down() -> None:
    host = a_person()
    browser(host).post(reverse("games:lobby_create"), SETTINGS)
    lobby = Lobby.objects.get()
    # The form of an older page has neither field.
    assert (lobby.guests_write, lobby.slow_mode) == (False, "0")
    fields = SETTINGS | {"guests_write": "on", "slow_mode": "15"}
    browser(host).post(url("lobby_settings", lobby), fields)
    lobby.refresh_from_db()
    assert (lobby.guests_write, lobby.slow_mode) == (True, "15")
    form = page(browser(host), url("lobby_settings", lobby))
    assert form.select("#id_guests_write[checked]")
    assert [str(each["value"]) for each in form.select("#id_slow_mode [selected]")] == ["15"]
    wrong = browser(host).post(url("lobby_settings", lobby), fields | {"slow_mode": "7"})
    assert wrong.status_code == 400


def test_lobby_page_asks_the_database_the_same_for_one_and_three_people(
    django_assert_max_num_queries: Any, django_assert_num_queries: Any
) -> None:
    lobby = a_table()
    client = browser(a_person())
    client.get(url("lobby", lobby))
    with django_assert_max_num_queries(14) as first:
        client.get(url("lobby", lobby))
    join(lobby)
    join(lobby)
    with django_assert_num_queries(len(first)):
        client.get(url("lobby", lobby))


def test_seat_says_in_a_ranked_lobby_how_many_games_somebody_played_to_the_end() -> None:
    game, (leaver, stayed, hidden, *_others) = a_game(people=5, is_ranked=True)
    leave_seat(game_id=game.pk, user_id=leaver.pk)
    play_on(game, Random(1))
    Preferences.objects.update_or_create(user=hidden, defaults={"shows_games": False})
    lobby = a_table(leaver)
    for person in (stayed, hidden, a_person()):
        join(lobby, person)
    for is_ranked, expected in (
        (True, ["Played to the end: 0 of 1", "Played to the end: 1 of 1", "", ""]),
        (False, [""] * 4),
    ):
        Lobby.objects.filter(pk=lobby.pk).update(is_ranked=is_ranked)
        seats = page(browser(), url("lobby", lobby)).select(".lobby-seat:not(.lobby-seat-empty)")
        told = [seat.select_one(".lobby-seat-played") for seat in seats]
        assert [each.text if each else "" for each in told] == expected


def test_slow_lobby_tells_of_its_mails() -> None:
    said = {}
    for pace in ("relaxed", "1d"):
        lobby = a_lobby(pace=pace)
        said[pace] = (
            "we can write you an e-mail"
            in Client().get(f"/lobbies/{lobby.code}/").content.decode()
        )
    assert said == {"relaxed": False, "1d": True}


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


def test_invitation_fills_a_screen_with_picture_code_and_link() -> None:
    host = a_person()
    lobby = a_table(host, name="Friday night")
    path = url("lobby_invitation", lobby)
    assert page(browser(host), url("lobby", lobby)).select(f'a[href="{path}"]')
    soup = page(browser(), path)
    (picture,) = soup.select("img.invitation-qr")
    assert picture["src"] == url("lobby_qr", lobby)
    assert words(soup.select_one(".invitation-code .code")) == lobby.code
    (link,) = soup.select(f'a[href="/j/{lobby.code}/"]')
    assert words(link) == f"testserver/j/{lobby.code}/"
    assert soup.select(f'.invitation-page a[href="{url("lobby", lobby)}"]')
    # Nobody is invited to a table that is gone.
    seats.leave_lobby(lobby_id=lobby.pk, user=host)
    response = browser().get(path, follow=True)
    assert response.redirect_chain == [(url("lobby", lobby), 302)]


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


def test_host_is_offered_sizes_with_the_bots_they_take() -> None:
    host = a_person()
    lobby = a_table(host, most_players=8)
    people = [join(lobby) for _ in range(5)]
    client = browser(host)

    def offered() -> list[tuple[str, ...]]:
        buttons = page(client, url("lobby", lobby)).select("#lobby-sizes button")
        return [(str(each["value"]), words(each), str(each["aria-pressed"])) for each in buttons]

    assert offered() == [
        ("5", "5", "false"),
        ("6", "6", "true"),
        ("7", "7", "false"),
        ("8", "8", "false"),
    ]
    soup = page(client, url("lobby", lobby))
    assert "Chosen: 6 players, with 0 bots." in words_in(soup, ".size-chosen")
    # There are as many buttons as before, so that none moves; fewer than sit here cannot be chosen.
    assert [str(each["value"]) for each in soup.select(".size-choice[disabled]")] == ["5"]
    client.post(url("lobby_add_bot", lobby), {"size": "7"})
    assert [each[2] for each in offered()] == ["false", "false", "true", "false"]
    soup = page(client, url("lobby", lobby))
    assert "Chosen: 7 players, with 1 bot." in words_in(soup, ".size-chosen")
    # The pressed one shows it by more than its colour.
    assert [str(each.parent["value"]) for each in soup.select(".size-choice > svg")] == ["7"]  # type: ignore[index]
    assert lobby.seats.count() == 7
    for wrong in ("5", "99", "x", "٧"):
        client.post(url("lobby_add_bot", lobby), {"size": wrong})
    assert len(people_of(lobby)) == 6
    assert not page(browser(people[0]), url("lobby", lobby)).select("#lobby-sizes button")


def test_full_lobby_offers_to_wait_to_watch_or_to_go_on() -> None:
    lobby = a_full_table(5)
    said = words_in(page(browser(a_person()), url("lobby", lobby)), ".join-full")
    assert "whoever sits down first has it" in said
    assert "as a spectator" in said
    assert "Look for another table" in said
    Lobby.objects.filter(pk=lobby.pk).update(password="secret")
    # Nobody without a seat watches a game behind a password.
    said = words_in(page(browser(a_person()), url("lobby", lobby)), ".join-full")
    assert "as a spectator" not in said


def test_visit_says_that_a_person_is_here() -> None:
    lobby = a_table(a_person("Ana"))
    join(lobby, a_person("Bo"))
    LobbySeat.objects.update(seen_at=timezone.now() - timedelta(minutes=1))
    client = browser(lobby.host)

    def away() -> list[str]:
        return [
            words(each)
            for each in page(browser(), url("lobby", lobby)).select(".lobby-seat-away bdi")
        ]

    assert away() == ["Ana", "Bo"]
    client.get(url("lobby", lobby))
    assert away() == ["Bo"]


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


def test_settings_stand_in_groups_each_with_a_sentence() -> None:
    lobby = a_table(password="secret")
    groups = page(browser(lobby.host), url("lobby_settings", lobby)).select(
        "fieldset.settings-group"
    )
    names = ["Who may come", "How it is played", "Pace and clock", "Ranked or just for fun"]
    assert [words(group.legend) for group in groups] == names
    for group in groups:
        about = group.select_one(f"#{group['aria-describedby']}")
        assert words(about).endswith(".")
    # Every setting is in one of them, once.
    fields = [each["name"] for group in groups for each in group.select("input, select")]
    assert set(fields) == LobbyForm(lobby=lobby).fields.keys() - {"name"}
    # Choices among several have a box each.
    assert {name for name in fields if fields.count(name) > 1} == {"listing", "languages", "board"}


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


def test_rematch_button_brings_everybody_together() -> None:
    game, users = a_game(3, 2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    path = reverse("games:rematch", args=[game.code])
    answers = [browser(user).post(path)["Location"] for user in users]
    lobby = Lobby.objects.get(rematch_of=game)
    assert answers == [url("lobby", lobby)] * 3
    assert browser(a_person()).post(path).status_code == 403


def test_what_the_start_waits_for_stands_at_its_button() -> None:
    lobby = a_table()
    soup = page(browser(lobby.host), url("lobby", lobby))
    button = soup.select_one("#start-game[disabled]")
    assert button is not None
    assert (
        words(soup.select_one(f"#{button['aria-describedby']}")) == "Waiting for 4 more players."
    )
    full = a_full_table(5)
    soup = page(browser(full.host), url("lobby", full))
    assert soup.select_one("#start-game[disabled]") is None
    assert soup.select_one("#start-why") is None


def test_time_of_day_of_a_rematch_stands_there_without_scripts_alone() -> None:
    game, users = a_game(5, pace="relaxed")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    path = reverse("games:rematch", args=[game.code])
    lobby_path = browser(users[0]).post(path)["Location"]
    for soup in (page(browser(users[0]), lobby_path), page(browser(a_person()), lobby_path)):
        clock = soup.select_one("#lobby-status time[data-deadline]")
        assert clock is not None
        assert clock.find(string=True, recursive=False) is None
        assert re.fullmatch(r"\d\d:\d\d:\d\d UTC", words(clock.select_one("noscript")))
    assert "only the people of the last game" in words_in(soup, "#lobby-status")


def test_whoever_is_ready_takes_over_from_a_host_who_is_gone() -> None:
    lobby = a_table()
    heir = join(lobby)
    ready(lobby, [heir])
    client = browser(heir)
    assert not page(client, url("lobby", lobby)).select("#take-over")
    gone = timezone.now() - timedelta(minutes=2)
    lobby.seats.filter(user=lobby.host).update(seen_at=gone)
    button = page(client, url("lobby", lobby)).select_one("#take-over")
    assert button is not None
    client.post(str(button["formaction"]), {"seat": str(button["value"])})
    assert page(client, url("lobby", lobby)).select_one("#start-game") is not None
