"""Moderation as its people live it: from a report to an appeal that is granted, a warning, a lobby's name."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.people import Person
from tests.running_site import Site

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}}
# Prints a session of every person, and the code of a table at which seat 1 has been rude.
STAGE = """
import json
from django.test import Client
from tests.games.moderation.people import a_moderator, a_table_with_talk
game, users = a_table_with_talk("You are all idiots")
people = {"reporter": users[0], "rude": users[1], "moderator": a_moderator(), "second": a_moderator()}
def session(user):
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
staged = {name: session(user) for name, user in people.items()}
print(json.dumps(staged | {"game": game.code, "name": users[1].display_name, "number": users[1].pk}))
"""


def staged(site: Site) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(site.runs(STAGE))
    return told


def enters(invite: Invite, site: Site, session: str, **options: Any) -> Page:
    """A browser in which this person is logged in."""
    person: Person = invite(**options)
    person.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return person.page


def test_from_a_report_to_an_appeal_that_is_granted(site: Site, invite: Invite) -> None:
    told = staged(site)
    reporter = enters(invite, site, told["reporter"], **PHONE)
    reporter.goto(f"/games/{told['game']}/seats/1/")
    with reporter.context.expect_page() as opened:
        reporter.locator("#card-report").focus()
        reporter.keyboard.press("Enter")
    sheet = opened.value
    sheet.get_by_label("Harassment").check()
    sheet.get_by_label("You are all idiots").check()
    sheet.get_by_label("In your words").fill("He insults us.")
    sheet.get_by_role("button", name="Send the report").click()
    expect(sheet.get_by_text("Nobody has looked at it yet.")).to_be_visible()

    moderator = enters(invite, site, told["moderator"])
    moderator.goto("/accounts/")
    moderator.get_by_role("link", name="Moderation", exact=True).click()
    moderator.get_by_role("link", name=f"Open the case: {told['name']}").click()
    expect(moderator.get_by_text("He insults us.")).to_be_visible()
    expect(moderator.get_by_text("You are all idiots")).to_be_visible()
    expect(moderator.get_by_role("link", name="Suspension")).to_have_count(0)
    moderator.get_by_role("button", name="Claim the case").click()
    moderator.get_by_role("link", name="Suspension").click()
    moderator.get_by_label("How long").select_option(label="7 days")
    moderator.get_by_role("button", name="Decide").click()
    expect(moderator.get_by_text("No case is open.")).to_be_visible()

    sheet.reload()
    expect(sheet.get_by_text("restricted")).to_be_visible()

    rude = enters(invite, site, told["rude"], **PHONE)
    rude.goto("/accounts/moderators/")
    expect(rude.get_by_text("You cannot play or write here for a while")).to_be_visible()
    rude.get_by_role("link", name="Appeal").click()
    rude.get_by_label("Why should it be lifted?").fill("We are friends.")
    rude.get_by_role("button", name="Send the appeal").click()
    expect(rude.get_by_text("Your appeal has arrived.")).to_be_visible()

    moderator.goto("/moderation/")
    expect(moderator.get_by_text("No appeal is open.")).to_be_visible()
    second = enters(invite, site, told["second"])
    second.goto("/moderation/")
    second.get_by_role("link", name=f"Open the appeal: {told['name']}").click()
    expect(second.get_by_text("We are friends.")).to_be_visible()
    second.get_by_role("button", name="Lift it").click()
    expect(second.get_by_text("No appeal is open.")).to_be_visible()
    rude.reload()
    expect(rude.get_by_text("Another moderator has granted your appeal.")).to_be_visible()


def test_warning_is_read_before_the_next_game(site: Site, invite: Invite) -> None:
    told = staged(site)
    site.runs(
        "from accounts.models import SanctionKind, User\n"
        "from accounts.sanctions import impose\n"
        "from games.models import Game\n"
        f"Game.objects.filter(code={told['game']!r}).update(status='abandoned')\n"
        f"user = User.objects.get(pk={told['number']})\n"
        "impose(user=user, kind=SanctionKind.WARNING, text='Please be kind.')"
    )
    rude = enters(invite, site, told["rude"], **PHONE)
    rude.goto("/lobbies/new/")
    rude.fill("[name=name]", "My table")
    rude.locator("main form button.button").last.click()
    expect(rude.get_by_text("The moderators have written to you.")).to_be_visible()
    rude.goto("/accounts/moderators/")
    expect(rude.get_by_text("Please be kind.")).to_be_visible()
    rude.get_by_role("button", name="I have read it").click()
    rude.goto("/lobbies/new/")
    rude.fill("[name=name]", "My table")
    rude.locator("main form button.button").last.click()
    expect(rude.locator("#lobby-heading")).to_contain_text("My table")


def test_name_of_a_lobby_is_reported_by_a_guest(site: Site, invite: Invite) -> None:
    host, guest = invite("Hanna"), invite("Gus", **PHONE)
    code = host.opens_a_lobby(table="A bad name")
    guest.follows_link(code)
    with guest.context.expect_page() as opened:
        guest.page.get_by_role("link", name="Report the name of this lobby").click()
    sheet = opened.value
    expect(sheet.get_by_text("A bad name", exact=True)).to_be_visible()
    expect(sheet.get_by_label("The name")).to_be_checked()
    sheet.get_by_role("button", name="Send the report").click()
    expect(sheet.get_by_role("heading", name="A bad name")).to_be_visible()


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
