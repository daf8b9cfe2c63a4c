"""At a table: open a staged game as one of its people, and play on."""

from contextlib import suppress

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.people import Person
from tests.running_site import Site


def sits_at(person: Person, site: Site, session: str, code: str, view: str = "") -> Page:
    """Open a staged game as the owner of this session, in English, whatever another test has read it in."""
    cookies = {"sessionid": session, "django_language": "en"}
    person.context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in cookies.items()]
    )
    person.page.goto(f"/games/{code}/{view}")
    return person.page


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
