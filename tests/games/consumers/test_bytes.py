"""How much goes over the sockets of a table, log, talk and announcements included."""

import asyncio

from games.engine.state import fold
from games.live.room import Room
from tests.games.test_noninterference import Screen, flat, steps_of, table_of

LIMIT = 1700


async def bytes_and_frames(seed: int) -> tuple[int, int]:
    """What all viewers of a random game are sent after they sat down, and for how many actions."""
    steps = steps_of(seed)
    room = Room(1)
    log = list(steps[0])
    await room.update(table_of(log))
    screens = [Screen(None), *(Screen(seat) for seat in range(fold(log).ruleset.players))]
    for screen in screens:
        await room.seat(screen)
    for step in steps[1:]:
        log += step
        await room.update(table_of(log))
    assert fold(flat(steps)) == fold(log)
    sent = sum(len(frame.encode()) for screen in screens for frame in screen.frames[1:])
    return sent, len(screens) * (len(steps) - 1)


def test_an_action_sends_few_bytes_to_each_client() -> None:
    """On average over some games of every size at most 1.7 KB."""
    measured = [asyncio.run(bytes_and_frames(seed)) for seed in range(1, 9)]

    sent = sum(each for each, _actions in measured)
    received = sum(actions for _sent, actions in measured)
    assert received > 1000
    assert sent / received < LIMIT
