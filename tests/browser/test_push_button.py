"""Pushes turned on and off in Chromium, by the buttons of the page.

No push service of a browser's maker can be reached, so the browser gets its subscription from the test's own one, which
decrypts what the site sends there.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.push import new_keys
from tests.backends import wait_until
from tests.browser.conftest import Invite
from tests.push_service import Browser, PushService, as_bytes, push_service
from tests.running_site import Site, running_site

pytestmark = pytest.mark.browser

# What a push service of a browser would do: it remembers the key of the site, and until when the page wants pushes.
ANSWERS = """(() => {
  const kept = "subscribed with";
  const given = %s;
  const subscription = {
    ...given,
    toJSON: () => given,
    unsubscribe: async () => { localStorage.removeItem(kept); return true; },
  };
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly) throw new DOMException("", "NotAllowedError");
    localStorage.setItem(kept, options.applicationServerKey);
    return subscription;
  };
  PushManager.prototype.getSubscription = async () => localStorage.getItem(kept) ? subscription : null;
})()"""
# The headless shell has no permissions to ask for.
ALLOWS = """(() => {
  let permission = localStorage.getItem("allowed") ?? "default";
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => {
    permission = "%s";
    localStorage.setItem("allowed", permission);
    return permission;
  };
})()"""
SETTINGS = "/accounts/notices/settings/"
TELL = """
from accounts.models import User
from accounts.notice_models import NoticeKind
from accounts.notices import notify
notify(
    users=[User.objects.get(guest_name="Pia").pk], kind=NoticeKind.TABLE, sentence="table_wished",
    facts={{"table": "Round table", "name": "Bob"}}, path="/about/", key={key!r},
)
"""
DEVICES = """
from accounts.delivery_models import PushDevice
print(list(PushDevice.objects.values_list("user__guest_name", "endpoint")))
"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
def keys() -> tuple[str, str]:
    """The private key of the site, and its public key."""
    return new_keys()


@pytest.fixture
def pushing(tmp_path: Path, keys: tuple[str, str]) -> Iterator[Site]:
    """A site that offers pushes."""
    offers = {"WEB_PUSH_PRIVATE_KEY": keys[0], "WEB_PUSH_CONTACT": "mailto:a@example.org"}
    with running_site(tmp_path, **offers) as running:
        yield running
    assert "Traceback" not in "".join(running.output)


def at_the_settings(site: Site, invite: Invite, browser: Browser, answer: str) -> Page:
    """Pia, on the page where pushes are turned on; `answer` is what she says when her browser asks."""
    page = invite("Pia", url=site.url).page
    subscription = browser.subscription
    told: dict[str, Any] = {
        "endpoint": subscription["endpoint"],
        "keys": {"p256dh": subscription["p256dh"], "auth": subscription["auth"]},
    }
    page.add_init_script(ANSWERS % json.dumps(told))
    page.add_init_script(ALLOWS % answer)
    page.goto(f"{site.url}/accounts/guest/")
    page.fill("[name=name]", "Pia")
    page.click("main button.button")
    page.goto(f"{site.url}{SETTINGS}")
    return page


def test_button_turns_pushes_on_and_another_one_off(
    pushing: Site, invite: Invite, service: PushService, keys: tuple[str, str]
) -> None:
    browser = Browser(service, "pia")
    page = at_the_settings(pushing, invite, browser, "granted")
    ask, end = page.locator("#push-ask"), page.locator("#push-end")
    expect(ask).to_be_visible()
    expect(end).to_be_hidden()
    expect(page.locator("#push li")).to_have_count(0)
    ask.click()
    expect(end).to_be_visible()
    expect(ask).to_be_hidden()
    expect(page.locator("#push li bdi")).to_contain_text("Chrome on Linux")
    assert pushing.runs(DEVICES) == str([("Pia", browser.subscription["endpoint"])])
    # The push service lets only the site with this key write to the browser.
    bytes_of_key = page.evaluate("localStorage.getItem('subscribed with')")
    assert bytes_of_key == ",".join(str(each) for each in as_bytes(keys[1]))

    pushing.runs(TELL.format(key="one"))
    wait_until(lambda: bool(service.requests), pushing.process)
    (message,) = browser.messages()
    assert message["body"] == "A table you asked to hear of has opened: Round table, by Bob"
    assert message["path"] == "/about/"

    end.click()
    expect(ask).to_be_visible()
    expect(page.locator(".notices")).to_contain_text("That device gets no more pushes.")
    expect(page.locator("#push li")).to_have_count(0)
    assert pushing.runs(DEVICES) == "[]"
    pushing.runs(TELL.format(key="two"))
    # Longer than a round of the clock.
    page.wait_for_timeout(3000)
    assert len(service.requests) == 1


def test_no_to_the_browser_registers_nothing(
    pushing: Site, invite: Invite, service: PushService
) -> None:
    page = at_the_settings(pushing, invite, Browser(service, "pia"), "denied")
    page.click("#push-ask")
    expect(page.locator("[data-said=refused]")).to_be_visible()
    expect(page.locator("#push-end")).to_be_hidden()
    assert pushing.runs(DEVICES) == "[]"


def test_site_that_cannot_be_reached_leaves_no_half_subscription(
    pushing: Site, invite: Invite, service: PushService
) -> None:
    page = at_the_settings(pushing, invite, Browser(service, "pia"), "granted")
    expect(page.locator("#push-ask")).to_be_visible()
    page.route("**/accounts/notices/devices/", lambda route: route.abort())
    page.click("#push-ask")
    expect(page.locator("[data-said=failed]")).to_be_visible()
    assert page.evaluate("localStorage.getItem('subscribed with')") is None
