"""Blocks as both sides live them: a seat that is refused without a reason, a warning before sitting down together."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.moderated import PHONE, enters, staged
from tests.running_site import Site

pytestmark = pytest.mark.browser


def test_blocked_person_gets_no_seat_and_is_not_told_why(site: Site, invite: Invite) -> None:
    told = staged(site, "two_lobbies", kind="no_ranked")
    ola = enters(invite, site, told, "Ola", f"/players/{told['Udo']['name']}/")
    ola.get_by_role("link", name="Block this player").click()
    ola.get_by_role("button", name="Block", exact=True).click()
    expect(ola.get_by_role("heading", name="You have blocked this player")).to_be_visible()
    udo = enters(invite, site, told, "Udo", f"/lobbies/{told['casual']}/", **PHONE)
    udo.get_by_role("button", name="Sit down").click()
    expect(udo.get_by_text("You cannot sit down at this table. There are others.")).to_be_visible()
    expect(udo.get_by_text("locked")).to_have_count(0)


def test_blocker_is_warned_before_sitting_down_beside_the_blocked(
    site: Site, invite: Invite
) -> None:
    told = staged(site, "two_lobbies", kind="warning")
    udo = enters(invite, site, told, "Udo", f"/players/{told['Ola']['name']}/block/")
    udo.get_by_role("button", name="Block", exact=True).click()
    expect(udo.get_by_role("heading", name="You have blocked this player")).to_be_visible()
    udo.goto("/accounts/moderators/")
    udo.get_by_role("button", name="I have read it").click()
    udo.goto(f"/lobbies/{told['casual']}/")
    warning = udo.get_by_role("alert").filter(has_text=told["Ola"]["name"])
    expect(warning).to_contain_text("If you sit down, you play at one table.")
    udo.get_by_role("button", name="Sit down").click()
    expect(udo.locator("#leave-lobby")).to_be_visible()
