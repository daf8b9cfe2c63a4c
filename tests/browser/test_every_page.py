"""Every page, in every phase and for every kind of viewer: no barrier that axe finds, nothing wider
than the screen, no complaint of the browser; light, dark and in high contrast.
"""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Invite
from tests.browser.pages import Staged, views
from tests.running_site import Site

pytestmark = pytest.mark.browser

SERIOUS = {"serious", "critical"}
WIDTHS = (360, 390, 1440)
# The first look checks all rules, in light colours; the other looks check colours only.
PRINTS: tuple[tuple[Literal["light", "dark"], Literal["no-preference", "more"]], ...] = (
    ("dark", "no-preference"),
    ("dark", "more"),
)
AXE = Axe()
# What it says of a page is large; only what is asked for comes out of the browser.
RUN = """async options => {
    const {passes, violations} = await axe.run(document, options);
    return {
        passes: passes.length,
        violations: violations.map(({id, impact, nodes}) => ({id, impact, targets: nodes.map(node => node.target)})),
    };
}"""
RULES_OF_COLOUR = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
WIDER = """() => [...document.querySelectorAll('body *')]
    .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map(each => each.tagName + '#' + each.id + '.' + each.className)"""

# Seats grow with their marks, but must not cover a board.
COVERED = """() => [...document.querySelectorAll('.policy-track')].flatMap(track => {
    const board = track.getBoundingClientRect();
    return [...document.querySelectorAll('.seat')]
        .filter(seat => {
            const {left, right, top, bottom} = seat.getBoundingClientRect();
            return left < board.right && right > board.left && top < board.bottom && bottom > board.top;
        })
        .map(seat => seat.innerText);
})"""


def findings(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """Return the serious barriers that axe finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    response = page.evaluate(RUN, {"resultTypes": ["violations"]} | (options or {}))
    assert response["passes"], "axe looked at nothing"
    return [
        f"{each['id']}: {each['targets'][:4]}"
        for each in response["violations"]
        if each["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("half", range(2))
def test_every_page_is_sound(site: Site, staged: Staged, invite: Invite, half: int) -> None:
    """Half of the pages at once, so that one browser context and its cache serve many."""
    person = invite("every page", color_scheme="light")
    page, problems = person.page, {}
    for view in list(views(staged))[half::2]:
        person.context.clear_cookies()
        person.context.add_cookies(view.cookies(site.url))
        page.set_viewport_size({"width": WIDTHS[-1], "height": 900})
        page.emulate_media(color_scheme="light", contrast="no-preference", reduced_motion="reduce")
        page.goto(view.path)
        if view.phase:
            assert page.get_attribute("#table", "data-phase") == view.phase
        if found := problems_of(page):
            problems[view.name] = found
    assert problems == {}


def problems_of(page: Page) -> list[str]:
    """Return the barriers in every colour scheme, and whatever is wider than the screen at any width."""
    found = findings(page)
    page.locator("details").evaluate_all("all => all.forEach(details => { details.open = true })")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"too wide at {width}: {page.evaluate(WIDER)}")
        if covering := page.evaluate(COVERED):
            found.append(f"over a board at {width}: {covering}")
    for scheme, contrast in PRINTS:
        page.emulate_media(color_scheme=scheme, contrast=contrast)
        name = f"{scheme}, contrast {contrast}"
        found += [f"{name}: {each}" for each in findings(page, RULES_OF_COLOUR)]
    return found
