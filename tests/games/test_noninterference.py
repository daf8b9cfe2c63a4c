"""No viewer is sent a byte that depends on what they may not know.

A running game, and the same game dealt anew in everything that a viewer may not know, must look
the same to that viewer: every page over HTTP and every message over the socket, in every phase,
for each seat, living or dead, and for a spectator.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.engine.codec import encode_event
from games.engine.events import Event, GameEnded
from games.engine.state import fold
from games.engine.vocabulary import Phase
from games.live.room import Room
from games.models import Game, GameEvent
from games.selectors.table_cache import forget_all
from games.services.decision_clock import with_new_decision
from games.services.game import seconds_shown
from games.services.rating import rate_ended
from games.services.statistics import count_due
from games.table import GameTable, Occupant
from games.values.actor import Actor
from games.values.moments import LONGEST_SECONDS
from games.values.timing import Pace
from tests.factories import a_game
from tests.games.engine.players import play
from tests.redeal import redeal, redeal_steps

Steps = list[tuple[Event, ...]]
# Hitler knows the fascist, policies are enacted at the start, and chaos wins no game.
CUSTOM_BOARD = "8-1-npise-k1-z4-v4-7x12-1x1-c0"
RUNNING = [phase for phase in Phase if phase is not Phase.GAME_OVER]
# The only bytes that may differ: tokens, which are new in every answer.
TOKENS = re.compile(
    rb'(data-now="|csrfmiddlewaretoken" value="|X-CSRFToken(?:&quot;|"): ?(?:&quot;|"))\w+'
)

MOMENT = re.compile(r"<li data-kind=(\w+)(?:(?!<li)[^>])*?data-lasts=(\d+)")


def steps_of(seed: int, **choices: Any) -> Steps:
    """Return a random game, with these choices for `play`, step by step, up to its last step but one."""
    steps: Steps = []
    opening = play(seed, stop_after=0, **choices)
    play(
        seed,
        anew=0.2,
        watch=lambda _before, _action, events, _after: steps.append(events),
        **choices,
    )
    steps.insert(0, tuple(opening))
    if any(isinstance(event, GameEnded) for event in steps[-1]):
        steps.pop()
    return steps


def flat(steps: Steps) -> list[Event]:
    return [event for step in steps for event in step]


def viewers(steps: Steps) -> list[int | None]:
    return [None, *range(fold(flat(steps)).ruleset.players)]


class Screen:
    """A connection that records its messages."""

    language = "en"

    def __init__(
        self, seat: int | None, *, is_tv: bool = False, joined_at: datetime | None = None
    ) -> None:
        self.user_id = None if seat is None else 100 + seat
        self.joined_at = joined_at
        self.is_tv = is_tv
        self.frames: list[str] = []

    async def send_html(self, html: str, secret: str = "") -> None:
        self.frames.append("\n".join(part for part in (html, secret) if part))


def table_of(log: Sequence[Event]) -> GameTable:
    state = fold(log)
    names = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo"]
    return GameTable(
        game_id=1,
        code="abcdefghjkmn",
        name="Test table",
        pace=Pace.NONE,
        is_ranked=False,
        status="running",
        version=len(log),
        seating=0,
        state=state,
        log=tuple(log),
        occupants=tuple(
            Occupant(user_id=100 + seat, name=names[seat]) for seat in range(state.ruleset.players)
        ),
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        deadline_at=None,
        due_at=None,
    )


async def watch(steps: Steps, viewer: int | None, *, is_tv: bool = False) -> list[str]:
    """Return every message to a viewer who comes at the start and watches each step."""
    room = Room(1)
    log: list[Event] = list(steps[0])
    await room.update(table_of(log))
    screen = Screen(viewer, is_tv=is_tv)
    await room.seat(screen)
    for step in steps[1:]:
        log += step
        await room.update(table_of(log))
    # A viewer who comes back gets the whole table once more.
    late = Screen(viewer, is_tv=is_tv)
    await room.seat(late)
    return screen.frames + late.frames


def assert_socket_tells_nothing(seed: int, **choices: Any) -> int:
    """Compare all messages to every viewer; return how many redeals really differed."""
    steps = steps_of(seed, **choices)
    rng = Random(seed)
    differed = 0
    for viewer in viewers(steps):
        other = redeal_steps(flat(steps), viewer, rng)
        differed += flat(other) != flat(steps)
        shown = asyncio.run(watch(steps, viewer))
        shown_in_other = asyncio.run(watch(other, viewer))
        assert shown == shown_in_other, f"seed {seed}, viewer {viewer}"
        assert len(shown) > 10
    return differed


@pytest.mark.parametrize("seed", range(2))
def test_socket_messages_do_not_depend_on_what_the_viewer_may_not_know(seed: int) -> None:
    assert assert_socket_tells_nothing(seed) >= 5


def test_socket_messages_of_a_custom_board_do_not_depend_on_it_either() -> None:
    assert assert_socket_tells_nothing(1, players=8, board=CUSTOM_BOARD) >= 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 124))
def test_socket_messages_do_not_depend_on_what_the_viewer_may_not_know_long(seed: int) -> None:
    assert assert_socket_tells_nothing(seed) >= 5


def test_a_tv_is_sent_what_is_public_whoever_is_signed_in_on_it() -> None:
    steps = steps_of(2)
    other = redeal_steps(flat(steps), None, Random(2))
    assert flat(other) != flat(steps)

    on_tv = asyncio.run(watch(steps, 0, is_tv=True))

    assert on_tv == asyncio.run(watch(other, 3, is_tv=True))
    assert len(on_tv) > 10
    assert not any("id=decision" in frame or 'id="chat' in frame for frame in on_tv)


def moments_in(frames: list[str]) -> list[tuple[str, str]]:
    """Kind and length of every moment that is not for one seat alone, in order."""
    return MOMENT.findall("\n".join(frames))


def delays_of(steps: Steps) -> list[tuple[float, float]]:
    """How long each thing that is seen is waited for, and how much later the clock of people begins."""
    found = []
    log: list[Event] = list(steps[0])
    now = timezone.now()
    for step in steps[1:]:
        log += step
        after = replace(table_of(log), pace=Pace.QUICK)
        shown = seconds_shown(after, step)
        timed, at_once = (
            with_new_decision(after, now, shown=each).deadline_at for each in (shown, 0)
        )
        # A changed ballot is seen by nobody else, and takes no time.
        if shown and timed and at_once:
            found.append((shown, (timed - at_once).total_seconds()))
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_the_stage_tells_nothing_by_what_it_shows_how_long_and_when(
    seed: int, settings: Settings
) -> None:
    """Two games that differ in secrets alone: each seat gets the same moments, at the same time."""
    settings.WAIT_FOR_MOMENTS = True
    steps = steps_of(seed)
    rng = Random(seed)
    public = moments_in(asyncio.run(watch(steps, None)))
    assert len(public) > 5
    for viewer in viewers(steps)[::2]:
        other = redeal_steps(flat(steps), viewer, rng)
        assert delays_of(other) == delays_of(steps)
        for deal in (steps, other):
            assert moments_in(asyncio.run(watch(deal, viewer))) == public
    assert moments_in(asyncio.run(watch(steps, 0, is_tv=True))) == public
    assert len(delays_of(steps)) > 5
    assert all(0 < delay <= LONGEST_SECONDS for _shown, delay in delays_of(steps))


def test_announcements_are_sent_and_do_not_depend_on_secrets() -> None:
    steps = steps_of(3)
    frames = asyncio.run(watch(steps, 1))
    said = [frame for frame in frames if "id=announcements " in frame or "vote-cast" in frame]

    assert len(said) > len(steps) / 2
    assert any("data-round" in frame for frame in said)


def test_comparison_can_fail() -> None:
    """The same test shows a difference when the viewer knows of it."""
    steps = steps_of(1)
    other = redeal_steps(flat(steps), None, Random(5))
    roles, other_roles = (fold(flat(each)).roles for each in (steps, other))
    seat = next(seat for seat, role in enumerate(roles) if role is not other_roles[seat])
    seen, seen_in_other = (asyncio.run(watch(each, seat)) for each in (steps, other))
    assert seen != seen_in_other


def stage(game: Game, log: Sequence[Event]) -> None:
    """Replace the game's log so far by this one."""
    GameEvent.objects.filter(game=game).delete()
    rows = []
    for seq, event in enumerate(log, start=1):
        kind, payload = encode_event(event)
        rows.append(
            GameEvent(
                game=game,
                seq=seq,
                kind=kind,
                payload=payload,
                actor=Actor.CLOCK,
                created_at=timezone.now(),
            )
        )
    GameEvent.objects.bulk_create(rows)
    state = fold(log)
    Game.objects.filter(pk=game.pk).update(
        version=len(log), phase=state.phase.value, round=state.round
    )
    forget_all()


