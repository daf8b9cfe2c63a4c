"""Appeals as the people live them: from a report to one that is granted, one refused, one sent twice."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.moderated import PHONE, enters, staged
from tests.browser.moderation_stage import RUDE
from tests.running_site import Site

pytestmark = pytest.mark.browser


def test_from_a_report_to_an_appeal_that_is_granted(site: Site, invite: Invite) -> None:
    told = staged(site, "a_table") | {"second": staged(site, "a_table")["moderator"]}
    name = told["Udo"]["name"]
    sheet = enters(
        invite, site, told, "Ida", f"/moderation/report/game/{told['game']}/seat-1/", **PHONE
    )
    sheet.get_by_label("Harassment").check()
    # By its words: a second press on the spot of the first one, where the page may have scrolled, would not count.
    sheet.get_by_text(RUDE).click()
    expect(sheet.get_by_label(RUDE)).to_be_checked()
    sheet.get_by_label("In your words").fill("He insults us.")
    sheet.get_by_role("button", name="Send the report").click()
    expect(sheet.get_by_text("Nobody has looked at it yet.")).to_be_visible()

    moderator = enters(invite, site, told, "moderator", "/accounts/")
    moderator.get_by_role("link", name="Moderation", exact=True).click()
    moderator.get_by_role("link", name=f"Open the case: {name}").click()
    expect(moderator.get_by_text("He insults us.")).to_be_visible()
    expect(moderator.get_by_text(RUDE)).to_be_visible()
    expect(moderator.get_by_role("link", name="Suspension")).to_have_count(0)
    moderator.get_by_role("button", name="Claim the case").click()
    moderator.get_by_role("link", name="Suspension").click()
    moderator.get_by_label("How long").select_option(label="7 days")
    moderator.get_by_role("button", name="Decide").click()
    expect(moderator.get_by_role("heading", name="Open cases")).to_be_visible()

    sheet.reload()
    expect(sheet.get_by_text("restricted")).to_be_visible()

    udo = enters(invite, site, told, "Udo", "/accounts/moderators/", **PHONE)
    expect(udo.get_by_text("You cannot play or write here for a while")).to_be_visible()
    udo.get_by_role("link", name="Appeal").click()
    udo.get_by_label("Why should it be lifted?").fill("We are friends.")
    udo.get_by_role("button", name="Send the appeal").click()
    expect(udo.get_by_text("Your appeal has arrived.")).to_be_visible()

    second = enters(invite, site, told, "second", "/moderation/")
    second.get_by_role("link", name=f"Open the appeal: {name}").click()
    expect(second.get_by_text("We are friends.")).to_be_visible()
    second.get_by_role("button", name="Lift it").click()
    expect(second.get_by_role("heading", name="Open appeals")).to_be_visible()
    udo.reload()
    expect(udo.get_by_text("Another moderator has granted your appeal.")).to_be_visible()


def test_appeal_is_sent_once(site: Site, invite: Invite) -> None:
    told = staged(site, "a_decision", decision="mute")
    one = enters(invite, site, told, "Udo", f"/moderation/appeal/{told['sanction']}/")
    other = enters(invite, site, told, "Udo", one.url)
    for page in (one, other):
        page.get_by_label("Why should it be lifted?").fill("We are friends.")
        page.get_by_role("button", name="Send the appeal").click()
    expect(one.get_by_text("Your appeal has arrived.")).to_be_visible()
    expect(other.get_by_role("alert")).to_contain_text("You have appealed already.")


def test_appeal_is_refused_by_another_moderator_than_the_one_who_decided(
    site: Site, invite: Invite
) -> None:
    told = staged(site, "a_decision", decision="mute", words="We are friends.")
    offered = f"Open the appeal: {told['Udo']['name']}"
    decider = enters(invite, site, told, "moderator", "/moderation/")
    expect(decider.get_by_role("heading", name="Open appeals")).to_be_visible()
    expect(decider.get_by_role("link", name=offered)).to_have_count(0)
    second = enters(invite, site, told, "second", "/moderation/")
    second.get_by_role("link", name=offered).click()
    expect(second.get_by_text(RUDE)).to_be_visible()
    second.get_by_role("button", name="Leave it").click()
    expect(second.get_by_role("link", name=offered)).to_have_count(0)
    udo = enters(invite, site, told, "Udo", f"/moderation/appeal/{told['sanction']}/", **PHONE)
    expect(udo.get_by_text("The decision stays.")).to_be_visible()
    expect(udo.get_by_role("button", name="Send the appeal")).to_have_count(0)
