"""Without network a page says so, and nothing of a game is cached."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import Staged
from tests.browser.seated import sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser


def test_without_network_a_page_says_so_and_nothing_of_a_game_is_kept(
    site: Site, staged: Staged, invite: Invite
) -> None:
    game = staged["nominate"]
    ada = invite("Tunnel")
    page = sits_at(ada, site, game["actor"], game["code"])
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.open(name)"
        ".then(cache => cache.keys())))).then(all => all.flat().map(each => new URL(each.url).pathname))"
    )
    ada.context.set_offline(True)
    page.goto(f"/games/{game['code']}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")
    ada.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#table")).to_be_visible()

    assert kept[0] == "/offline/"
    assert all(path.startswith("/static/") for path in kept[1:])
