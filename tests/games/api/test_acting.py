"""Acting with a token: scopes, the pages' services, and exactly what one's own seat knows."""

from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.api.scopes import TokenScope
from games.engine.codec import encode_action
from games.models import Game, Lobby
from games.selectors.game import load_table
from tests.factories import a_game, a_person, play_at_random, seen_by
from tests.games.api.callers import V1, a_token, assert_problem, get, post, with_token

pytestmark = pytest.mark.django_db
PLAY, LOBBIES = TokenScope.TABLE_PLAY, TokenScope.LOBBIES_WRITE


def some_way_on() -> tuple[Game, list[User]]:
    game, users = a_game(5)
    play_at_random(game, Random(4), until=lambda table: table.version > 40)
    return game, users


def test_each_seat_reads_exactly_its_observation() -> None:
    game, users = some_way_on()
    table = load_table(game.pk)
    seen = [get(f"/games/{game.code}/seat", a_token(each, PLAY)).json() for each in users]
    for number, told in enumerate(seen):
        known, observation = told["observation"], seen_by(table, number)
        assert known["viewer"] == number
        assert known["roles"] == list(observation.roles)
        assert known["hand"] == list(observation.hand)
        assert known["own_ballot"] == observation.own_ballot
        assert known["decision"] == table.decision
        assert len(known["memories"]) == len(observation.memories)
        assert known["past_rounds"] == [
            {**asdict(each), "votes": list(each.votes)} for each in observation.past_rounds
        ]
        told_actions = [encode_action(each) for each in observation.legal_actions]
        assert [each["action"] for each in known["legal_actions"]] == [
            each["type"] for each in told_actions
        ]
    assert len({str(each["observation"]["roles"]) for each in seen}) > 1


def test_what_is_no_seats_business_changes_nothing_in_its_answer() -> None:
    game, users = a_game(5)
    play_at_random(game, Random(1), until=lambda table: len(table.undecided()) > 1)
    table = load_table(game.pk)
    watching = next(seat for seat in range(5) if seat not in table.undecided()[:1])
    token, before = a_token(users[watching], PLAY), None
    voter = next(seat for seat in table.undecided() if seat != watching)
    answers = []
    for ja in (True, False):
        acted = post(
            f"/games/{game.code}/actions",
            a_token(users[voter], PLAY),
            action="vote", ja=ja, decision=table.decision, action_id=f"v{ja}",
        )  # fmt: skip
        assert acted.status_code == 200, acted.content
        answers.append(get(f"/games/{game.code}/seat", token).content)
    assert before is None
    assert answers[0] == answers[1]


def play_one(game: Game, token: str, number: int) -> Any:
    """Act as the seat of this token, if it can."""
    known = get(f"/games/{game.code}/seat", token).json()["observation"]
    if not known["legal_actions"]:
        return None
    asked = {key: value for key, value in known["legal_actions"][0].items() if value is not None}
    return post(
        f"/games/{game.code}/actions",
        token,
        **asked,
        decision=known["decision"],
        action_id=f"a{number}",
    )


def test_whole_game_is_played_over_the_interface() -> None:
    game, users = a_game(5)
    tokens = [a_token(each, PLAY) for each in users]
    for number in range(400):
        answer = play_one(game, tokens[number % 5], number)
        assert answer is None or answer.status_code == 200, answer.content
        if answer is not None and answer.json()["is_over"]:
            break
    table = load_table(game.pk)
    assert table.is_over or table.version > 150


def test_refusals_are_those_of_the_page_and_the_same_action_counts_once() -> None:
    game, users = a_game(5)
    table = load_table(game.pk)
    seat = table.undecided()[0]
    token = a_token(users[seat], PLAY)
    asked: dict[str, Any] = {"action": "nominate", "action_id": "n1"}
    path = f"/games/{game.code}/actions"
    assert_problem(
        post(path, token, **asked, target=seat, decision=table.decision), 409, "target_is_self"
    )
    assert_problem(
        post(path, token, **asked, target=(seat + 1) % 5, decision="9.vote"), 409, "stale_decision"
    )
    assert_problem(
        post(path, token, action="dance", action_id="x", decision="x"), 400, "malformed"
    )
    version = load_table(game.pk).version
    for _again in range(2):
        answer = post(path, token, **asked, target=(seat + 1) % 5, decision=table.decision)
        assert answer.status_code == 200
    assert load_table(game.pk).version == version + 1
    stranger = a_token(a_person(), PLAY)
    assert_problem(get(f"/games/{game.code}/seat", stranger), 403, "not_seated")


