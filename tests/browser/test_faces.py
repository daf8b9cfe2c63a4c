"""The fonts of pages: those of the site and none of the machine, so they look the same everywhere."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Route

from tests.browser.conftest import Invite
from tests.browser.pages import Staged, stage, views
from tests.running_site import Site

pytestmark = pytest.mark.browser

LANGUAGES = ("en", "es", "it", "pl", "nl")
PAGES = (
    "home",
    "about",
    "lobby-host",
    "vote-actor",
    "vote-tv",
    "veto_answer-actor",
    "game_over-spectator",
)
# Far below the browsers' limit for good (0.1).
LOUDER_THAN_THIS = 0.02
SHIFTS = """window.shifted = 0;
new PerformanceObserver(list => {
    for (const {value, hadRecentInput} of list.getEntries()) if (!hadRecentInput) window.shifted += value;
}).observe({type: 'layout-shift', buffered: true});"""
WIDTHS = """() => [...document.querySelectorAll('h1, h2, h3, p, .button, label')]
    .filter(each => each.checkVisibility() && each.innerText.trim().length > 12)
    .map(each => {
        const text = document.createRange();
        text.selectNodeContents(each);
        const widths = [...text.getClientRects()].map(rect => rect.width);
        return [each.innerText, widths.reduce((sum, width) => sum + width, 0)];
    })"""


def faces(page: Page) -> dict[str, bool]:
    """Return the font families of a page, and whether the site sent them."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1})["root"]
    found: dict[str, bool] = {}
    for node in lettered(root):
        try:
            drawn = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})
        except Error as gone:
            # The table from the socket replaces the first one: look again.
            if "Could not find node" not in gone.message:
                raise
            session.detach()
            return faces(page)
        for font in drawn["fonts"]:
            found[font["familyName"]] = font["isCustomFont"]
    session.detach()
    return found


def lettered(node: dict[str, Any]) -> Iterator[int]:
    """The elements of a page that draw letters themselves: a text, what a style adds, or a field of a form."""
    below = node.get("children", [])
    has_text = any(each["nodeName"] == "#text" and each["nodeValue"].strip() for each in below)
    has_own = bool(node.get("pseudoElements") or node.get("shadowRoots"))
    if has_text or has_own:
        yield node["nodeId"]
    for each in below:
        yield from lettered(each)


def printed(page: Page) -> dict[str, bool]:
    """The same, when the fonts have loaded; a remaining stand-in is reported."""
    found = faces(page)
    for _again in range(20):
        if all(found.values()):
            break
        page.wait_for_timeout(250)
        found = faces(page)
    return found


@pytest.fixture(scope="module")
def staged(site: Site, staged: Staged) -> Staged:
    """The shared games, and a lobby where nobody with a name in other letters has sat down."""
    return {**staged, **stage(site, "lobby")}


@pytest.fixture
def context(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    with browser.new_context(base_url=site.url, viewport={"width": 1440, "height": 900}) as opened:
        yield opened


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_printed_with_the_faces_that_travel(
    context: BrowserContext, site: Site, staged: Staged, language: str
) -> None:
    page = context.new_page()
    found = {}
    for view in views(staged):
        if view.name in PAGES:
            context.clear_cookies()
            context.add_cookies(view.cookies(site.url, language))
            page.goto(view.path)
            found[view.name] = printed(page)

    assert set(found) == set(PAGES)
    pages = {"Roboto Condensed": True, "Vollkorn": True}
    for name, faces_of_page in found.items():
        # At a table, names in seats have a face of their own, called by its thinnest weight.
        is_table = not name.startswith(("home", "about", "lobby"))
        assert faces_of_page == pages | ({"Alumni Sans Thin": True} if is_table else {}), name


def test_names_of_other_alphabets_fetch_their_letters_and_others_do_not(invite: Invite) -> None:
    person = invite("Наталія")
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    person.page.goto("/accounts/guest/")
    assert not any("cyrillic" in name for name in asked)

    person.opens_a_lobby(seats=5)
    assert set(printed(person.page).values()) == {True}

    assert "display-cyrillic.woff2" in asked
    assert not any("greek" in name or "vietnamese" in name for name in asked)


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_page_hardly_moves_when_its_faces_come_late(
    context: BrowserContext, site: Site, staged: Staged, size: tuple[int, int]
) -> None:
    late: list[Route] = []
    # A function of our own: Playwright refuses built-in ones.
    context.route("**/*.woff2", lambda route: late.append(route))  # noqa: PLW0108
    context.add_init_script(SHIFTS)
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for view in views(staged):
        if view.name not in ("home", "lobby-host", "vote-actor"):
            continue
        context.clear_cookies()
        context.add_cookies(view.cookies(site.url))
        page.goto(view.path, wait_until="commit")
        page.locator("h1").wait_for()
        page.wait_for_timeout(500)
        assert set(faces(page).values()) == {False}, view.name
        for route in late:
            route.continue_()
        late.clear()
        page.wait_for_load_state()
        assert set(printed(page).values()) == {True}, view.name
        page.wait_for_timeout(300)
        assert page.evaluate("window.shifted") < LOUDER_THAN_THIS, view.name


def test_stand_in_is_as_wide_as_the_face_it_stands_in_for(
    context: BrowserContext, site: Site
) -> None:
    page = context.new_page()
    page.goto("/about/")
    page.evaluate("document.fonts.ready")
    real: list[Any] = page.evaluate(WIDTHS)
    context.route("**/*.woff2", lambda route: route.abort())
    page.goto("/about/")
    standing_in: list[Any] = page.evaluate(WIDTHS)

    assert len(real) > 10
    assert [text for text, _ in real] == [text for text, _ in standing_in]
    wider = sum(width for _, width in standing_in) / sum(width for _, width in real)
    assert 0.96 < wider < 1.04, wider
