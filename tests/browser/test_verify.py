"""A provable deal in browsers: two people add their shares by sitting down, and one of them checks the game afterwards."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Invite
from tests.browser.people import SETTLED_MS
from tests.running_site import Site

pytestmark = pytest.mark.browser

FINGERPRINT = re.compile("^[0-9A-Z]{8}$")
PLAY = """
from games.engine import legal_actions
from games.models import Game
from games.selectors.game import load_table
from tests.factories import play
game = Game.objects.get(code={code!r})
# The bots play for themselves meanwhile, so some of these come too late.
while not (table := load_table(game.pk)).is_over:
    for seat in table.undecided():
        try:
            if table.occupants[seat].user_id:
                play(game, legal_actions(table.state, seat)[0])
        except Exception as late:
            print(late)
"""
SHARES = """
import json
from games.models import DealShare
rows = DealShare.objects.filter(deal__game__code={code!r})
print(json.dumps(list(rows.values_list("share_hash", "share"))))
"""


def verdict(page: Page, code: str) -> str:
    page.goto(f"/games/{code}/verify/")
    expect(page.locator("#verify[data-result]")).to_have_count(1)
    return str(page.locator("#verify").get_attribute("data-result"))


def test_two_browsers_add_to_a_deal_and_check_it_after_the_game(
    site: Site, invite: Invite
) -> None:
    host, guest = invite("Hal"), invite("Gus")
    lobby = host.opens_a_lobby(seats=6)
    guest.follows_link(lobby)
    expect(host.page.locator(".lobby-seat-name")).to_have_count(2)
    host.page.wait_for_timeout(SETTLED_MS)
    host.page.locator("#fill-with-bots").click()
    expect(host.page.locator(".lobby-seat-name")).to_have_count(6)
    guest.page.wait_for_timeout(SETTLED_MS)
    guest.page.get_by_role("button", name="I am ready").click()
    expect(guest.page.get_by_role("button", name="Not ready yet")).to_be_visible()
    host.page.wait_for_timeout(SETTLED_MS)
    host.page.get_by_role("button", name="Start the game").click()
    for each in (host, guest):
        each.page.wait_for_url("**/games/**")
    code = host.page.url.rstrip("/").rsplit("/", 1)[1]
    shares = json.loads(site.runs(SHARES.format(code=code)))
    assert len(shares) == 2
    assert all(share for _digest, share in shares)
    guest.page.goto(f"/games/{code}/verify/")
    expect(guest.page.locator(".verify-fingerprint")).to_have_text(FINGERPRINT)
    site.runs(PLAY.format(code=code))
    assert verdict(guest.page, code) == "fits"
    # Eight checks of the record, and one of what this tab has kept since the lobby.
    expect(guest.page.locator("[data-check]:visible")).to_have_count(9)
    stranger = invite("Sue", viewport={"width": 390, "height": 844})
    assert verdict(stranger.page, code) == "fits"
    expect(stranger.page.locator("[data-check]:visible")).to_have_count(8)
    assert stranger.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def forge(route: Route) -> None:
        record: dict[str, Any] = route.fetch().json()
        roles = record["roles"]
        roles[0], roles[1] = roles[1], roles[0]
        roles.append(roles.pop(0))
        route.fulfill(json=record)

    stranger.page.route("**/record.json", forge)
    assert verdict(stranger.page, code) == "fault"
    expect(stranger.page.locator("[data-fault=role]")).to_contain_text("should have another role.")
    expect(stranger.page.locator("[data-check=seat]")).to_be_visible()
    expect(stranger.page.locator("[data-check=deck]")).to_be_hidden()

    def spoil(route: Route) -> None:
        record: dict[str, Any] = route.fetch().json()
        del record["meta"]["fair_deal"]["events"][3][1]["kind"]
        route.fulfill(json=record)

    stranger.page.unroute("**/record.json")
    stranger.page.route("**/record.json", spoil)
    assert verdict(stranger.page, code) == "fault"
    expect(stranger.page.locator("[data-fault=record]")).to_contain_text("see events[3].")
