"""From the end of a game to the next: the old page is left, with all its scripts."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import stage
from tests.browser.people import SETTLED_MS
from tests.browser.seated import PRESSES_AGAIN_MS, press, sits_at
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Longer than the interval at which a table without a socket refetches its page.
LONGER_THAN_A_REFRESH_MS = 5000
PHONE = {"width": 390, "height": 844}


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


def test_call_for_a_rematch_reaches_the_others_and_brings_them(site: Site, invite: Invite) -> None:
    game = stage(site, "game_over")["game_over"]
    ada = invite("First", viewport={"width": 390, "height": 844})
    bea = invite("Second", viewport={"width": 1440, "height": 900})
    first = sits_at(ada, site, game["actor"], game["code"])
    second = sits_at(bea, site, game["waiter"], game["code"])
    expect(second.locator("#rematch")).to_have_text("Rematch with the same people")
    first.wait_for_timeout(SETTLED_MS)
    first.locator("#rematch").click()
    first.wait_for_url("**/lobbies/*/")
    # Told without a reload, with the time that is left.
    expect(second.locator("#rematch-call")).to_contain_text("wants a rematch")
    expect(second.locator("#rematch-call time")).to_have_text(re.compile(r"^0:[0-3]\d$"))
    expect(first.locator("#start-game")).to_be_disabled()
    expect(first.locator("#lobby-status time")).to_have_text(re.compile(r"^0:[0-3]\d$"))
    # Whom it waits for is said, in sight, before what happens "without them".
    named = first.locator("#lobby-status > .lede")
    expect(named).to_contain_text("Have not answered yet:")
    box, clock = named.bounding_box(), first.locator("#lobby-status .lobby-check").bounding_box()
    assert box is not None
    assert clock is not None
    assert box["height"] > 16
    assert box["y"] + box["height"] <= clock["y"]
    for width, height in ((390, 844), (844, 390), (1440, 900)):
        second.set_viewport_size({"width": width, "height": height})
        for button in ("#rematch", "#decline-rematch", "#put-poster-away"):
            expect(second.locator(button)).to_be_in_viewport(ratio=1)
    second.locator("#rematch").focus()
    second.wait_for_timeout(LONGER_THAN_A_REFRESH_MS)
    assert second.evaluate("document.activeElement.id") == "rematch"
    second.keyboard.press("Enter")
    with suppress(TooLate):
        second.wait_for_url("**/lobbies/*/", timeout=PRESSES_AGAIN_MS)
    if "/lobbies/" not in second.url:
        # A press on what has just moved is ignored, so it is repeated.
        second.keyboard.press("Enter")
        second.wait_for_url("**/lobbies/*/")
    expect(first.locator(".lobby-seat:not(.lobby-seat-empty) .lobby-seat-name")).to_have_count(2)


def test_rematch_of_a_ranked_game_is_ranked_and_has_no_bots(site: Site, invite: Invite) -> None:
    game = stage(site, "ranked-over")["ranked-over"]
    people = [invite(f"Ranked {seat}", viewport=PHONE) for seat in range(5)]
    pages = [
        sits_at(person, site, game[str(seat)], game["code"]) for seat, person in enumerate(people)
    ]
    for page in pages:
        press(page, page.locator("#rematch"))
        page.wait_for_url("**/lobbies/*/")
    host, *others = pages
    expect(host.locator(".lobby-seat:not(.lobby-seat-empty)")).to_have_count(5)
    expect(host.locator("main")).to_contain_text("Ranked game")
    expect(host.locator("#add-bot")).to_have_count(0)
    # Nobody else is waited for: all five are here, and it starts by itself.
    expect(others[0].locator("#lobby-status")).to_contain_text("The game starts by itself.")
    for page in (host, *others):
        page.wait_for_url("**/games/*/")
        expect(page.locator(".badge-solid", has_text="Ranked")).to_be_attached()
    assert game["code"] not in host.url
