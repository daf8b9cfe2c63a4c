"""The bytes on the sockets of a table, with log, talk and announcements."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.engine.events import GameEnded
from games.engine.state import fold
from games.live.room import Room
from tests.games.engine.players import play
from tests.games.test_noninterference import Screen, Steps, flat, table_of
from tests.games.test_noninterference_talk import LONG_AGO, spoken

SIZES = (5, 7, 10)
LIMIT = 1500
"""The limit at a table of any size; five people decide more often than ten, so they are sent more each."""


def a_random_game(seed: int, players: int) -> Steps:
    """Yield a random game step by step, without its last step, which sends everything again."""
    steps: Steps = [tuple(play(seed, players=players, stop_after=0))]
    play(
        seed,
        players=players,
        anew=0.1,
        watch=lambda _before, _action, events, _after: steps.append(events),
    )
    assert any(isinstance(event, GameEnded) for event in steps[-1])
    return steps[:-1]


@dataclass(slots=True)
class Sent:
    """Bytes to all viewers, with the number of actions and viewers."""

    size: int = 0
    received: int = 0

    def add(self, screens: Sequence[Screen]) -> None:
        """Count one action and its frames."""
        self.received += len(screens)
        for screen in screens:
            self.size += sum(len(frame.encode()) for frame in screen.frames)
            screen.frames.clear()

    @property
    def mean(self) -> float:
        """Bytes per client and action."""
        return self.size / self.received


async def watch(seed: int, players: int, decided: Sent, spoke: Sent) -> None:
    """Count the bytes to all viewers of a random game for decisions, and for talk."""
    steps = a_random_game(seed, players)
    said = spoken(steps, Random(seed))
    room = Room(1)
    log = list(steps[0])
    await room.update(table_of(log))
    screens = [Screen(None), Screen(None, joined_at=LONG_AGO)]
    screens += [Screen(seat) for seat in range(players)]
    for screen in screens:
        await room.seat(screen)
        screen.frames.clear()
    for step in steps[1:]:
        log += step
        table = table_of(log)
        await room.update(table)
        decided.add(screens)
        for line in said.pop(table.state.public_version, ()):
            await room.hear((*room.said, line))
            spoke.add(screens)
    assert fold(flat(steps)) == fold(log)


def test_an_action_sends_few_bytes_to_each_client() -> None:
    decided, spoke = {size: Sent() for size in SIZES}, Sent()
    for players, sent in decided.items():
        for seed in (1, 2):
            asyncio.run(watch(seed, players, sent, spoke))

    assert all(sent.received > 1000 for sent in (*decided.values(), spoke))
    assert all(100 < sent.mean < LIMIT for sent in decided.values())
    assert 50 < spoke.mean < LIMIT
