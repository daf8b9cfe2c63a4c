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
from tests.browser.pages import Staged, stage, views
from tests.browser.stage import FULL, LONG_NAMES
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


# The numbers of the seats as one meets them around the middle of the stage: clockwise, from straight below it.
RING = """() => {
    const middle = each => {
        const {left, top, width, height} = each.getBoundingClientRect();
        return {x: left + width / 2, y: top + height / 2};
    };
    const centre = middle(document.querySelector('.decision'));
    const turn = each => {
        const {x, y} = middle(each);
        const angle = Math.atan2(centre.x - x, y - centre.y);
        return angle < 0 ? angle + 2 * Math.PI : angle;
    };
    const seats = [...document.querySelectorAll('.round-table > .seat')];
    return seats.sort((one, other) => turn(one) - turn(other)).map(each => Number(each.querySelector('.seat-number').innerText));
}"""


@pytest.mark.parametrize("count", [5, 7, 10])
def test_people_sit_clockwise_around_the_stage_of_a_desk(
    page: Page, site: Site, count: int
) -> None:
    name = f"{FULL}vote-{count}"
    game = dict(stage(site, name)[name])
    path = f"/games/{game['code']}/"
    for width, height in ((1440, 900), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        for who in ("actor", "waiter"):
            page.context.add_cookies([{"name": "sessionid", "value": game[who], "url": site.url}])
            page.goto(path)
            ring = page.evaluate(RING)
            own = int(page.locator(".seat-own .seat-number").inner_text())
            assert ring == [(own - 1 + place) % count + 1 for place in range(count)]
        page.context.clear_cookies()
        for way in (path, f"{path}tv/"):
            page.goto(way)
            ring = page.evaluate(RING)
            first = ring.index(1)
            assert ring[first:] + ring[:first] == [place + 1 for place in range(count)]
            # The upper left one, so that one begins to read there.
            assert first == (count + 1) // 2 - 1


UNDER_THEIR_SEATS = """() => {
    const box = each => JSON.stringify(each.getBoundingClientRect());
    const seats = [...document.querySelectorAll('.round-table > .seat')];
    return [...document.querySelectorAll('.decision-players > div.target')].every(target => {
        const name = target.querySelector('bdi').innerText;
        return box(target) === box(seats.find(each => each.querySelector('.seat-name').innerText === name));
    });
}"""


@pytest.mark.parametrize("phase", ["nominate", "execute"])
def test_whom_one_chooses_lies_under_their_own_seat_on_a_desk(
    page: Page, site: Site, phase: str
) -> None:
    game = dict(stage(site, phase)[phase])
    page.set_viewport_size({"width": 1440, "height": 900})
    page.context.add_cookies([{"name": "sessionid", "value": game["actor"], "url": site.url}])
    page.goto(f"/games/{game['code']}/")
    targets = page.locator(".decision-players > div.target")
    assert targets.count() > 2
    # Fonts that come late move both.
    page.wait_for_function(UNDER_THEIR_SEATS)
