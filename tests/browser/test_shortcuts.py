"""Shortcuts work only while no one types, and can be switched off."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS
from tests.browser.seated import sits_at
from tests.chromium import SHORTCUTS_ON
from tests.running_site import Site

pytestmark = pytest.mark.browser


def test_first_key_asks_whether_keys_may_act(site: Site, invite: Invite) -> None:
    game = stage(site, "vote")["vote"]
    page = sits_at(invite("Fingers"), site, game["actor"], game["code"])
    ja = page.locator("#act-vote-true")
    asked = page.get_by_role("dialog", name="May single keys act at the table?")
    page.wait_for_timeout(SETTLED_MS)
    page.keyboard.press("j")
    expect(asked).to_be_visible()
    expect(ja).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(SETTLED_MS)
    asked.get_by_role("button", name="Leave them off").press("Enter")
    page.keyboard.press("j")
    expect(asked).to_be_hidden()
    expect(ja).to_have_attribute("aria-pressed", "false")

    # Chosen later, among the options, they act.
    page.context.clear_cookies(name="device_shortcuts")
    page.reload()
    page.wait_for_timeout(SETTLED_MS)
    page.keyboard.press("j")
    page.wait_for_timeout(SETTLED_MS)
    asked.get_by_role("button", name="Use the keys").press("Enter")
    page.wait_for_timeout(SETTLED_MS)
    page.keyboard.press("j")
    expect(ja).to_have_attribute("aria-pressed", "true")
    page.reload()
    page.wait_for_timeout(SETTLED_MS)
    page.keyboard.press("n")
    expect(page.locator("#act-vote-false")).to_have_attribute("aria-pressed", "true")


def test_keys_vote_only_outside_of_fields_and_can_be_switched_off(
    site: Site, invite: Invite
) -> None:
    # A game of its own, as this test votes.
    game = stage(site, "vote")["vote"]
    person = invite("Fingers")
    person.context.add_cookies([SHORTCUTS_ON])
    page = sits_at(person, site, game["actor"], game["code"])
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