def page_of(game: Game, user: User | None, view: str = "") -> bytes:
    client = Client()
    if user is not None:
        client.force_login(user)
    response = client.get(f"/games/{game.code}/{view}")
    assert response.status_code == 200
    return TOKENS.sub(rb"\1", response.content)


def boards_about(user: User) -> list[bytes]:
    """Return the public pages about people outside their games, after everything due was counted."""
    rate_ended()
    count_due(timezone.now())
    player = f"/players/{user.username}/"
    paths = (
        player,
        f"{player}games/",
        "/leaderboard/",
        "/seasons/",
        "/community/",
        "/calibration/",
    )
    return [TOKENS.sub(rb"\1", Client().get(path).content) for path in paths]


def moments(seed: int) -> dict[Phase, list[Event]]:
    """Return for each phase that occurs in a game the log at such a moment."""
    rng = Random(seed)
    steps = steps_of(seed)
    found: dict[Phase, list[Event]] = {}
    log: list[Event] = []
    for step in steps:
        log += step
        phase = fold(log).phase
        if phase not in found or rng.random() < 0.3:
            found[phase] = list(log)
    return found


@pytest.mark.any_database
@pytest.mark.django_db(transaction=True)
def test_pages_do_not_depend_on_what_the_viewer_may_not_know() -> None:
    rng = Random(7)
    wanted = set(RUNNING)
    games: dict[int, tuple[Game, list[User]]] = {}
    seed = 0
    while wanted:
        seed += 1
        for phase, log in moments(seed).items():
            if phase not in wanted:
                continue
            wanted.discard(phase)
            players = fold(log).ruleset.players
            if players not in games:
                games[players] = a_game(people=players)
            game, users = games[players]
            seats: list[int | None] = [None, *range(players)]
            for seat in seats:
                user = None if seat is None else users[seat]
                stage(game, log)
                page = page_of(game, user)
                stage(game, redeal(log, seat, rng))
                assert page == page_of(game, user), f"seed {seed}, {phase}, viewer {seat}"
            stage(game, log)
            on_tv = page_of(game, users[0], "tv/")
            assert on_tv == page_of(game, None, "tv/")
            boards = boards_about(users[0])
            stage(game, redeal(log, None, rng))
            assert on_tv == page_of(game, users[1], "tv/"), f"seed {seed}, {phase}, TV"
            assert boards == boards_about(users[0]), f"seed {seed}, {phase}, boards"
    assert seed < 200
