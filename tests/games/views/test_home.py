"""The home page without scripts: open tables, quick seat, codes, and links back to running games."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Preferences
from accounts.presence import note_online
from games.engine.events import PolicyEnacted
from games.engine.ruleset import standard_ruleset
from games.models import Game, GameResult, Lobby, PlayerRating, Seat, SeatResult
from games.selectors.game import load_table
from games.selectors.past_games import outcome_of
from games.selectors.public_games import MOST_READ
from games.services import lobby_seats as seats
from games.services import lobby_start
from games.services.lobby_rematch import rematch
from games.services.watching import note_watching
from games.table import GameTable
from tests.factories import a_game, a_person, play_at_random
from tests.games.friends import befriend, members
from tests.games.lobbies import a_table, join, people_of, ready
from tests.games.nights.nights import a_night, a_night_with
from tests.games.statistics.stored import a_crowd, count_all, games_and_wins, random_games
from tests.games.views.lobby_forms import text, url
from tests.games.visits import browser, page, words

pytestmark = pytest.mark.django_db


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


def test_name_of_a_host_leads_to_the_page_about_them() -> None:
    host = a_person("Ana")
    a_table(host, name="Open to all")
    (link,) = page(browser(), "/").select(".table-card-host")
    assert words(link) == "Host: Ana"
    assert link["href"] == f"/players/{host.username}/"
    assert "Ana" in text(browser().get(link["href"]))


def test_visitor_sees_a_film_of_a_game_in_their_own_words() -> None:
    told = set()
    for path in ("/", "/es/", "/it/", "/pl/", "/nl/"):
        poster = page(browser(), path).select_one(".home-poster")
        assert poster is not None
        # The one thing to press comes before the film.
        parts = [str(part.get("id", "film")) for part in poster.select("#play-bots, .scene")]
        assert parts == ["play-bots", "film"]
        (scene,) = poster.select(".scene[role=img]")
        told.add((str(scene["aria-label"]), words(scene)))
        # One sentence says it all: nothing in it is reached by keys.
        assert not scene.select("a, button, input, [tabindex]")
    assert len(told) == 5
    # Somebody known has it on a desk; a phone shows them the open tables sooner.
    assert page(browser(a_person()), "/").select(".home-poster-known .home-picture")


def test_film_keeps_to_the_rules() -> None:
    soup = page(browser(), "/")
    ballots = [words(each) for each in soup.select(".scene-ballot")]
    assert (ballots.count("Ja!"), ballots.count("Nein!")) == (5, 2)
    assert [words(each)[-1] for each in soup.select(".scene-tally span")] == ["5", "2"]
    # Hitler wins as Chancellor after three Fascist policies.
    rules = standard_ruleset(len(ballots))
    assert len(soup.select(".scene-board-fascist use[href$=wolf]")) == rules.hitler_zone_at == 3
    for board, goal in (("liberal", rules.liberal_goal), ("fascist", rules.fascist_goal)):
        assert len(soup.select(f".scene-board-{board} > i")) == goal


def test_visitor_reads_in_three_pictures_how_a_game_goes_and_somebody_known_does_not() -> None:
    (told,) = page(browser(), "/").select("section[aria-labelledby=how-title]")
    parts = told.select("li")
    assert [words(part.h3) for part in parts] == [
        "Everybody gets a secret role",
        "All vote on each government",
        "Bad luck, or a lie?",
    ]
    assert all(part.select("svg[aria-hidden=true]") and words(part.p) for part in parts)
    assert not page(browser(a_person()), "/").select("#how-title")


def test_home_says_how_many_people_play_just_now() -> None:
    sentence = "people are playing right now."
    assert sentence not in text(browser().get("/"))
    game, _users = a_game(4, 1)
    a_game(5, pace="1d")
    a_game(5, is_public=False)
    assert f"4 {sentence}" in text(browser().get("/"))
    Seat.objects.filter(game=game, number=0).update(has_stand_in=True)
    assert f"3 {sentence}" in text(browser().get("/"))


def test_people_of_a_table_that_has_come_to_rest_are_not_counted_as_playing() -> None:
    asleep, awake = a_game(5, pace="none")[0], a_game(6, pace="none")[0]
    assert "11 people are playing right now." in text(browser().get("/"))
    long_ago = timezone.now() - timedelta(hours=1)
    Game.objects.filter(pk=asleep.pk).update(opened_at=long_ago)
    assert "6 people are playing right now." in text(browser().get("/"))
    Game.objects.filter(pk=awake.pk).update(opened_at=long_ago)
    assert "playing right now." not in text(browser().get("/"))


def test_more_people_than_at_the_tables_on_the_page_are_counted_as_playing() -> None:
    for _game in range(MOST_READ + 1):
        a_game(5)
    assert f"{5 * (MOST_READ + 1)} people are playing right now." in text(browser().get("/"))


def test_home_offers_the_latest_games_to_watch_again() -> None:
    assert not page(browser(), "/").select(".recent-game")
    random_games(5, a_crowd(10), seed=61)
    latest = GameResult.objects.select_related("game").order_by("-ended_at")[:2]
    shown = page(browser(), "/").select(".recent-game")
    assert [str(link["href"]) for link in shown] == [
        reverse("games:replay_step", args=[each.game.code, 0]) for each in latest
    ]
    for link, result in zip(shown, latest, strict=True):
        assert ("Liberals win" if result.winner == "liberal" else "Fascists win") in words(link)
        assert len(link.select("svg.emblem")) == result.size
        assert browser().get(str(link["href"])).status_code == 200


def test_home_tells_who_has_played_how_the_last_game_went() -> None:
    crowd = a_crowd(10)
    assert not page(browser(crowd[0]), "/").select("#last-game-title")
    random_games(4, crowd, seed=62)
    count_all()
    last = SeatResult.objects.filter(user=crowd[0]).order_by("-ended_at").first()
    assert last is not None
    soup = page(browser(crowd[0]), "/")
    (row,) = soup.select("[aria-labelledby=last-game-title] .past-game")
    assert row.select(f".outcome-{outcome_of(last).value}")
    assert row.select(f".role-{last.role}")
    assert row.select(f'a[href="{reverse("games:replay", args=[last.result.game.code])}"]')
    assert soup.select(f'a.button[href="{reverse("games:player", args=[crowd[0].username])}"]')
    counted = games_and_wins(crowd[0].pk)
    told = words(soup.select_one("[aria-labelledby=last-game-title] > p.cluster"))
    assert told.startswith(f"{counted.instances} games, won: {counted.successes}.")
    assert not page(browser(), "/").select("#last-game-title")


def test_home_shows_who_plays_ranked_games_the_way_to_the_leaderboard() -> None:
    crowd = a_crowd(10)
    random_games(6, crowd, seed=63)
    count_all()
    ratings = {each.user_id: each.games for each in PlayerRating.objects.all()}
    reader = next(person for person in crowd if ratings.get(person.pk))
    games = ratings[reader.pk]
    told = page(browser(reader), "/").select_one("[aria-labelledby=last-game-title]")
    assert told is not None
    assert f"{games} of 10 ranked games" in words(told)
    assert told.select_one(f'svg.bar rect[width="{games}"]')
    PlayerRating.objects.filter(pk=reader.pk).update(games=10)
    told = page(browser(reader), "/").select_one("[aria-labelledby=last-game-title]")
    assert told is not None
    assert not told.select(".bar")


def test_home_asks_the_database_the_same_for_one_and_three_tables(
    django_assert_max_num_queries: Any, django_assert_num_queries: Any
) -> None:
    client = browser(a_person())
    client.get("/")
    a_table()
    with django_assert_max_num_queries(12) as first:
        client.get("/")
    for _ in range(2):
        join(a_table())
    with django_assert_num_queries(len(first)):
        client.get("/")


# One's own tables, and games to watch


def named(game: Game, name: str, **fields: Any) -> Game:
    Game.objects.filter(pk=game.pk).update(name=name, **fields)
    return Game.objects.get(pk=game.pk)


def test_own_games_come_first_and_say_whose_turn_it_is() -> None:
    game, users = a_game(5)
    game = named(game, "Monday")
    president = load_table(game.pk).state.president
    other = (president + 1) % 5
    waits = page(browser(users[other]), "/")
    assert [words(each) for each in waits.select(".own-table")] == [
        f"Monday Presidential candidate {users[president].display_name} nominates a Chancellor."
    ]
    own = page(browser(users[president]), "/")
    assert [words(each) for each in own.select(".own-table-turn")] == [
        "Monday Your turn You are the presidential candidate: nominate a Chancellor."
    ]
    # Before all that is not one's own, and named once.
    assert own.main is not None
    assert own.main.find("section") == own.select_one(".own-tables")
    assert not own.select(".running-game")
    assert not page(browser(), "/").select(".own-tables")


def test_game_that_waits_for_the_reader_comes_before_the_others() -> None:
    first, second = (a_game(5) for _game in range(2))
    for game, users in (first, second):
        Seat.objects.filter(game=game, number=0).update(user=users[0])
    reader = a_person()
    president = load_table(second[0].pk).state.president
    for (game, _users), number in ((first, None), (second, president)):
        table = load_table(game.pk).state.president
        Seat.objects.filter(
            game=game, number=(table + 1) % 5 if number is None else number
        ).update(user=reader)
    named(first[0], "Waits", seating=9)
    named(second[0], "Mine", seating=9)
    own = page(browser(reader), "/").select(".own-table-name")
    assert [words(each) for each in own] == ["Mine", "Waits"]


def test_twelve_slow_games_of_ones_own_are_read_in_twelve_queries(
    settings: Settings, django_assert_max_num_queries: Any
) -> None:
    settings.HOME_KEPT_SECONDS = 60
    cache.clear()
    reader = a_person(is_guest=False)
    for _game in range(12):
        game, _users = a_game(5, pace="1d")
        Seat.objects.filter(game=game, number=0).update(user=reader)
        named(game, "Slow", seating=9)
    client = browser(reader)
    # The first look of this process reads each of them.
    assert len(page(client, "/").select(".own-table")) == 12
    with django_assert_max_num_queries(12):
        client.get("/")


def test_only_public_games_of_others_are_offered_to_watch() -> None:
    game, users = a_game(5)
    shown = named(game, "For all")
    named(a_game(5)[0], "By link", is_public=False)
    named(a_game(5)[0], "Locked", is_locked=True)
    named(a_game(5)[0], "Over", status=Game.Status.FINISHED)
    (watched,) = page(browser(a_person()), "/").select(".watch")
    assert watched["href"] == reverse("games:table", args=[shown.code])
    assert words(watched) == "For all Round 1, 5 players · No time limit"
    assert len(watched.select(".watch-faces .emblem")) == 5
    assert not page(browser(users[0]), "/").select(".watch")


def test_game_to_watch_shows_its_enacted_policies_in_order() -> None:
    game = a_game(5)[0]

    def enacted(table: GameTable) -> list[str]:
        return [each.policy.party.value for each in table.log if isinstance(each, PolicyEnacted)]

    seen = enacted(play_at_random(game, Random(8), until=lambda table: len(enacted(table)) == 4))
    assert len(set(seen)) == 2
    (watched,) = page(browser(), "/").select(".watch")
    shown = [
        "liberal" if "side-liberal" in each["class"] else "fascist"
        for each in watched.select("[class*=side-]")
    ]
    assert shown == seen
    liberal = seen.count("liberal")
    assert f"Enacted: {liberal} Liberal, {4 - liberal} Fascist." in words(watched)


def test_games_that_people_watch_come_first_with_their_number() -> None:
    games = [named(a_game(5)[0], name) for name in ("Few", "None", "Many")]
    for game, count in zip(games, (1, 0, 3), strict=True):
        note_watching(game.pk, count)
    told = [words(each) for each in page(browser(), "/").select(".watch .own-table-head")]
    assert told == ["Many 3 watch", "Few 1 watches", "None"]


def test_games_to_watch_take_as_many_queries_for_many_as_for_one(
    django_assert_max_num_queries: Any, django_assert_num_queries: Any
) -> None:
    a_game(5)
    browser().get("/")
    with django_assert_max_num_queries(8) as first:
        browser().get("/")
    for _game in range(3):
        a_game(7)
    with django_assert_num_queries(len(first)):
        browser().get("/")


def test_visitor_takes_a_quick_seat_with_a_name() -> None:
    table = a_table()
    client = browser()
    page = client.get("/")
    assert 'name="guest-name"' in text(page)
    response = client.post("/quick-seat/", {"guest-name": "Walker"}, follow=True)
    assert response.redirect_chain == [(url("lobby", table), 302)]
    assert [user.display_name for user in people_of(table)][1:] == ["Walker"]


def test_home_leads_a_visitor_to_a_table_of_bots_in_one_press() -> None:
    client = browser()
    soup = page(client, "/")
    button = soup.select_one("#play-bots")
    assert button is not None
    form = button.find_parent("form")
    assert form is not None
    # It is the form's first button: what Enter in the name's field presses.
    assert form.select_one("button") is button
    assert soup.select('a#home-tour.button[href="/tour/"]')
    response: Any = client.post(str(form["action"]), {"guest-name": ""}, follow=True)
    (game,) = Game.objects.all()
    assert response.redirect_chain == [(f"/games/{game.code}/", 302)]
    assert game.lobby is None or not game.lobby.is_public
    assert game.seats.filter(user__isnull=False).count() == 1


def test_bots_take_the_name_that_is_typed() -> None:
    browser().post("/tour/table/", {"guest-name": "Walker"})
    (own,) = (seat.user.display_name for seat in Game.objects.get().seats.all() if seat.user)
    assert own == "Walker"


def test_bots_refuse_a_name_that_nobody_may_have() -> None:
    response = browser().post("/tour/table/", {"guest-name": "W"})
    assert response.status_code == 400
    assert 'aria-invalid="true"' in text(response)
    assert not Game.objects.exists()


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


def test_visitor_opens_a_table_in_one_tap() -> None:
    client = browser()
    assert reverse("games:lobby_open") in text(client.get("/"))
    response = client.post(reverse("games:lobby_open"), {"guest-name": "Walker"})
    lobby = Lobby.objects.get()
    assert response["Location"] == url("lobby", lobby)
    assert (lobby.host.display_name, lobby.is_public, lobby.most_players) == ("Walker", True, 10)
    assert client.get(reverse("games:lobby_open"))["Location"] == "/"


def test_table_for_friends_is_not_in_the_list_and_their_talk_is_free() -> None:
    ana, friend = browser(), browser()
    page = text(ana.get("/"))
    assert re.search(r'id="open-table"[^>]*name="listing" value="link"', page)
    ana.post(reverse("games:lobby_open"), {"guest-name": "Ana", "listing": "link"})
    lobby = Lobby.objects.get()
    assert not lobby.is_public
    assert url("lobby", lobby) not in text(browser().get("/"))
    friend.post(url("lobby_join", lobby), {"guest-name": "Bo"})
    assert 'name="text"' in text(friend.get(url("lobby", lobby))), "a guest writes freely here"


@pytest.mark.parametrize("typed", [{}, {"guest-name": " "}])
def test_visitor_who_types_no_name_opens_a_table_with_a_made_one(typed: dict[str, str]) -> None:
    browser().post(reverse("games:lobby_open"), typed)
    assert re.fullmatch(r"Guest \d+", Lobby.objects.get().host.display_name)


def test_table_in_one_tap_is_refused_to_whoever_is_playing() -> None:
    _game, users = a_game(5)
    response = browser(users[0]).post(reverse("games:lobby_open"))
    assert response.status_code == 409
    assert not Lobby.objects.open().exists()


# The name of a visitor is kept on the device


def typed_in(client: Client, path: str) -> str:
    field = page(client, path).find("input", autocomplete="nickname")
    assert field is not None
    return str(field.get("value", ""))


@pytest.mark.parametrize("path", ["/quick-seat/", "/lobbies/open/", "/lobbies/new/"])
def test_refused_name_is_still_there_in_another_language(path: str) -> None:
    client = browser()
    client.post(path, {"guest-name": "Zoë@home"})
    assert [typed_in(client, each) for each in ("/pl/", "/lobbies/new/", "/accounts/guest/")] == [
        "Zoë@home"
    ] * 3


def test_name_comes_back_with_its_person_and_goes_with_the_account() -> None:
    client = browser()
    client.post("/lobbies/open/", {"guest-name": "Žofie"})
    client.post("/accounts/logout/")
    assert typed_in(client, "/") == "Žofie"
    client.post("/lobbies/open/", {"guest-name": "Žofie"})
    client.post("/accounts/close/", {"certain": "on"})
    assert typed_in(client, "/") == ""


def test_hostile_name_of_a_device_is_shown_as_text() -> None:
    client = browser()
    client.cookies["device_name"] = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E" * 9
    assert typed_in(client, "/") == '"><script>alert(1)</scri'


# The link to the running game, on every page


def test_rematch_calls_those_of_the_game_only() -> None:
    game, users = a_game(3, 2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    lobby = rematch(game=game, user=users[0])
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
    lobby_start.start_lobby_game(lobby_id=a_filled(lobby).pk, user=lobby.host)
    assert "Your game is running: Friday" in text(client.get("/about/"))


def a_filled(lobby: Lobby) -> Lobby:
    seats.add_bots(lobby_id=lobby.pk, user=lobby.host, fill=True)
    ready(lobby, people_of(lobby))
    return lobby


# Friends at tables, and game nights


def test_home_shows_members_their_friends_at_tables_with_a_seat_in_one_press() -> None:
    reader, sitter, player, hidden, away = members(5)
    for friend in (sitter, player, hidden, away):
        befriend(reader, friend)
    note_online([sitter.pk, player.pk, hidden.pk])
    Preferences.objects.filter(user=hidden).update(shows_presence=False)
    lobby = a_table(name="Friday")
    for person in (sitter, hidden):
        join(lobby, person)
    game = named(a_game(5)[0], "Saturday")
    Seat.objects.filter(game=game, number=0).update(user=player)
    soup = page(browser(reader), "/")
    (section,) = soup.select("#friends-at-tables:not([hidden])")
    assert [words(each) for each in section.select(".friend-who a")] == [
        sitter.display_name,
        player.display_name,
    ]
    form = soup.select_one("form#sit-down")
    assert form is not None
    (seat,) = section.select("button[form=sit-down]")
    answer: Any = browser(reader).post(str(seat["formaction"]), follow=True)
    assert answer.redirect_chain == [(url("lobby", lobby), 302)]
    # Nobody else is told of them.
    assert not page(browser(away), "/").select("#friends-at-tables:not([hidden])")
    assert not page(browser(), "/").select("#friends-at-tables")
    assert not page(browser(a_person()), "/").select("#friends-at-tables")


def test_home_shows_the_nights_of_this_evening_and_who_comes_is_told_so() -> None:
    night, people = a_night_with(3, name="Friday", starts_at=timezone.now() + timedelta(hours=3))
    a_night(name="Next week", starts_at=timezone.now() + timedelta(days=7))
    for reader, comes in ((people[0], True), (a_person(), False)):
        (shown,) = page(browser(reader), "/").select("[aria-labelledby=tonight-title] .watch")
        assert shown["href"] == reverse("nights:night", args=[night.code])
        assert "Friday" in words(shown)
        assert ("You are coming" in words(shown)) is comes
        assert shown.select("time[data-local][datetime]")
    assert page(browser(), "/").select("[aria-labelledby=tonight-title]")