def test_token_does_only_what_its_scopes_allow() -> None:
    game, users = a_game(5)
    token = a_token(users[0], TokenScope.NOTICES_READ)
    assert get("/me/notices", token).status_code == 200
    for path in (f"/games/{game.code}/seat", "/me/places"):
        assert_problem(get(path, token), 403, "scope_missing")
        assert_problem(get(path), 401, "token_missing")
    assert_problem(post("/tables", token), 403, "scope_missing")


def test_private_games_are_read_with_the_scope_for_them() -> None:
    game, users = a_game(5, password="x")
    assert get(f"/games/{game.code}", a_token(users[0], TokenScope.GAMES_READ)).status_code == 200
    assert get(f"/games/{game.code}", a_token(users[0], PLAY)).status_code == 404
    assert (
        get(f"/games/{game.code}", a_token(a_person(), TokenScope.GAMES_READ)).status_code == 404
    )


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({}, ("standard", "", 5, 10)),
        ({"board": "rebalanced", "board_name": "x"}, ("rebalanced", "", 5, 10)),
        (
            {"board": "7-2-nisee-k1-z3-v5-6x11-0x0-c1", "board_name": "Ours"},
            ("7-2-nisee-k1-z3-v5-6x11-0x0-c1", "Ours", 7, 7),
        ),
    ],
)
def test_table_is_opened_with_a_board(fields: dict[str, str], kept: tuple[object, ...]) -> None:
    opened = post("/tables", a_token(a_person(), LOBBIES), **fields)
    lobby = Lobby.objects.get(code=opened.json()["code"])
    assert (lobby.board, lobby.board_name, lobby.fewest_players, lobby.most_players) == kept


def test_table_with_a_board_that_cannot_be_played_is_not_opened() -> None:
    token = a_token(a_person(), LOBBIES)
    for board in ("nonsense", "7-3-nisee-k0-z3-v5-6x11-0x0-c1"):
        assert_problem(post("/tables", token, board=board), 422, "malformed")
    ranked = {"board": "7-2-nisee-k1-z3-v5-6x11-0x0-c1", "is_ranked": True}
    refused = post("/tables", token, **ranked)
    assert_problem(refused, 422, "malformed")
    assert [each["at"] for each in refused.json()["errors"]] == [["body", "chosen", "board"]]
    assert all(each["type"] and each["text"] for each in refused.json()["errors"])
    assert not Lobby.objects.exists()


@pytest.mark.parametrize("body", ["[]", "null", '"x"', "3", "{"])
def test_body_that_is_no_object_opens_no_table(body: str) -> None:
    answer = Client().post(
        f"{V1}/tables", body, content_type="application/json",
        headers=with_token(a_token(a_person(), LOBBIES), {}),
    )  # fmt: skip
    assert_problem(answer, 400, "malformed")
    assert not Lobby.objects.exists()


def test_table_is_opened_joined_and_started() -> None:
    people = [a_person() for _ in range(5)]
    tokens = [a_token(each, LOBBIES, PLAY) for each in people]
    opened = post("/tables", tokens[0], name="By program", most_players=5, is_public=False)
    assert opened.status_code == 200, opened.content
    code = opened.json()["code"]
    assert_problem(post(f"/tables/{code}/start", tokens[0]), 409, "not_enough_players")
    for token in tokens[1:]:
        assert post(f"/tables/{code}/join", token).status_code == 200
    for token in tokens:
        told = post(f"/tables/{code}/ready", token, is_ready=True).json()
    assert [each["is_ready"] for each in told["seats"]] == [True] * 5
    started = post(f"/tables/{code}/start", tokens[0])
    assert started.status_code == 200, started.content
    assert not started.json()["is_open"]
    game = started.json()["game"]
    assert get("/me/places", tokens[1]).json() == [
        {"kind": "game", "code": game, "name": "By program"}
    ]
    assert_problem(post(f"/tables/{code}/join", tokens[2]), 409, "lobby_started")
    assert_problem(get("/tables/NOSUCH", tokens[2]), 404, "lobby_not_found")
