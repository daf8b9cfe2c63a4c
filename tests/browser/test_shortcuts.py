"""Shortcuts work only while no one types, and can be switched off."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.seated import sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser


def test_keys_vote_only_outside_of_fields_and_can_be_switched_off(
    site: Site, invite: Invite
) -> None:
    # A game of its own, as this test votes.
    game = stage(site, "vote")["vote"]
    page = sits_at(invite("Fingers"), site, game["actor"], game["code"])
    nein = page.locator("#act-vote-false")
    expect(nein).to_have_attribute("aria-pressed", "false")
    box = page.locator("[data-key=c]")
    if box.count() and box.is_enabled():
        page.keyboard.press("c")
        expect(box).to_be_focused()
        page.keyboard.type("jn?1")
        assert box.input_value() == "jn?1"
        expect(nein).to_have_attribute("aria-pressed", "false")
        page.locator("#phase-sentence").focus()

    page.keyboard.press("2")
    expect(nein).to_be_focused()
    page.keyboard.press("n")
    expect(nein).to_have_attribute("aria-pressed", "true")

    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()
    page.keyboard.press("j")
    page.get_by_role("checkbox", name="Keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("#shortcuts")).to_be_hidden()
    page.reload()
    page.keyboard.press("j")
    page.keyboard.press("?")
    page.wait_for_timeout(500)
    expect(page.locator("#act-vote-false")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#shortcuts")).to_be_hidden()
