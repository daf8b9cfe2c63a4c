"""What one action costs at a table of seven, by its kind: processor time to show it to all, and the bytes they get.

Seeded games, shown by a real room to a spectator and seven players, without sockets and database. So two
versions of the site can be compared in one minute; `make bench ARGS=crowd` measures the whole server.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean
from time import process_time
from typing import Final

from games.engine.events import BallotCast, BallotMarked, BallotsRevealed, Event, GameEnded
from games.live.room import Room
from games.transport.server import leave_alone_what_stays
from tests.games.engine.players import play
from tests.games.test_noninterference import Screen, table_of

PLAYERS: Final = 7
WARM_UP: Final = range(100, 112)
MEASURED: Final = range(1, 25)


@dataclass(slots=True)
class Cost:
    """All actions of one kind."""

    milliseconds: list[float] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    """Bytes to all viewers."""

    def __str__(self) -> str:
        each = mean(self.size) / (PLAYERS + 1)
        return f"{mean(self.milliseconds):6.2f} ms to show, {each:7.0f} bytes a viewer"


def kind_of(events: Sequence[Event]) -> str:
    """Return the kind of an action, by its events."""
    if any(isinstance(event, GameEnded) for event in events):
        return "game over"
    if any(isinstance(event, BallotsRevealed) for event in events):
        return "last ballot"
    if any(isinstance(event, BallotCast | BallotMarked) for event in events):
        return "ballot"
    return "other"


async def show(seed: int, costs: dict[str, Cost]) -> None:
    """Show a whole game and note the cost of each action."""
    steps: list[Sequence[Event]] = []
    play(seed, players=PLAYERS, watch=lambda _b, _a, events, _after: steps.append(events))
    log = play(seed, players=PLAYERS, stop_after=0)
    room = Room(seed)
    await room.update(table_of(log))
    screens = [Screen(None), *map(Screen, range(PLAYERS))]
    for screen in screens:
        await room.seat(screen)
        screen.frames.clear()
    for events in steps:
        log += events
        table = table_of(log)
        began = process_time()
        await room.update(table)
        spent = 1000 * (process_time() - began)
        cost = costs.setdefault(kind_of(events), Cost())
        cost.milliseconds.append(spent)
        cost.size.append(sum(len(each.encode()) for screen in screens for each in screen.frames))
        for screen in screens:
            screen.frames.clear()


def main() -> None:
    """Measure and print."""
    for seed in WARM_UP:
        asyncio.run(show(seed, {}))
    # As a serving process does.
    leave_alone_what_stays()
    costs: dict[str, Cost] = {}
    for seed in MEASURED:
        asyncio.run(show(seed, costs))
    actions = sum(len(cost.size) for cost in costs.values())
    for kind, cost in sorted(costs.items(), key=lambda each: -len(each[1].size)):
        print(f"  {kind:11} {len(cost.size) / actions:4.0%} of actions: {cost}", flush=True)
    whole = Cost(
        [each for cost in costs.values() for each in cost.milliseconds],
        [each for cost in costs.values() for each in cost.size],
    )
    print(f"  all:                        {whole}", flush=True)


if __name__ == "__main__":
    main()
