"""What the room does not send has not changed: every screen stays what a new one would show."""

import asyncio
from collections.abc import Iterator
from random import Random

import pytest

from games.live.room import Room
from games.live.table_changes import least_template
from games.live.table_screen import TableScreen
from games.presenters.table.regions import Region
from games.selectors.seen_table import TableObserver
from games.table import GameTable
from games.transport.partials import remembered_partial
from games.values.chat import SaidLines
from tests.games.consumers.test_bytes import a_random_game
from tests.games.test_noninterference import Screen, table_of
from tests.games.test_noninterference_talk import spoken


def regions_of(table: GameTable, said: SaidLines, seat: int | None) -> Iterator[Region]:
    """What a new screen shows, but for the log and the claims in it, which are appended to."""
    screen = TableScreen(TableObserver(table).seen_by(seat), said)
    yield from screen.table.regions()
    yield screen.talk.state
    yield screen.talk.offers


async def compare_all(seed: int) -> tuple[int, int]:
    """Compare what is sent with new screens after each step; how often a region was new, and not."""
    steps = a_random_game(seed, 7)
    lines = spoken(steps, Random(seed))
    room, log = Room(1), list(steps[0])
    await room.update(table_of(log))
    screens = {seat: Screen(seat) for seat in (None, *range(7))}
    shown: dict[tuple[int | None, str], Region] = {}
    changed = same = 0
    for screen in screens.values():
        await room.seat(screen)
    for step in ((), *steps[1:]):
        log += step
        table = table_of(log)
        await room.update(table)
        for line in lines.pop(table.state.public_version, ()):
            await room.hear((*room.said, line))
        for seat, screen in screens.items():
            sent = "\n".join(screen.frames)
            screen.frames.clear()
            for region in regions_of(table, room.said, seat):
                old = shown.get((seat, region.id))
                html = remembered_partial(region.template, region)
                if old is not None and remembered_partial(old.template, old) == html:
                    same += 1
                    continue
                changed += 1
                if old is not None:
                    html = remembered_partial(least_template(old, region), region)
                assert html in sent, (seat, region.id)
                shown[seat, region.id] = region
    return changed, same


@pytest.mark.parametrize("seed", range(3))
def test_what_is_not_sent_has_not_changed(seed: int) -> None:
    changed, same = asyncio.run(compare_all(seed))
    assert same > changed > 1000
