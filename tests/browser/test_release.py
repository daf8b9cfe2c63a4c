"""A page that was opened before the site was updated, and its socket after that."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.seated import sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

# What the first frame of a newer site brings.
COMES_BACK_TO = """release => {
    document.getElementById('page-release').textContent = release;
    document.getElementById('table').dispatchEvent(new CustomEvent('table:updated'));
}"""


def is_loaded_anew(page: Page) -> bool:
    page.wait_for_timeout(1000)
    page.wait_for_selector("#table[data-live]")
    return page.evaluate("window.wasHere") is None


def comes_back_to(page: Page, release: str) -> bool:
    """Whether the page loads itself anew when its socket comes back to a site of this release."""
    page.wait_for_function("document.querySelector('.moments-kept')")
    page.evaluate("window.wasHere = true")
    page.evaluate(COMES_BACK_TO, release)
    return is_loaded_anew(page)


def test_page_loads_itself_anew_once_for_each_release(site: Site, invite: Invite) -> None:
    game = stage(site, "vote")["vote"]
    page = sits_at(invite("Opened before"), site, game["actor"], game["code"])
    expect(page.locator("#table")).to_have_attribute("data-live", "")
    own = page.locator("#page-release").text_content()
    assert own

    # The socket of the same release brings no other.
    assert not comes_back_to(page, own)
    assert comes_back_to(page, "newer")
    # Two releases may serve side by side: the page that came was of the older one.
    assert page.locator("#page-release").text_content() == own
    assert not comes_back_to(page, "newer")
    assert comes_back_to(page, "newest")


def test_page_waits_while_something_is_typed(site: Site, invite: Invite) -> None:
    game = stage(site, "vote")["vote"]
    page = sits_at(invite("Typing"), site, game["actor"], game["code"])
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator("#table")).to_have_attribute("data-live", "")
    page.locator("#say-text").fill("I was about to say")

    assert not comes_back_to(page, "newer")
    # What was typed is not lost either while something else is done.
    page.locator("#say-text").blur()
    assert not comes_back_to(page, "newer")
    page.locator("#say-text").fill("")
    assert comes_back_to(page, "newer")
