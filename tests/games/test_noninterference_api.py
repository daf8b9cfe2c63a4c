"""What programs are told of a running table depends on nothing that their caller may not know.

As in test_noninterference: a game, and the same game dealt anew in everything that a viewer may not know, must give
this viewer the same bytes at every address of the open interface, in every phase, and the same lines of its streams,
for each seat and for a spectator.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.utils import timezone

import games.api
from accounts.models import User
from games.api.scopes import TokenScope
from games.engine.codec import encode_event
from games.engine.decide import actors
from games.engine.events import Event
from games.engine.state import fold
from games.engine.vocabulary import BoardKind, Phase
from games.models import Game, GameEvent
from games.values.actor import Actor
from tests.conftest import LONG
from tests.factories import a_game
from tests.games.api.callers import V1, a_token, get, post
from tests.games.test_noninterference import (
    CUSTOM_BOARD,
    RUNNING,
    Steps,
    flat,
    stage,
    steps_of,
)
from tests.redeal import redeal, redeal_steps

STANDARD = BoardKind.STANDARD.value
SCHEMA = json.loads((Path(games.api.__file__).parent / "openapi.json").read_text())
# Without the streams, which have tests of their own below, and a month's finished games.
ADDRESSES = [
    path.removeprefix(V1)
    for path, operations in SCHEMA["paths"].items()
    if "get" in operations and not path.endswith("stream") and "{month}" not in path
]
# What is the same for everybody is asked for without a token only.
ABOUT_THE_TABLE = [path for path in ADDRESSES if "{" in path or path.startswith(("/me", "/games"))]
# Each is refused to a seat that has nothing to decide.
ACTIONS: list[dict[str, Any]] = [
    {"action": "enact", "card": "L"},
    {"action": "discard", "card": "F"},
    {"action": "investigate", "target": 0},
    {"action": "execute", "target": 1},
    {"action": "veto_request"},
    {"action": "peek"},
]
# Counts of requests that are left.
COUNTS = {"RateLimit", "RateLimit-Policy", "Retry-After"}

pytestmark = [pytest.mark.any_database, pytest.mark.django_db(transaction=True)]


def told_by(answer: Any) -> tuple[Any, ...]:
    """Everything in an answer but the counts."""
    headers = {name: value for name, value in answer.headers.items() if name not in COUNTS}
    return answer.status_code, headers, answer.content


def answers_to(game: Game, token: str, *, acts: bool) -> dict[str, tuple[Any, ...]]:
    """What every address answers about this table, and what it says to actions that it refuses."""
    names = {
        "code": game.code,
        "name": game.seats.get(number=0).shown_name,
        "slug": "none",
        "season": "2026-Q1",
    }
    paths = ABOUT_THE_TABLE if token else ADDRESSES
    told = {path: told_by(get(path.format_map(names), token)) for path in paths}
    if acts:
        decision = json.loads(told["/games/{code}"][2])["observation"]["decision"]
        for number, action in enumerate(ACTIONS):
            wish = {**action, "decision": decision, "action_id": f"refused-{number}"}
            answer = post(f"/games/{game.code}/actions", token, **wish)
            assert answer.status_code >= 400, wish
            told[f"{action}"] = told_by(answer)
    return told


def table_like(log: Sequence[Event], board: str) -> tuple[Game, list[User], list[str]]:
    """A game for this log, its people, and a token for each of them."""
    players = fold(log).ruleset.players
    game, users = a_game(players, board=board)
    scopes = (TokenScope.TABLE_PLAY, TokenScope.GAMES_READ, TokenScope.NOTICES_READ)
    return game, users, [a_token(each, *scopes) for each in users]


@pytest.mark.parametrize(
    ("seed", "board"),
    [
        (7, STANDARD),
        (3, CUSTOM_BOARD),
        *(pytest.param(seed, STANDARD, marks=pytest.mark.long) for seed in (20,)),
        *(pytest.param(seed, CUSTOM_BOARD, marks=pytest.mark.long) for seed in (30,)),
    ],
)
def test_answers_do_not_depend_on_what_the_caller_may_not_know(seed: int, board: str) -> None:
    rng = Random(seed)
    choices: dict[str, Any] = {"players": 8, "board": board}
    wanted, differed, compared = set(RUNNING), 0, 0
    game, _users, tokens = table_like(flat(steps_of(seed, **choices)), board)
    for other_seed in range(seed, seed + 200):
        log: list[Event] = []
        for step in steps_of(other_seed, **choices):
            log += step
            state = fold(log)
            if state.phase not in wanted:
                continue
            wanted.discard(state.phase)
            seats = range(8) if LONG else rng.sample(range(8), 2)
            for seat in (None, *seats):
                token = "" if seat is None else tokens[seat]
                acts = seat is not None and seat not in actors(state)
                other = redeal(log, seat, rng)
                differed += other != tuple(log)
                compared += 1
                stage(game, log)
                told = answers_to(game, token, acts=acts)
                stage(game, other)
                assert told == answers_to(game, token, acts=acts), f"{state.phase}, viewer {seat}"
                assert told["/games/{code}"][0] == 200
                assert (told["/games/{code}/seat"][0] == 200) is (seat is not None)
        if not wanted - WITHOUT.get(board, set()):
            break
    assert not wanted - WITHOUT.get(board, set())
    assert differed > compared * 0.8


# Eight players have no peek on the printed board.
WITHOUT: dict[str, set[Phase]] = {STANDARD: {Phase.PEEK}}


def go_on(game: Game, log: Sequence[Event], step: Sequence[Event]) -> None:
    """Add the events of a step to those of the game."""
    rows = []
    for seq, event in enumerate(step, start=len(log) - len(step) + 1):
        kind, payload = encode_event(event)
        now = timezone.now()
        rows.append(
            GameEvent(
                game=game, seq=seq, kind=kind, payload=payload, actor=Actor.CLOCK, created_at=now
            )
        )
    GameEvent.objects.bulk_create(rows)
    state = fold(log)
    Game.objects.filter(pk=game.pk).update(
        version=len(log), phase=state.phase.value, round=state.round
    )


async def lines_of(game: Game, steps: Steps, token: str) -> list[bytes]:
    """Every line of the stream of a table that is played step by step, with a look after each step."""
    log = list(steps[0])
    await sync_to_async(stage)(game, log)
    seat = "/seat" if token else ""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer: Any = await AsyncClient().get(f"{V1}/games/{game.code}{seat}/stream", headers=headers)
    assert answer.status_code == 200
    stream, lines = aiter(answer.streaming_content), []

    async def look() -> None:
        async for line in stream:
            if json.loads(line)["type"] == "heartbeat":
                return
            lines.append(line)

    await look()
    for step in steps[1:]:
        log += step
        await sync_to_async(go_on)(game, log, step)
        await look()
    answer.close()
    return lines


async def assert_streams_tell_nothing(
    seed: int, board: str, seats: Sequence[int | None], most_steps: int | None = None
) -> None:
    steps = steps_of(seed, players=8, board=board)[:most_steps]
    game, _users, tokens = await sync_to_async(table_like)(flat(steps), board)
    for seat in seats:
        other = redeal_steps(flat(steps), seat, Random(seed))
        assert flat(other) != flat(steps)
        token = "" if seat is None else tokens[seat]
        lines = await lines_of(game, steps, token)
        assert lines == await lines_of(game, other, token), f"viewer {seat}"
        # The ballots that somebody changed make no line.
        assert 20 < len(lines) < len(steps)


@pytest.fixture
def _a_look_a_step(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """A heartbeat ends each look."""
    monkeypatch.setattr("games.api.streams.HEARTBEAT_SECONDS", 0)
    settings.API_LOOK_SECONDS = 0


@pytest.mark.usefixtures("_a_look_a_step")
@pytest.mark.parametrize(("seed", "board"), [(2, STANDARD), (4, CUSTOM_BOARD)])
async def test_lines_of_streams_do_not_depend_on_what_the_reader_may_not_know(
    seed: int, board: str
) -> None:
    await assert_streams_tell_nothing(seed, board, [None, 0], most_steps=60)


@pytest.mark.long
@pytest.mark.usefixtures("_a_look_a_step")
@pytest.mark.parametrize("board", [STANDARD, CUSTOM_BOARD])
@pytest.mark.parametrize("seed", [10])
async def test_lines_of_streams_do_not_depend_on_what_the_reader_may_not_know_long(
    seed: int, board: str
) -> None:
    await assert_streams_tell_nothing(seed, board, [None, *range(8)])


def test_comparison_can_fail() -> None:
    """The same comparison shows a difference as soon as the caller knows of it."""
    log = flat(steps_of(1, players=8))
    game, _users, tokens = table_like(log, STANDARD)
    other = redeal(log, None, Random(5))
    roles, other_roles = (fold(each).roles for each in (log, other))
    seat = next(seat for seat, role in enumerate(roles) if role is not other_roles[seat])
    told = []
    for world in (log, other):
        stage(game, world)
        told.append(answers_to(game, tokens[seat], acts=False))
    differing = {path for path in told[0] if told[0][path] != told[1][path]}
    assert differing == {"/games/{code}/seat"}
