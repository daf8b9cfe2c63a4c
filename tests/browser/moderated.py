"""People of the stories of moderation: staged on the site, each in a browser of their own."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.running_site import Site

PHONE = {"viewport": {"width": 390, "height": 844}}
Told = dict[str, Any]


def staged(site: Site, what: str, **wanted: Any) -> Told:
    """What tests.browser.moderation_stage makes under this name."""
    told: Told = json.loads(
        site.runs(
            f"from tests.browser import moderation_stage; moderation_stage.main({what!r}, **{wanted!r})"
        )
    )
    return told


def enters(invite: Invite, site: Site, told: Told, who: str, path: str, **options: Any) -> Page:
    """A browser in which this person is logged in, at this address."""
    person: Person = invite(**options)
    person.context.add_cookies(
        [{"name": "sessionid", "value": told[who]["session"], "url": site.url}]
    )
    person.page.goto(path)
    return person.page
