"""Parts that once were cut, wrapped or left a gap, measured on the screens where that happened."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import Staged, View, views
from tests.running_site import Site

pytestmark = pytest.mark.browser

LANGUAGES = ("en", "es", "it", "pl", "nl")
PHONES = (360, 390)
# The part of the emblem's inside that its two halves leave free, on each side.
EMBLEM = """() => {
    const frame = document.querySelector('.home-banner');
    const inside = frame.getBoundingClientRect();
    const border = 2;
    const halves = [...frame.firstElementChild.children].map(each => each.getBoundingClientRect());
    return [
        Math.min(...halves.map(each => each.left)) - inside.left - border,
        inside.right - border - Math.max(...halves.map(each => each.right)),
        ...halves.flatMap(each => [each.top - inside.top - border, inside.bottom - border - each.bottom]),
        halves[1].left - halves[0].right,
    ];
}"""
LINES = """() => new Set([...document.querySelectorAll('.masthead-name, .site-nav a')]
    .filter(each => each.checkVisibility())
    .map(each => Math.round(each.getBoundingClientRect().top / 10))).size"""
CUT = """() => [...document.querySelectorAll('#look-back *')]
    .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth)
    .map(each => each.innerText)"""


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with browser.new_context(base_url=site.url, reduced_motion="reduce") as context:
        yield context.new_page()


def open_page(page: Page, site: Site, view: View, language: str) -> None:
    page.context.clear_cookies()
    page.context.add_cookies(view.cookies(site.url, language))
    page.goto(view.path)
    page.evaluate("document.fonts.ready")


def test_emblem_fills_its_frame(page: Page, site: Site) -> None:
    found = {}
    for language in LANGUAGES:
        open_page(page, site, View("home", "/"), language)
        for width in (360, 768, 1024, 1440, 1920):
            page.set_viewport_size({"width": width, "height": 900})
            gaps = page.evaluate(EMBLEM)
            if any(abs(gap) > 1 for gap in gaps):
                found[language, width] = gaps
    assert found == {}


# The poster's title, what may stand over the edges of its banner, and what is cut within the film.
POSTER = """() => {
    const [button, banner, title] = ['#play-bots', '.home-banner', '.home-banner h1']
        .map(each => document.querySelector(each).getBoundingClientRect());
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('.home-banner h1'));
    const {left, right} = words.getBoundingClientRect();
    const found = [];
    if (button.bottom > innerHeight) found.push('the button is below the first screen');
    if (left < banner.left || right > banner.right) found.push('the title is wider than its banner');
    const shots = document.querySelectorAll('.scene-shot, .scene-answer, .scene-plate, .scene-seat');
    for (const shot of shots)
        if (shot.scrollWidth > shot.clientWidth + 1 || shot.scrollHeight > shot.clientHeight + 1)
            found.push(`${shot.className} is cut`);
    return found;
}"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (360, 740), (1440, 900)])
def test_poster_of_home_has_its_button_on_the_first_screen(
    page: Page, site: Site, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found = {}
    for language in LANGUAGES:
        open_page(page, site, View("home", "/"), language)
        if problems := page.evaluate(POSTER):
            found[language] = problems
        # What each way to play is stands beside it, on a phone as well.
        for each in page.locator(".ways-in .soft").all():
            expect(each).to_be_visible()
    assert found == {}


@pytest.mark.parametrize("name", ["home", "home-seated"])
def test_header_is_one_line_on_a_phone(page: Page, site: Site, staged: Staged, name: str) -> None:
    view = next(each for each in views(staged) if each.name == name)
    lines = {}
    for language in LANGUAGES:
        open_page(page, site, view, language)
        for width in PHONES:
            page.set_viewport_size({"width": width, "height": 740})
            lines[language, width] = page.evaluate(LINES)
    assert {place: number for place, number in lines.items() if number != 1} == {}


def test_record_of_a_player_fits_a_phone(page: Page, site: Site, staged: Staged) -> None:
    view = next(each for each in views(staged) if each.name == "many-actor")
    found = {}
    for language in LANGUAGES:
        page.set_viewport_size({"width": PHONES[0], "height": 844})
        open_page(page, site, view, language)
        page.locator(".seat-record").first.evaluate("link => link.click()")
        page.locator("dialog .record tbody tr").first.wait_for()
        for width in PHONES:
            page.set_viewport_size({"width": width, "height": 844})
            if cut := page.evaluate(CUT.replace("#look-back *", "dialog[open] *")):
                found[language, width] = cut
    assert found == {}


def test_full_lobby_offers_no_seat_until_one_is_free(invite: Invite) -> None:
    host, visitor = invite("Full host"), invite("Late")
    host.opens_a_lobby(seats=5)
    visitor.page.goto(host.page.url)
    sit_down = visitor.page.get_by_role("button", name="Sit down")
    expect(sit_down).to_be_visible()

    host.page.locator("#fill-with-bots").click()
    expect(sit_down).to_be_hidden()
    expect(visitor.page.get_by_text("Every seat is taken")).to_be_visible()
