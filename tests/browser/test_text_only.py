"""A blind player with a keyboard plays whole games: the driver reads nothing but the accessibility tree.

It knows roles and names only, as a screen reader does, and acts on what it finds by them.
"""

import re
from contextlib import suppress
from random import Random

import pytest
from playwright.sync_api import Error, Page

from tests.browser.conftest import Invite
from tests.browser.people import SETTLED_MS

pytestmark = pytest.mark.browser

MOST_TURNS = 4000
HASTE_MS = 3000
# Lines of Playwright's tree: `- button "Ja! Yes" [pressed]`, in quotes if there is a colon in the name.
BUTTON = re.compile(r'- \'?button "((?:[^"\\]|\\.)*)"')
HEADING = re.compile(r'- heading "((?:[^"\\]|\\.)*)"')
ENDS = {"You won", "You lost", "Liberals win", "Fascists win"}


def tree(page: Page, role: str = "", name: str = "") -> str:
    """Return the accessibility tree of the page, or of the part with this role and name."""
    part = page.get_by_role(role, name=name) if role else page.locator("body")  # type: ignore[arg-type]
    return part.first.aria_snapshot()


def decision(whole: str) -> str:
    """Return the first region: whose decision it is, and its buttons."""
    parts = re.split(r"(?m)^  - (?=\S)", whole)
    return next(part for part in parts if part.lstrip("'").startswith("region"))


def is_over(whole: str) -> bool:
    """Whether a heading announces a winner."""
    return bool(ENDS & set(HEADING.findall(whole)))


def plays(page: Page, chance: Random) -> int:
    """Press buttons of the decision until a heading tells the end; return the number of choices."""
    choices, heard = 0, list[str]()
    for _turn in range(MOST_TURNS):
        whole = tree(page, "main")
        if is_over(whole):
            return choices
        part = decision(whole)
        offered = [name for name in BUTTON.findall(part) if name != "Hold to look"]
        has_voted = "[pressed]" in part and "Take back" not in offered
        if not offered or has_voted:
            heard = []
            page.wait_for_timeout(150)
            continue
        if offered != heard:
            # New buttons are listened to first.
            heard = offered
            page.wait_for_timeout(SETTLED_MS)
            continue
        # The choice is confirmed.
        chosen = (
            offered[offered.index("Take back") - 1]
            if "Take back" in offered
            else chance.choice(offered)
        )
        button = page.get_by_role("button", name=chosen.replace('\\"', '"'), exact=True).first
        # The table may change between looking and pressing; a choice that has not arrived is made again.
        heard = []
        with suppress(Error):
            button.press("Enter", timeout=HASTE_MS)
            choices += 1
    raise AssertionError(f"no end after {choices} choices: {tree(page)}")


def play_by_ear(invite: Invite, players: int) -> None:
    ada = invite(f"By ear {players}")
    page = ada.page
    ada.opens_a_lobby(seats=players)
    ada.starts()
    choices = plays(page, Random(players))
    whole = tree(page)

    assert choices >= 2
    assert ENDS & set(HEADING.findall(whole))
    # Everybody's role is told in words.
    told = re.findall(r"\b(Liberal|Fascist|Hitler)\b", whole[whole.index("The game is over") :])
    assert len(told) >= players
    assert "Hitler" in told


@pytest.mark.parametrize("players", [5, 10])
def test_whole_game_is_played_from_the_accessibility_tree(invite: Invite, players: int) -> None:
    play_by_ear(invite, players)


@pytest.mark.long
def test_whole_game_of_seven_is_played_from_the_accessibility_tree(invite: Invite) -> None:
    play_by_ear(invite, 7)


def test_board_tells_counts_and_states_in_words(invite: Invite) -> None:
    ada = invite("In words")
    ada.opens_a_lobby(seats=5)
    ada.starts()
    ada.opens("more")
    whole = tree(ada.page)

    # The ways to other pages lie behind "More".
    for landmark in ("main", "navigation"):
        assert f"- {landmark}" in whole
    headings = HEADING.findall(whole)
    assert {"Players", "Log", "Election tracker", "Liberal policies", "Fascist policies"} <= set(
        headings
    )
    assert re.search(r"0 / 5", whole)
    assert "Steps towards chaos: 0 of 3." in whole
    # Numbers are read after what they count.
    assert re.search(r'link "Draw pile":\s+- /url: \S+\s+- text: "\d+"', whole)
    assert not re.search(r"(?m)^ *- list$", whole)
    assert re.search(
        r'heading "(?:Vote on the government|You are|President|Cast|[^"]+ nominates you)', whole
    )
