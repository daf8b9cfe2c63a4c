"""The tour in the browser: played to the end with a wrong move on the way."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite

pytestmark = pytest.mark.browser


def test_plays_the_tour_with_a_wrong_move_on_the_way(invite: Invite) -> None:
    page = invite(viewport={"width": 390, "height": 844}).page
    page.goto("/tour/")
    heading, following = page.locator("#tour-heading"), page.locator("#tour-next")

    def arrives_at(title: str, step: int) -> None:
        expect(heading).to_have_text(title)
        page.wait_for_url(f"**/tour/{step}/")

    following.click()
    arrives_at("What you play for", 2)
    expect(heading).to_be_focused()
    following.click()
    arrives_at("Your first vote", 3)
    page.locator("#act-vote-true").click()
    arrives_at("A government, and silence", 4)
    following.click()
    page.locator("#act-enact-0").click()
    arrives_at("Say what you saw", 6)
    page.locator("#claim-1-received-LL").click()
    expect(page.locator("#tour-answer")).to_contain_text("a lie would have looked")
    following.click()
    page.locator("#act-vote-false").click()
    arrives_at("The election tracker", 8)
    following.click()
    arrives_at("Your turn to nominate", 9)

    page.locator("#act-nominate-0").click()
    answer = page.locator("#tour-answer")
    expect(answer).to_have_text(
        "Term limit: Alex was the last President and cannot be nominated now."
    )
    expect(answer).to_be_focused()
    expect(answer).to_be_in_viewport()
    page.locator("#act-nominate-3").click()
    arrives_at("Everybody votes, you too", 10)
    expect(page.locator("#tour-answer")).to_have_count(0)

    page.locator("#act-vote-true").click()
    arrives_at("Three policies, one to discard", 11)
    page.go_back()
    arrives_at("Everybody votes, you too", 10)
    page.go_forward()
    arrives_at("Three policies, one to discard", 11)
    page.locator("#act-discard-0").click()
    arrives_at("Somebody is lying", 12)
    following.click()
    page.locator("#act-investigate-3").click()
    arrives_at("Tell what you know, or do not", 14)
    page.locator("#claim-3-investigated-fascist").click()
    expect(answer).to_be_visible()
    following.click()
    arrives_at("Now you can play", 15)
    page.locator("#tour-guide").get_by_role("link", name="Play").click()
    expect(page.locator("#open-tables-title")).to_be_visible()
