"""A whole game by keyboard alone: become a guest, open a lobby, fill it, start, play."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.people import SETTLED_MS
from tests.browser.truth import Truth, wait_for, wait_for_more
from tests.running_site import Site

pytestmark = pytest.mark.browser

MOST_STOPS = 80
FOCUS = """() => {
    const focused = document.activeElement;
    return [focused.tagName.toLowerCase(), focused.id, focused.getAttribute('name') ?? '',
        focused.textContent.trim().slice(0, 40), focused.matches('#decision button') ? 'decision' : ''];
}"""


def focused(page: Page) -> tuple[str, ...]:
    """Return the focused element: tag, id, name, text, and whether it is a button of the decision."""
    return tuple(page.evaluate(FOCUS))


def tabs_to(page: Page, *wanted: str, key: str = "Tab") -> None:
    """Press Tab until an element with this id, name or text has a clearly visible focus."""
    for _stop in range(MOST_STOPS):
        if set(wanted) & set(focused(page)):
            break
        page.keyboard.press(key)
    assert set(wanted) & set(focused(page)), f"{wanted} not reached, at {focused(page)}"
    outline = page.evaluate(
        "() => { const s = getComputedStyle(document.activeElement);"
        " return s.outlineStyle !== 'none' || s.boxShadow !== 'none'; }"
    )
    assert outline, f"nothing shows that {wanted} has the focus"


def presses(page: Page, key: str = "Enter") -> None:
    """Press the focused element, once it has settled."""
    page.wait_for_timeout(SETTLED_MS)
    page.keyboard.press(key)


def test_skip_link_comes_first_and_leads_to_the_content(invite: Invite) -> None:
    page = invite("Keys").page
    page.goto("/")
    page.keyboard.press("Tab")
    assert focused(page)[3] == "Skip to the content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_game_by_keyboard_alone(site: Site, invite: Invite) -> None:
    ada = invite("Keyboard Ada")
    page = ada.page
    page.goto("/")
    tabs_to(page, "guest-name")
    page.keyboard.type(ada.name)
    tabs_to(page, "Play with friends")
    presses(page)
    page.wait_for_url(re.compile(r"/lobbies/[A-Z0-9]{6}/$"))
    tabs_to(page, "change-settings")
    presses(page)
    expect(page.locator("[name=most_players]")).to_be_visible()
    tabs_to(page, "most_players")
    page.keyboard.press("5")
    tabs_to(page, "pace")
    page.keyboard.press("ArrowDown")
    assert page.input_value("[name=pace]") == "talk"
    tabs_to(page, "Save")
    presses(page)
    expect(page.locator("#settings-panel")).to_be_hidden()
    tabs_to(page, "fill-with-bots")
    presses(page)
    expect(page.locator(".lobby-seat-empty")).to_have_count(0)
    tabs_to(page, "start-game")
    presses(page, "Space")
    code = ada.arrives()
    plays_by_keyboard(site, page, code, ada.name)


def plays_by_keyboard(site: Site, page: Page, code: str, name: str) -> None:
    """Decide with Tab, Enter and Space until the end; the focus is never lost."""
    seat = Truth.read(site.environment["DATABASE_URL"], code).seat_of(name)
    moves = 0

    def read() -> Truth:
        return Truth.read(site.environment["DATABASE_URL"], code)

    def is_asked(truth: Truth) -> bool:
        return truth.is_over or (truth.waits_for_people and seat in truth.undecided())

    while True:
        truth = wait_for(read, lambda now: is_asked(now) or not now.state.alive[seat], 60)
        if not truth.state.alive[seat]:
            truth = wait_for(read, lambda now: now.is_over, 60)
        page.wait_for_function(
            "version => Number(document.getElementById('table').dataset.version) >= version",
            arg=truth.version,
        )
        if moves:
            assert focused(page)[0] != "body", f"focus lost before {truth.phase}"
        if truth.is_over:
            break
        # Forwards or backwards, with either key that presses buttons.
        tabs_to(page, "decision", key="Shift+Tab" if moves % 2 else "Tab")
        key = "Space" if moves % 2 else "Enter"
        presses(page, key)
        if focused(page)[1] == "confirm-choice":
            presses(page, key)
        moves += 1
        wait_for_more(read, than=truth)
    expect(page.locator("#final-reveal-heading")).to_be_visible()
    tabs_to(page, "rematch")
