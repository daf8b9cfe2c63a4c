"""Second factors in a browser: a passkey on Chromium's virtual authenticator, an app, recovery codes, staff."""

import re
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from tests.accounts.codes import code_of
from tests.browser.conftest import Invite
from tests.browser.test_every_page import findings
from tests.running_site import Site

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery"
PLATFORM = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
_numbers = count(1)


@pytest.fixture
def member(site: Site) -> str:
    """The name of a new member."""
    return a_member(site)


def a_member(site: Site, make: str = "create_user") -> str:
    name = f"Member {next(_numbers)}"
    site.runs(
        "from accounts.models import User;"
        f"User.objects.{make}({name!r}, 'somebody@example.org', {PASSWORD!r})"
    )
    return name


@pytest.fixture
def page(site: Site, invite: Invite) -> Page:
    """A page in a browser whose device keeps passkeys; browsers want a name of a site, no number."""
    page = invite(url=site.url.replace("127.0.0.1", "localhost")).page
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": PLATFORM})
    return page


def press(page: Page, name: str) -> None:
    """Press a button after the page's guard lets go of it."""
    page.wait_for_timeout(900)
    page.get_by_role("button", name=name, exact=True).click()


def log_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(re.compile(r"/$|/2fa/"))
    expect(page.locator("h1").first).to_be_attached()


def log_out(page: Page) -> None:
    page.goto("/accounts/")
    press(page, "Log out")
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()


def is_certain(page: Page) -> None:
    """Type the password once more."""
    page.wait_for_url("**/accounts/reauthenticate/**")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")


def opens(page: Page, path: str) -> None:
    """Open a page that asks for the password before."""
    page.goto(path)
    if "/reauthenticate/" in page.url:
        is_certain(page)
        page.wait_for_url(f"**{path}")


def type_code(page: Page, code: str) -> None:
    page.fill("[name=code]", code)
    page.press("[name=code]", "Enter")


def test_passkey_is_added_logs_in_and_is_removed(page: Page, member: str) -> None:
    log_in(page, member)
    opens(page, "/accounts/2fa/webauthn/add/")
    page.fill("[name=name]", "My laptop")
    press(page, "Add a passkey")
    page.wait_for_url("**/recovery-codes/")
    page.goto("/accounts/2fa/webauthn/")
    expect(page.get_by_text("My laptop")).to_be_visible()
    log_out(page)

    page.goto("/accounts/login/?next=/accounts/")
    press(page, "Log in with a passkey")
    page.wait_for_url("**/accounts/")
    expect(page.locator(".own-face")).to_contain_text(member)
    log_out(page)

    # Also as the second step after the password.
    log_in(page, member)
    page.wait_for_url("**/accounts/2fa/authenticate/")
    assert findings(page) == []
    press(page, "Use a passkey")
    page.wait_for_url(re.compile(r"localhost:\d+/$"))

    # And instead of the password, before it is removed.
    page.goto("/accounts/2fa/webauthn/")
    page.get_by_role("link", name="Remove: My laptop").click()
    page.get_by_role("link", name="With a passkey").click()
    press(page, "Use a passkey")
    page.wait_for_url("**/remove/")
    press(page, "Remove the passkey")
    page.wait_for_url("**/2fa/webauthn/")
    expect(page.get_by_text("You have no passkey yet.")).to_be_visible()
    log_out(page)
    page.goto("/accounts/login/")
    press(page, "Log in with a passkey")
    expect(page.locator(".notices")).to_contain_text("That did not work")
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()


def test_person_who_stops_the_device_is_told_and_tries_again(page: Page, member: str) -> None:
    log_in(page, member)
    opens(page, "/accounts/2fa/webauthn/add/")
    page.evaluate(
        """() => {
            const create = navigator.credentials.create.bind(navigator.credentials);
            navigator.credentials.create = async () => {
                navigator.credentials.create = create;
                throw new DOMException("", "NotAllowedError");
            };
        }"""
    )
    press(page, "Add a passkey")
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("That did not work")
    assert findings(page) == []
    # Enter in the field is a press on the button, which the notice has moved.
    page.wait_for_timeout(900)
    page.press("[name=name]", "Enter")
    page.wait_for_url("**/recovery-codes/")


def test_app_logs_in_with_each_code_once_and_a_recovery_code_once(
    page: Page, member: str, site: Site
) -> None:
    log_in(page, member)
    opens(page, "/accounts/2fa/totp/activate/")
    assert findings(page) == []
    drawn = page.locator("img.qr")
    assert drawn.evaluate("image => image.naturalWidth > 100")
    secret = page.locator("main code").inner_text()
    type_code(page, code_of(secret))
    page.wait_for_url("**/recovery-codes/")
    recovery = page.locator("main code").first.inner_text()
    log_out(page)

    log_in(page, member)
    type_code(page, code_of(secret))  # the one that set the app up
    expect(page.get_by_text("used already").first).to_be_visible()
    later = code_of(secret, 1)
    type_code(page, later)
    page.wait_for_url(re.compile(r"localhost:\d+/$"))
    log_out(page)

    for is_fresh in (True, False):
        log_in(page, member)
        type_code(page, recovery)
        if is_fresh:
            page.wait_for_url(re.compile(r"localhost:\d+/$"))
            log_out(page)
    expect(page.get_by_text("used already").first).to_be_visible()
    press(page, "Cancel")
    expect(page.locator("[name=login]")).to_be_visible()


def test_staff_are_led_to_set_up_a_factor(page: Page, site: Site) -> None:
    log_in(page, a_member(site, "create_superuser"))
    page.goto("/admin/")
    page.wait_for_url("**/accounts/2fa/")
    expect(page.get_by_text("Staff need a second factor")).to_be_visible()
    page.get_by_role("link", name="Add a passkey").click()
    is_certain(page)
    press(page, "Add a passkey")
    page.wait_for_url("**/recovery-codes/")
    page.goto("/admin/")
    expect(page.locator("#user-tools")).to_be_visible()


def test_ended_session_leaves_the_other_browser_logged_out(
    site: Site, invite: Invite, member: str
) -> None:
    here, there = invite().page, invite().page
    for each in (here, there):
        log_in(each, member)
        each.goto("/accounts/")
    here.goto("/accounts/sessions/")
    press(here, "Log out everywhere else")
    expect(here.get_by_text("You are logged out everywhere else.")).to_be_visible()
    # By itself: its socket is closed.
    there.wait_for_url("**/accounts/login/**")
