"""A player's page in the browser: tabs change in place, everything else leads where it says."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.running_site import Site

pytestmark = pytest.mark.browser

STAGE = """
from tests.games.statistics.stored import a_crowd, count_all, random_games
crowd = a_crowd(10)
random_games(12, crowd, seed=3)
count_all()
print(crowd[0].username)
"""


def test_tabs_change_in_place_and_links_lead_away(site: Site, invite: Invite) -> None:
    name = site.runs(STAGE).strip()
    page = invite(viewport={"width": 390, "height": 844}).page
    page.goto(f"/players/{name}/")
    page.evaluate("document.body.dataset.same = 'yes'")
    page.locator("#tab-statistics").click()
    expect(page.locator("#statistics")).to_be_visible()
    expect(page.locator("#tab-statistics")).to_have_attribute("aria-current", "page")
    # Nothing was loaded but the tab.
    assert page.evaluate("document.body.dataset.same") == "yes"
    page.locator("#tab-games").click()
    page.locator("#player-tab .past-game-replay a").first.click()
    page.wait_for_url("**/replay/**")
    expect(page.locator("#points-heading")).to_be_visible()
    page.go_back()
    page.locator("#player-tab").get_by_role("link", name="All games").click()
    page.wait_for_url("**/games/")
    expect(page.locator(".past-game").first).to_be_visible()
