"""What a table needs only when something happens comes when the page can be used (static/js/later.js)."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.seated import sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

# The stage has its style, and every dialog its place for what is read out.
HAS_ALL = """() => getComputedStyle(document.getElementById('moments')).position === 'absolute'
    && [...document.querySelectorAll('dialog')].every(each => each.querySelector('[data-twin-of]'))"""
# What is drawn: where it stands and how it looks, but for what changes when a new button may be pressed (press_guard.js).
DRAWN = """() => [...document.querySelectorAll('#table *')].filter(each => each.checkVisibility()).map(each => {
    const {x, y, width, height} = each.getBoundingClientRect();
    const looks = ['', '::before', '::after'].map(part => {
        const style = getComputedStyle(each, part);
        return [...style].filter(name => !/^(--|animation|pointer-events|cursor|opacity)/.test(name))
            .map(name => `${name}: ${style.getPropertyValue(name)}`);
    });
    const classes = (each.getAttribute("class") || "").replace(" htmx-request", "");
    return [`${each.localName} #${each.id} .${classes}`, x, y, width, height, ...looks.flat()];
})"""
# `use` elements name other files until drawings.js has put these into the page.
HAS_DRAWINGS = "() => document.querySelector('body > svg.visually-hidden') !== null"


def test_it_is_there_when_the_page_has_loaded(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    page = sits_at(invite("Has all"), site, game["waiter"], game["code"])

    assert page.evaluate(HAS_ALL)


def test_the_page_can_be_used_before_it_is_asked_for(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    page = sits_at(invite("Waits for nothing"), site, game["waiter"], game["code"])

    usable = page.evaluate("() => performance.getEntriesByType('navigation')[0].domInteractive")
    asked = page.evaluate(
        """() => performance.getEntriesByType('resource')
            .filter(each => each.name.includes('table_later')).map(each => each.startTime)"""
    )
    first = page.evaluate(
        """() => performance.getEntriesByType('resource')
            .filter(each => /bundles\\/(site|table)\\./.test(each.name)).map(each => each.responseEnd)"""
    )
    assert len(first) == 4
    assert asked
    assert min(asked) > max(usable, *first)


def test_it_is_asked_for_again_if_it_did_not_come(site: Site, invite: Invite) -> None:
    game = stage(site, "nominate")["nominate"]
    person = invite("Asks again")
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if route.request.url in refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    person.page.route("**/bundles/table_later*", refuse_once)
    page = sits_at(person, site, game["waiter"], game["code"])

    assert refused
    assert not page.evaluate(HAS_ALL)
    page.wait_for_function(HAS_ALL)
    page.wait_for_function(HAS_DRAWINGS)
    page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize(
    ("phase", "who"),
    [
        ("nominate", "waiter"),
        ("vote", "actor"),
        ("president_discard", "actor"),
        ("game_over", "actor"),
    ],
)
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1440, 900)])
def test_nothing_that_is_drawn_changes_when_it_comes(
    site: Site, invite: Invite, phase: str, who: str, size: tuple[int, int]
) -> None:
    game = stage(site, phase)[phase]
    person = invite("Sees nothing move")
    page = person.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    held: list[Route] = []
    comes = False

    def hold(route: Route) -> None:
        if comes:
            route.continue_()
        else:
            held.append(route)

    page.route("**/bundles/table_later*", hold)
    # After the end the page asks who wants a rematch; nothing is new of that here.
    page.route("**/rematch/", lambda route: route.fulfill(status=204))
    page.emulate_media(reduced_motion="reduce")
    person.context.add_cookies(
        [
            {"name": name, "value": value, "url": site.url}
            for name, value in {"sessionid": game[who], "django_language": "en"}.items()
        ]
    )
    page.goto(f"/games/{game['code']}/", wait_until="domcontentloaded")
    expect(page.locator("#table")).to_have_attribute("data-live", "")
    page.evaluate("document.fonts.ready.then(() => {})")
    before = page.evaluate(DRAWN)
    assert len(before) > 100

    comes = True
    for route in held:
        route.continue_()
    page.wait_for_function(HAS_ALL)
    page.wait_for_function(HAS_DRAWINGS)
    page.wait_for_timeout(300)

    after = page.evaluate(DRAWN)
    assert [each[0] for each in after] == [each[0] for each in before]
    changed = [
        (was[0], a, b)
        for was, now in zip(before, after, strict=True)
        for a, b in zip(was, now, strict=True)
        if a != b
    ]
    assert changed == []
