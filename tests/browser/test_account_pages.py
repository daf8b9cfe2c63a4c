"""Pages of accounts, as they look on a phone."""

import pytest

from tests.browser.conftest import Invite
from tests.running_site import Site

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery"


def test_notice_holds_a_long_address(site: Site, invite: Invite) -> None:
    page = invite("Bea", viewport={"width": 390, "height": 844}).page
    page.goto(f"{site.url}/accounts/signup/")
    page.fill("[name=username]", "Bea Bonaventura")
    page.fill("[name=email]", "bea.bonaventura.the.very.second@mail.example.org")
    page.fill("[name=password1]", PASSWORD)
    page.click("main button.button")
    notice = page.locator(".notice", has_text="bea.bonaventura").first
    words = notice.locator("span")
    outside = words.evaluate(
        "words => words.scrollWidth - words.clientWidth > 0"
        " || words.getBoundingClientRect().right > words.parentElement.getBoundingClientRect().right"
    )
    assert not outside
