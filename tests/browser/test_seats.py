"""Seats with every mark at once and the longest names, in every language.

Marks come and go while boards stay, so a seat must never cover a board, the title or a neighbour,
or leave its own box.
"""

from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, Page, WebSocket

from games.presenters.table.name_fit import fit
from tests.browser.pages import Staged, views
from tests.browser.stage import LONG_NAMES
from tests.running_site import Site

pytestmark = pytest.mark.browser

LANGUAGES = ("en", "es", "it", "pl", "nl")
WIDTHS = (360, 390, 844, 1024, 1248, 1366, 1440, 1920)
FILL = """([marks, names, fits]) => document.querySelectorAll('.round-table > .seat').forEach((seat, place) => {
    seat.querySelector('.seat-marks').outerHTML = marks[place % marks.length];
    const name = seat.querySelector('.seat-name');
    name.textContent = names[place % names.length].trim();
    name.className = `seat-name fit-${fits[place % names.length]}`;
})"""
OVERLAPS = """() => {
    const box = each => each.getBoundingClientRect();
    const meet = (one, other) => {
        const [a, b] = [box(one), box(other)];
        return a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
    };
    const seats = [...document.querySelectorAll('.round-table > .seat')];
    const others = [...document.querySelectorAll(
        '.policy-track, .table-title h1, .table-title .badge, .table-line > *, .decision, .chip')]
        .filter(each => each.checkVisibility() && getComputedStyle(each.closest('.table-title') ?? each).clipPath === 'none');
    const found = [];
    seats.forEach((seat, place) => {
        for (const other of [...others, ...seats.slice(place + 1)])
            if (meet(seat, other)) found.push([seat.innerText, 'over', other.className, other.innerText]);
        const {left, right, bottom} = box(seat);
        const parts = [...seat.querySelectorAll('.seat-name, .badge')].filter(each => each.checkVisibility());
        for (const part of parts) {
            const inner = box(part);
            if (inner.left < left - 1 || inner.right > right + 1 || inner.bottom > bottom + 1)
                found.push([seat.innerText, 'does not hold', part.innerText]);
            // A mark that has no room for its words is a drawing; a name is never cut.
            const kept = part.matches('.badge') ? part.querySelector('.symbol') : part;
            const whole = box(kept);
            if (whole.right > right + 1 || part.matches('.seat-name') && part.scrollWidth > part.clientWidth + 1
                || part.matches('.badge') && (whole.width < 10 || whole.right > inner.right + 1))
                found.push([seat.innerText, 'cuts', part.innerText]);
        }
    });
    return found;
}"""


def fullest(language: str) -> list[str]:
    """Return the marks of a living seat with every mark, and of a dead one."""
    living = {
        "id": "marks",
        "office": "president",
        "is_deciding": True,
        "is_term_limited": True,
        "is_cleared": True,
        "has_stand_in": True,
    }
    dead = {"id": "marks", "is_dead": True, "is_cleared": True}
    with translation.override(language):
        return [
            render_to_string(
                "games/table/_seat_marks.html", {"view": each | {"investigated_by": name.strip()}}
            )
            for each in (living, dead)
            for name in LONG_NAMES[:2]
        ]


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with browser.new_context(base_url=site.url, reduced_motion="reduce") as context:
        yield context.new_page()


@pytest.mark.parametrize("name", ["few-actor", "vote-actor", "many-actor"])
def test_fullest_seats_cover_nothing(page: Page, site: Site, staged: Staged, name: str) -> None:
    view = next(each for each in views(staged) if each.name == name)
    heard: list[object] = []

    def hear(frame: str | bytes) -> None:
        heard.append(frame)

    def opens(socket: WebSocket) -> None:
        heard.clear()
        sockets.append(socket)
        socket.on("framereceived", hear)

    sockets: list[WebSocket] = []
    page.on("websocket", opens)
    found = {}
    for language in LANGUAGES:
        page.context.add_cookies(view.cookies(site.url, language))
        before = len(sockets)
        page.goto(view.path)
        assert page.locator("html").get_attribute("lang") == language
        # First the update from the socket, which has to find its seats.
        while len(sockets) == before or not heard:
            page.wait_for_timeout(50)
        page.wait_for_timeout(100)
        page.evaluate(FILL, [fullest(language), LONG_NAMES, [fit(name) for name in LONG_NAMES]])
        page.evaluate("document.fonts.ready")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.locator(".round-table > .seat .badge").count() > 10
            if overlaps := page.evaluate(OVERLAPS):
                found[language, width] = overlaps
    assert found == {}
