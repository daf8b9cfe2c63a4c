"""At a table: open a staged game as one of its people, and play on in a game.

Doors: sits_at, plays_on.
"""

from playwright.sync_api import Page

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


def plays_on(person: Person, until: int) -> None:
    """Decide something whenever asked, until that version or the end."""
    while person.version() < until and person.table.get_attribute("data-phase") != "game_over":
        if person.options():
            version = person.version()
            person.clicks(0)
            person.waits_for_version(version + 1)
        person.page.wait_for_timeout(50)
