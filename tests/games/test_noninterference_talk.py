"""A living player's messages do not depend on talk that is not for the living, nor on private notes.

Two games with the same play and the same talk at the table, and different talk among the dead and
the spectators, must look the same to every living seat: every message and every page.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from games.engine.events import Event
from games.engine.state import GameState, fold
from games.engine.table_talk import CLAIMABLE_CONTENTS, acts
from games.engine.vocabulary import Channel, Phase
from games.live.room import Room
from games.selectors.table_cache import forget_all
from games.services.chat import keep_notes, mark_player, mute, say
from games.values.chat import ClaimValue, Mark, SaidLine
from tests.factories import a_person
from tests.games import talk
from tests.games.test_noninterference import Screen, page_of, steps_of, table_of
from tests.redeal import redeal_steps

Steps = list[tuple[Event, ...]]
LONG_AGO = datetime(2025, 1, 1, tzinfo=UTC)
"""When spectators joined who were here before the game began."""
TODAY = datetime(2026, 11, 21, tzinfo=UTC)
Spoken = dict[int, tuple[SaidLine, ...]]
"""What is said once this many public events have happened."""


def flat(steps: Steps) -> list[Event]:
    return [event for step in steps for event in step]


def spoken(steps: Steps, rng: Random) -> Spoken:
    """Return talk at the table, of the dead and of spectators, and claims, all through a game."""
    said: Spoken = {}
    log: list[Event] = []
    number = 0
    for step in steps:
        log += step
        state = fold(log)
        if state.public_version in said or log == list(steps[0]):
            continue
        lines = []
        for _line in range(rng.randint(0, 2)):
            number += 1
            lines.append(_line_said(number, state, rng))
        said[state.public_version] = tuple(lines)
    return said


def _line_said(number: int, state: GameState, rng: Random) -> SaidLine:
    channel = rng.choice(list(Channel))
    seat = rng.randrange(state.ruleset.players)
    line = SaidLine(
        number=number,
        channel=channel,
        seat=None if channel is Channel.SPECTATORS else seat,
        name="Zoe",
        round=state.round,
        text=f"{channel.value} {rng.random()}",
    )
    done = list(acts(state))
    if channel is not Channel.TABLE or not done or rng.random() > 0.4:
        return line
    act = rng.choice(done)
    claim = ClaimValue(
        seat=act.seat,
        round=act.round,
        kind=act.kind,
        content=rng.choice(CLAIMABLE_CONTENTS[act.kind]),
        target=act.target,
    )
    return replace(line, seat=act.seat, text="", claim=claim)


def with_other_hidden_talk(said: Spoken, rng: Random) -> Spoken:
    """Return the same talk at the table, and other talk where the living do not hear it."""
    other: Spoken = {}
    number = 0
    for version, lines in said.items():
        numbered = []
        for line in lines:
            copies = 1 if line.channel is Channel.TABLE else rng.randint(0, 3)
            for _copy in range(copies):
                number += 1
                text = line.text if line.channel is Channel.TABLE else f"other {rng.random()}"
                numbered.append(replace(line, number=number, text=text))
        other[version] = tuple(numbered)
    return other


async def watch(
    steps: Steps, said: Spoken, viewer: int | None, joined_at: datetime | None = None
) -> list[str]:
    """Return every message to a viewer who comes at the start, and to one who comes at the end."""
    room = Room(1)
    log: list[Event] = list(steps[0])
    await room.update(table_of(log))
    screen = Screen(viewer, joined_at=joined_at)
    await room.seat(screen)
    told: set[int] = set()
    for step in steps[1:]:
        log += step
        table = table_of(log)
        await room.update(table)
        for version in sorted(set(said) - told):
            if version <= table.state.public_version:
                told.add(version)
                await room.hear((*room.said, *said[version]))
    assert told == set(said)
    late = Screen(viewer, joined_at=joined_at)
    await room.seat(late)
    return screen.frames + late.frames


def living_throughout(steps: Steps) -> Iterable[int]:
    alive = fold(flat(steps)).alive
    return [seat for seat, lives in enumerate(alive) if lives]


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 4))]
)
def test_the_living_are_sent_nothing_of_the_dead_and_of_spectators(seed: int) -> None:
    steps = steps_of(seed)
    rng = Random(seed)
    said = spoken(steps, rng)
    other = with_other_hidden_talk(said, rng)
    assert said != other
    # Visitors and people who joined later, too: each may be a player with a second window.
    people = [
        (None, None),
        (None, TODAY),
        *((seat, LONG_AGO) for seat in living_throughout(steps)),
    ]
    for viewer, joined_at in people:
        shown = asyncio.run(watch(steps, said, viewer, joined_at))
        assert shown == asyncio.run(watch(steps, other, viewer, joined_at))
        assert any("chat-line" in frame for frame in shown)
        assert not any("dead 0." in frame or "spectators 0." in frame for frame in shown)


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 4))]
)
def test_talk_and_claims_do_not_depend_on_what_the_viewer_may_not_know(seed: int) -> None:
    steps = steps_of(seed)
    rng = Random(seed)
    said = spoken(steps, rng)
    for viewer in (None, *living_throughout(steps)):
        other = redeal_steps(flat(steps), viewer, rng)
        shown = asyncio.run(watch(steps, said, viewer, LONG_AGO))
        assert shown == asyncio.run(watch(other, said, viewer, LONG_AGO))


def test_the_comparison_can_fail() -> None:
    """The dead and the spectators do see the difference."""
    seed = next(seed for seed in range(50) if not all(fold(flat(steps_of(seed))).alive))
    steps = steps_of(seed)
    said = spoken(steps, Random(seed))
    other = with_other_hidden_talk(said, Random(seed))
    dead = fold(flat(steps)).alive.index(False)
    for viewer in (None, dead):
        shown, shown_in_other = (
            asyncio.run(watch(steps, each, viewer, LONG_AGO)) for each in (said, other)
        )
        assert shown != shown_in_other


@pytest.mark.any_database
@pytest.mark.django_db(transaction=True)
def test_pages_of_the_living_do_not_depend_on_hidden_talk_and_others_notes() -> None:
    game, users, state = talk.at(talk.somebody_dead)
    living = [seat for seat, lives in enumerate(state.alive) if lives]
    dead = state.alive.index(False)
    say(game_id=game.pk, user_id=users[living[0]].pk, text="at the table")
    spectator = talk.a_spectator()
    before = {user: page_of(game, user) for user in (a_person(), None)}
    before |= {users[seat]: page_of(game, users[seat]) for seat in living[1:]}
    spectator_before, dead_before = page_of(game, spectator), page_of(game, users[dead])
    say(game_id=game.pk, user_id=users[dead].pk, text="among the dead")
    say(game_id=game.pk, user_id=talk.a_spectator().pk, text="among spectators")
    for seat in (living[0], dead):
        author = f"seat-{living[1]}"
        keep_notes(game_id=game.pk, user_id=users[seat].pk, text="my secret thoughts")
        mark_player(game_id=game.pk, user_id=users[seat].pk, seat=living[1], mark=Mark.SUSPECT)
        mute(game_id=game.pk, user_id=users[seat].pk, author=author, is_muted=True)
    forget_all()
    for user, page in before.items():
        assert page_of(game, user) == page
    assert page_of(game, spectator) != spectator_before
    assert page_of(game, users[dead]) != dead_before
    assert b"my secret thoughts" in page_of(game, users[living[0]])
    assert b"my secret thoughts" not in page_of(game, None)


def test_whether_the_composer_is_open_follows_from_the_phase_alone() -> None:
    steps = steps_of(2)
    phases = {fold(flat(steps[: place + 1])).phase for place in range(len(steps))}
    assert Phase.PRESIDENT_DISCARD in phases
    rng = Random(3)
    for viewer in range(fold(flat(steps)).ruleset.players):
        other = redeal_steps(flat(steps), viewer, rng)
        silent: Spoken = {}
        frames = asyncio.run(watch(steps, silent, viewer))
        assert frames == asyncio.run(watch(other, silent, viewer))
        if viewer == 0:
            assert any('id="talk-state"' in frame for frame in frames)
