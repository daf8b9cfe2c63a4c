"""The changes of a table, put into a page as htmx does: the page is then as one that was opened anew."""

import asyncio

import pytest
from bs4 import BeautifulSoup, Tag

from games.live.room import Room
from tests.games.consumers.test_bytes import a_random_game
from tests.games.test_noninterference import Screen, table_of

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
    """Return what may come in parts, and the heads of the log, by id."""
    heads = [str(head["id"]) for head in page.select("#log summary")]
    found = {name: page.find(id=name) for name in (*REGIONS, *heads)}
    return {name: str(region) for name, region in found.items()}


def put_into(page: BeautifulSoup, frame: str) -> None:
    """Put a frame into a page: each element in the place of the one with its id, or at its end."""
    for new in elements(frame):
        shown = page.find(id=str(new["id"]))
        assert isinstance(shown, Tag), f"the page has no place for {new['id']}"
        if new.get("hx-swap-oob") == "beforeend":
            shown.extend(list(new.children))
        else:
            shown.replace_with(new)


async def played(seed: int, players: int, viewer: int | None = None) -> set[str]:
    """Compare now and then a screen that got the changes with a new one; return all ids that came."""
    first, *steps = a_random_game(seed, players)
    log = list(first)
    room = Room(1)
    await room.update(table_of(log))
    screen = Screen(viewer)
    await room.seat(screen)
    page = a_page(screen.frames.pop())
    came: set[str] = set()
    for place, step in enumerate(steps):
        log += step
        await room.update(table_of(log))
        for frame in screen.frames:
            came |= {str(each["id"]) for each in elements(frame)}
            put_into(page, frame)
        screen.frames.clear()
        if place % 9:
            continue
        newcomer = Screen(viewer)
        await room.seat(newcomer)
        assert regions(page) == regions(a_page(newcomer.frames.pop()))
        room.leave(newcomer)
    return came


@pytest.mark.parametrize("players", [5, 10])
def test_parts_of_a_board_make_the_same_board(players: int) -> None:
    came = asyncio.run(played(2, players))

    assert {"fascist-track-count", "fascist-track-slot-2", "fascist-track-notes"} <= came
    assert {"election-tracker-0", "piles-draw-cards", "piles-discard-cards"} <= came


def test_what_stays_of_the_boards_is_not_sent_again() -> None:
    came = asyncio.run(played(1, 7))

    assert {"piles-draw-cards", "election-tracker-said"} <= came
    assert not {"election-tracker", "piles", "liberal-track"} & came


def test_a_changed_ballot_is_the_same_decision() -> None:
    came = asyncio.run(played(2, 5, viewer=0))

    assert {"decision", "act-vote-true", "act-vote-false", "act-offer"} <= came
