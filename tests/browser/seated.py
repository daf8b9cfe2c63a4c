"""At a table: open a staged game as one of its people, and play on."""

from collections.abc import Mapping
from contextlib import suppress

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.people import SETTLED_MS, Person
from tests.running_site import Site


def sits_at(person: Person, site: Site, session: str, code: str, view: str = "") -> Page:
    """Open a staged game as the owner of this session, in English, whatever another test has read it in."""
    cookies = {"sessionid": session, "django_language": "en"}
    person.context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in cookies.items()]
    )
    person.page.goto(f"/games/{code}/{view}")
    return person.page


# What the stamp of the count lies over, and what the card in flight does: words of the stage.
COVERED = """() => {
    const moment = document.querySelector('#moments > [data-shown]');
    const over = each => {
        if (!each?.checkVisibility({visibilityProperty: true, opacityProperty: true})) return [];
        const box = each.getBoundingClientRect();
        return [...moment.querySelectorAll('.moment-kicker, .moment-headline, .moment-power')].filter(words => {
            if (!words.checkVisibility({visibilityProperty: true})) return false;
            const range = document.createRange();
            range.selectNodeContents(words);
            return [...range.getClientRects()].some(line => line.left < box.right && line.right > box.left
                && line.top < box.bottom && line.bottom > box.top);
        }).map(words => words.className);
    };
    return moment ? ['.moment-count', '.policy-card-landed'].flatMap(each => over(document.querySelector(each))) : [];
}"""

# What a moment on the stage does not show whole.
CUT = """moment => {
    const outer = moment.getBoundingClientRect();
    const found = [];
    if (moment.scrollHeight > moment.clientHeight + 1) {
        found.push(`${moment.scrollHeight} px high in ${moment.clientHeight}`);
    }
    for (const part of moment.querySelectorAll('p, .plate, .symbol, .policy-card, button')) {
        const {left, right, top, bottom, width} = part.getBoundingClientRect();
        if (width > 1 && (left < outer.left - 1 || right > outer.right + 1 || top < outer.top - 1 || bottom > outer.bottom + 1)) {
            found.push(`${part.className.baseVal ?? part.className} leaves the stage`);
        }
    }
    return found;
}"""


def press(page: Page, button: Locator) -> None:
    """Press once the page has come to rest, as people do."""
    page.wait_for_timeout(SETTLED_MS)
    button.click()


def watches(
    person: Person, site: Site, game: Mapping[str, str], who: str, how: str = "full"
) -> Page:
    """Open a staged game on a device that shows what happens; the deal has been seen."""
    person.context.add_cookies(
        [{"name": "device_stage", "value": how, "domain": "127.0.0.1", "path": "/"}]
    )
    page = sits_at(person, site, game[who], game["code"])
    page.wait_for_selector("#table[data-live]")
    if page.locator("#deal[open]").count():
        page.locator("#deal-seen").click()
    return page


# Then the press is repeated.
PRESSES_AGAIN_MS = 5000
# Until bots have done all that is theirs.
ASKED_WITHIN_MS = 60_000
IS_ASKED_OR_THERE = """until => {
    const {version, phase} = document.getElementById('table').dataset;
    return Number(version) >= until || phase === 'game_over'
        || document.querySelector('#decision form[data-action]') !== null;
}"""


def plays_on(person: Person, until: int) -> None:
    """Decide when asked, until that version or the end.

    A press on something that has just moved is ignored, so it is repeated.
    """
    while person.version() < until and person.table.get_attribute("data-phase") != "game_over":
        # In the page, which costs less than to ask it from here again and again.
        person.page.wait_for_function(
            IS_ASKED_OR_THERE, arg=until, polling=50, timeout=ASKED_WITHIN_MS
        )
        if person.options():
            version = person.version()
            with suppress(TooLate):
                person.clicks(0)
                person.waits_for_version(version + 1, timeout=PRESSES_AGAIN_MS)
