"""The open interface without a token: what anybody may read, and nothing of a running game that is secret."""

import json
from random import Random
from typing import Any

import pytest
from django.test import AsyncClient, Client
from django.utils import timezone

from accounts.models import Preferences, User
from games.models import Game, GameResult
from games.records.record import parse_record
from games.records.replay import replay
from games.selectors.game import load_table
from games.services import lobby_seats as seats
from tests.factories import a_game, a_lobby, a_person, play_at_random, seen_by
from tests.games.api.callers import V1, assert_problem, get
from tests.games.clubs.people import a_club
from tests.games.lobbies import registered

pytestmark = pytest.mark.django_db
# A stream is read on another thread, on another connection.
on_threads = pytest.mark.django_db(transaction=True)


def test_player_is_told_with_rating_numbers_and_games(crowd: list[User]) -> None:
    person = crowd[0]
    told = get(f"/players/{person.username}").json()
    assert told["address"] == person.username
    assert sum(told["games"].values()) > 0
    numbers = get(f"/players/{person.username}/statistics").json()
    won = [each for of in numbers for each in of["measures"] if each["measure"] == "won"]
    assert won
    assert all(
        each["low"] <= each["successes"] / each["instances"] <= each["high"] for each in won
    )
    games = get(f"/players/{person.username}/games").json()["games"]
    assert games
    assert games[0]["ended_at"] >= games[-1]["ended_at"]
    # Not the newest games again for who asks from nonsense on.
    assert_problem(get(f"/players/{person.username}/games?before=yesterday"), 404, "not_found")
    # Nothing of a list that is hidden.
    Preferences.objects.filter(user=person).update(shows_games=False)
    assert get(f"/players/{person.username}").json()["shows_games"] is False
    assert get(f"/players/{person.username}/games").json() == {"games": [], "before": None}


def test_boards_and_community_are_told(crowd: list[User]) -> None:
    board = get("/leaderboard").json()
    assert board["least_games"] > 0
    for season in get("/seasons").json():
        assert get(f"/seasons/{season}").json()["season"] == season
    assert any(each["measure"] == "liberal_wins" for each in get("/community").json())


def test_open_tables_clubs_and_nights_are_listed() -> None:
    lobby = a_lobby(a_person("Ana"))
    seats.join_lobby(lobby_id=lobby.pk, user=lobby.host)
    hidden = a_lobby(a_person(), is_public=False)
    codes = [each["code"] for each in get("/tables").json()]
    assert lobby.code in codes
    assert hidden.code not in codes
    club = a_club(registered())
    assert [each["slug"] for each in get("/clubs").json()] == [club.slug]
    assert get(f"/clubs/{club.slug}").json()["members"] == 1
    assert get("/nights").json() == []


CUSTOM = "5-1-nnpee-k1-z2-v4-6x11-1x1-c0"


def test_tables_and_games_name_their_board() -> None:
    lobby = a_lobby(
        a_person("Ana"), board=CUSTOM, board_name="Short", fewest_players=5, most_players=5
    )
    seats.join_lobby(lobby_id=lobby.pk, user=lobby.host)
    (table,) = get("/tables").json()
    assert (table["board"], table["board_name"]) == (CUSTOM, "Short")
    game, users = a_game(5, board=CUSTOM, board_name="Short", is_public=True)
    ruleset = get(f"/games/{game.code}").json()["observation"]["ruleset"]
    assert (ruleset["board"], ruleset["hitler_zone_at"], ruleset["fascists_at_start"]) == (
        CUSTOM,
        2,
        1,
    )
    play_at_random(game, Random(2))
    (told,) = get(f"/players/{users[0].username}/games").json()["games"]
    assert (told["board"], told["board_name"]) == (CUSTOM, "Short")
    record = get(f"/games/{game.code}/record").json()
    assert (record["version"], record["board"]) == (2, CUSTOM)
    Game.objects.filter(pk=game.pk).update(is_public=False)
    (told,) = get(f"/players/{users[0].username}/games").json()["games"]
    # The host's words, like the name of a private table.
    assert (told["board"], told["board_name"], told["name"]) == (CUSTOM, "", "")


def test_running_game_is_told_as_a_spectator_sees_it() -> None:
    game, users = a_game(5)
    play_at_random(game, Random(2), until=lambda table: table.version > 25)
    before = get(f"/games/{game.code}").json()
    table = load_table(game.pk)
    known = before["observation"]
    assert known["viewer"] is None
    assert known["roles"] == [None] * 5
    assert (known["hand"], known["memories"], known["legal_actions"]) == ([], [], [])
    assert known["version"] == seen_by(table, None).version
    assert [seat["name"] for seat in before["seats"]] == [user.display_name for user in users]
    # A cookie makes nobody more than a spectator.
    client = Client()
    client.force_login(users[0])
    assert client.get(f"{V1}/games/{game.code}").json()["observation"] == known
    assert_problem(get(f"/games/{game.code}/record"), 404, "not_found")


def test_private_game_is_there_for_its_address_and_one_with_a_password_is_not() -> None:
    by_link, _people = a_game(5, is_public=False)
    locked, _owners = a_game(5, password="x")
    assert get(f"/games/{by_link.code}").status_code == 200
    assert_problem(get(f"/games/{locked.code}"), 404, "game_not_found")
    codes = [each["code"] for each in get("/games/running").json()]
    assert not {by_link.code, locked.code} & set(codes)


def test_record_of_a_finished_game_is_that_of_the_page() -> None:
    game, _users = a_game(5)
    play_at_random(game, Random(3))
    record = get(f"/games/{game.code}/record").json()
    assert record == Client().get(f"/games/{game.code}/record.json").json()
    assert list(replay(parse_record(record)))
    assert None not in get(f"/games/{game.code}").json()["observation"]["roles"]


async def lines(path: str) -> list[Any]:
    answer: Any = await AsyncClient().get(f"{V1}{path}")
    assert answer.status_code == 200
    parts = [part async for part in answer.streaming_content]
    return [json.loads(line) for line in b"".join(parts).splitlines()]


@on_threads
async def test_month_is_streamed_and_goes_on_behind_any_game(committed_crowd: list[User]) -> None:
    hidden = committed_crowd[1]
    await Preferences.objects.filter(user=hidden).aupdate(shows_games=False)
    private = await Game.objects.filter(result__isnull=False).afirst()
    assert private is not None
    await Game.objects.filter(pk=private.pk).aupdate(is_public=False)
    await GameResult.objects.aupdate(ended_at=timezone.now())
    month = f"{timezone.now():%Y-%m}"
    records = await lines(f"/months/{month}/games")
    codes = [each["meta"]["id"] for each in records]
    assert len(codes) > 5
    assert len(set(codes)) == len(codes)
    assert private.code not in codes
    names = {name for each in records for name in each["players"]}
    assert committed_crowd[2].display_name in names
    assert hidden.display_name not in names
    assert all(list(replay(parse_record(each))) for each in records)
    rest = await lines(f"/months/{month}/games?after={codes[3]}")
    assert [each["meta"]["id"] for each in rest] == codes[4:]
    assert await lines("/months/2020-01/games") == []
