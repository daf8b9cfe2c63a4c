"""A wave of guests of one address, and the one decision about all of them."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.moderated import PHONE
from tests.running_site import Site

pytestmark = pytest.mark.browser

# A reported guest and two more of the same address; a moderator who has claimed the case.
WAVE = """
import json
from secrets import token_hex
from django.test import Client
from accounts.arrivals import note_arrival
from accounts.services import create_guest
from games.moderation import cases, evidence, reports
from games.moderation.models import ReportReason
from tests.factories import a_person
from tests.games.moderation.people import a_moderator
guests, address = [create_guest(name=name) for name in ("Tom", "Eva", "Ida")], token_hex(4)
for each in guests:
    note_arrival(guest=each, address=address)
target = evidence.player(guests[0].username)
case = reports.report(reporter=a_person(), target=target, reason=ReportReason.SPAM, sentence="").case
moderator = a_moderator()
cases.claim(case=case, moderator=moderator)
def session(user):
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
print(json.dumps({"case": case.pk, "moderator": session(moderator), "eva": session(guests[1])}))
"""


def enters(invite: Invite, site: Site, session: str, **options: Any) -> Page:
    """A browser in which this person is logged in."""
    person = invite(**options)
    person.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return person.page


@pytest.mark.parametrize("scripts", [True, False])
def test_wave_is_decided_with_the_keyboard(site: Site, invite: Invite, scripts: bool) -> None:
    told: dict[str, Any] = json.loads(site.runs(WAVE))
    page = enters(invite, site, told["moderator"], **PHONE, java_script_enabled=scripts)
    page.goto(f"/moderation/cases/{told['case']}/")
    expect(page.get_by_text("2 other guests in the last 24 hours")).to_be_visible()
    page.get_by_role("link", name="For all of these guests: Suspension").focus()
    page.keyboard.press("Enter")
    for name in ("Tom", "Eva", "Ida"):
        expect(page.get_by_label(name)).to_be_checked()
    page.get_by_label("Ida").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Decide for all who are ticked").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Decided about 2 guests.")).to_be_visible()
    page.goto(f"/moderation/cases/{told['case']}/")
    expect(page.get_by_text("No new guest comes in from there until")).to_be_visible()
    page.get_by_role("button", name="Let new guests in again").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("New guests from this address can come in again.")).to_be_visible()

    eva = enters(invite, site, told["eva"], **PHONE, java_script_enabled=scripts)
    eva.goto("/accounts/moderators/")
    expect(eva.get_by_text("Several guests from your internet connection")).to_be_visible()
    expect(eva.get_by_role("link", name="Appeal")).to_be_visible()
