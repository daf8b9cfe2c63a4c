"""A table enlarged by its reader: every stop of the keyboard is seen, at 200 and at 400 %."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Invite
from tests.browser.pages import Staged
from tests.browser.seated import sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

# What is left of a window of 1440 by 900, and of one of 1280 by 1024.
ENLARGED = {"200 %": (720, 450), "400 %": (360, 225), "400 % of a square": (320, 256)}
MOST_STOPS = 150

# The stop that has the focus, and whether anything of it can be seen: at one of its points it is what is drawn there,
# whether or not it takes a press just now.
STOP = """() => {
    const stop = document.activeElement;
    if (!stop || stop === document.body) return null;
    const {left, top, right, bottom} = stop.getBoundingClientRect();
    const points = [];
    for (const across of [0.1, 0.3, 0.5, 0.7, 0.9])
        for (const down of [0.1, 0.3, 0.5, 0.7, 0.9])
            points.push([left + (right - left) * across, top + (bottom - top) * down]);
    const isSeen = ([x, y]) => document.elementsFromPoint(x, y).slice(0, 1)
        .some(drawn => stop.contains(drawn) || drawn.contains(stop));
    const pressed = new CSSStyleSheet();
    pressed.replaceSync('*, *::before, *::after { pointer-events: auto !important }');
    const isAsItIs = points.some(isSeen);
    document.adoptedStyleSheets = [pressed];
    const isDrawn = points.some(isSeen);
    document.adoptedStyleSheets = [];
    stop.dataset.stop ??= String(document.querySelectorAll('[data-stop]').length);
    return {
        name: `${stop.localName}#${stop.id}.${stop.className} "${stop.textContent.trim().slice(0, 30)}"`,
        place: stop.dataset.stop,
        isSeen: isAsItIs || isDrawn,
    };
}"""


def stops(page: Page) -> list[dict[str, str | bool]]:
    """Every stop of the Tab key, in order."""
    found: list[dict[str, str | bool]] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None or any(stop["place"] == each["place"] for each in found):
            break
        found.append(stop)
    return found


@pytest.mark.parametrize("size", ENLARGED.values(), ids=ENLARGED)
@pytest.mark.parametrize("name", ["nominate", "vote", "president_discard", "many"])
def test_no_stop_of_the_keyboard_is_hidden(
    invite: Invite, site: Site, staged: Staged, name: str, size: tuple[int, int]
) -> None:
    person = invite("", viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page = sits_at(person, site, staged[name]["actor"], staged[name]["code"])
    while not person.frames:
        page.wait_for_timeout(50)
    found = stops(page)
    hidden = [stop["name"] for stop in found if not stop["isSeen"]]

    assert len(found) > 20
    assert hidden == []
    # The decision stands in the flow: it moves with the page.
    assert page.evaluate("document.querySelectorAll('.decision').length") == 1
    assert (
        page.locator(".decision").evaluate("each => getComputedStyle(each).position") == "static"
    )
