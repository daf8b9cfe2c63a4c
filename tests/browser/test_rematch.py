"""From the end of a game to the next: the old page is left, with all its scripts."""

import pytest

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.seated import sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Longer than the interval at which a table without a socket refetches its page.
LONGER_THAN_A_REFRESH_MS = 5000


def test_rematch_leaves_nothing_of_the_finished_table_running(site: Site, invite: Invite) -> None:
    game = stage(site, "game_over")["game_over"]
    ada = invite("Again", viewport={"width": 360, "height": 740}, color_scheme="dark")
    page = sits_at(ada, site, game["actor"], game["code"])
    # The socket redraws the poster, without any session token.
    while not ada.frames:
        page.wait_for_timeout(50)
    page.evaluate("window.isOldPage = true")
    page.locator("#rematch").click()
    page.wait_for_url("**/lobbies/*/")
    page.wait_for_timeout(LONGER_THAN_A_REFRESH_MS)

    assert page.evaluate("window.isOldPage") is None
    assert page.locator("#leave-lobby").is_visible()
