"""The changes of a table, put into a page as htmx does: the page is then as one that was opened anew."""

import asyncio
import re

import pytest
from bs4 import BeautifulSoup, Tag

from games.engine.events import HandShown, PresidencyPassed
from games.live.room import Room
from tests.games.consumers.test_bytes import a_random_game
from tests.games.test_noninterference import Screen, flat, table_of

EMPTIED_BY_SCRIPTS = '<ol id="announcements"></ol><ol id="moments"></ol>'
REGIONS = (
    "liberal-track",
    "fascist-track",
    "election-tracker",
    "piles",
    "decision",
    "waiting",
    "why-not",
)


def a_page(html: str) -> BeautifulSoup:
    return BeautifulSoup(EMPTIED_BY_SCRIPTS + html, "html.parser")


def elements(frame: str) -> list[Tag]:
    return BeautifulSoup(frame, "html.parser").find_all(recursive=False)


def regions(page: BeautifulSoup) -> dict[str, str]:
    """Return what may come in parts, and the heads and lines of the log, by id."""
    told = [str(each["id"]) for each in page.select("#log summary, #log .log-lines[id]")]
    found = {name: page.find(id=name) for name in (*REGIONS, *told)}
    return {name: str(region) for name, region in found.items()}


def put_into(page: BeautifulSoup, frame: str) -> None:
    """Put a frame into a page: each element in the place of the one with its id, or at its end."""
    for new in elements(frame):
        shown = page.find(id=str(new["id"]))
        assert isinstance(shown, Tag), f"the page has no place for {new['id']}"
        if new.get("hx-swap-oob") == "beforeend":
            shown.extend(list(new.children))
        elif new.get("hx-swap-oob") == "innerHTML":
            shown.clear()
            shown.extend(list(new.children))
        else:
            shown.replace_with(new)


async def played(
    seed: int, players: int, viewer: int | None = None, *, to_the_end: bool = False
) -> tuple[set[str], set[str]]:
    """Compare now and then a screen that got the changes with a new one; return all ids that came, and the last."""
    first, *steps = a_random_game(seed, players, to_the_end=to_the_end)
    log = list(first)
    room = Room(1)
    await room.update(table_of(log))
    screen = Screen(viewer)
    await room.seat(screen)
    page = a_page(screen.frames.pop())
    came, last = set[str](), set[str]()
    for place, step in enumerate(steps):
        log += step
        await room.update(table_of(log))
        last = {str(each["id"]) for frame in screen.frames for each in elements(frame)}
        came |= last
        for frame in screen.frames:
            put_into(page, frame)
        screen.frames.clear()
        if place % 9 and place + 1 < len(steps):
            continue
        newcomer = Screen(viewer)
        await room.seat(newcomer)
        assert regions(page) == regions(a_page(newcomer.frames.pop()))
        room.leave(newcomer)
    return came, last


@pytest.mark.parametrize("players", [5, 10])
def test_parts_of_a_board_make_the_same_board(players: int) -> None:
    came, _last = asyncio.run(played(2, players))

    assert {"fascist-track-count", "fascist-track-slot-2", "fascist-track-note"} <= came
    assert {"election-tracker-steps", "piles-draw-cards", "piles-discard-cards"} <= came


def test_what_stays_of_the_boards_is_not_sent_again() -> None:
    came, _last = asyncio.run(played(1, 7))

    assert {"piles-draw-cards", "election-tracker-steps"} <= came
    assert not {"election-tracker", "piles", "liberal-track"} & came


def test_a_changed_ballot_is_the_same_decision() -> None:
    came, _last = asyncio.run(played(2, 5, viewer=0))

    assert {"decision", "act-vote-true", "act-vote-true-id", "act-vote-false-id"} <= came


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_end_tells_again_only_the_rounds_that_had_secrets(viewer: int | None) -> None:
    log = flat(a_random_game(3, 7, to_the_end=True))
    rounds, with_hands = set[int](), set[int]()
    for event in log:
        if isinstance(event, PresidencyPassed):
            rounds.add(event.round)
        elif isinstance(event, HandShown):
            with_hands.add(max(rounds))

    _came, last = asyncio.run(played(3, 7, viewer=viewer, to_the_end=True))

    again = {int(each.split("-")[1]) for each in last if re.fullmatch(r"round-\d+-lines", each)}
    without = rounds - with_hands - {max(rounds)}
    assert without
    assert again == rounds - without
    assert "log" not in last
