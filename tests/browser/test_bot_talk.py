"""A person alone among bots: they claim what they saw, seen at their seats and read in the talk."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Person
from tests.running_site import running_site

pytestmark = pytest.mark.browser

# Slow enough to speak between two decisions.
BOTS_TALK = {"BOT_PAUSE_SECONDS": "0.6,1.2", "BOTS_TALK": "on"}
STEPS = 200


def test_bots_claim_what_they_drew_in_the_readers_words(tmp_path: Path, browser: Browser) -> None:
    with running_site(tmp_path, **BOTS_TALK) as site:
        ada = Person(browser, site.url, "Ada", viewport={"width": 1440, "height": 900})
        ada.opens_a_lobby(seats=5)
        ada.starts()
        claims = ada.page.locator("#chat .chat-claim", has_text="claims to have drawn")
        at_seats = ada.page.locator(".seat-says .claim-card:visible")
        for _step in range(STEPS):
            # Until the next government draws: the next one does if this one was missed.
            if claims.count() and at_seats.count():
                break
            if ada.options():
                ada.clicks(0)
            ada.page.wait_for_timeout(300)
        else:
            pytest.fail("No claim was seen at a seat")
        expect(claims.first.locator(".claim-card")).to_have_count(3)
        ada.close()
    assert "Traceback" not in "".join(site.output)
