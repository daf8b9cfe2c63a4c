"""Pushes in Chromium: what the worker shows of one, and where a press on it leads.

The headless shell shows no notifications and lets no script focus a window, so the last step of each is written down
in the worker instead. The push itself comes from Chromium, as from a push service.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.notice_models import NoticeKind
from tests.browser.conftest import Invite
from tests.running_site import Site

pytestmark = pytest.mark.browser

WRITTEN_DOWN = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, options) => { self.shown.push([title, options]); };
  self.went = [];
  WindowClient.prototype.focus = async function () { self.went.push(`focus ${new URL(this.url).pathname}`); return this; };
  Clients.prototype.openWindow = async (path) => { self.went.push(`open ${path}`); };
}"""
PRESS = """async (data) => {
  const event = new Event("notificationclick");
  let done;
  event.notification = { data, close() { self.went.push("closed"); } };
  event.waitUntil = (promise) => { done = promise; };
  self.dispatchEvent(event);
  await done;
  return self.went.splice(0);
}"""
TELL = """
from accounts.models import User
from accounts.notice_models import Notice, NoticeKind
from accounts.notices import notify
user = User.objects.get(guest_name={name!r})
notify(
    users=[user.pk], kind=NoticeKind.{kind}, sentence="table_wished",
    facts={{"table": "Round table", "name": "Bob"}}, path="/about/", key="k",
)
print(Notice.objects.get(user=user).pk)
"""


def test_worker_shows_a_push_and_leads_to_its_page(site: Site, invite: Invite) -> None:
    person = invite("Pia")
    page = person.page
    page.goto(f"{site.url}/accounts/guest/")
    page.fill("[name=name]", "Pia")
    page.click("main button.button")
    number = site.runs(TELL.format(name="Pia", kind=NoticeKind.TABLE.name)).strip()
    page.goto(f"{site.url}/about/")
    expect(page.locator("#bell-count")).to_contain_text("1")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (worker,) = page.context.service_workers
    worker.evaluate(WRITTEN_DOWN)

    registrations: list[dict[str, Any]] = []
    devtools = page.context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.wait_for_timeout(300)
    told = {
        "title": "Secret Hitler",
        "body": "A table has opened",
        "path": "/about/",
        "open": f"/accounts/notices/{number}/",
        "tag": "k",
        "lang": "en",
    }
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": site.url.rstrip("/"),
            "registrationId": registrations[0]["registrationId"],
            "data": json.dumps(told),
        },
    )
    page.wait_for_timeout(500)
    ((title, options),) = worker.evaluate("self.shown")
    assert title == "Secret Hitler"
    assert (options["body"], options["tag"], options["lang"]) == ("A table has opened", "k", "en")

    # A page that is not open is opened.
    elsewhere = options["data"] | {"path": "/lobbies/abc/"}
    assert worker.evaluate(PRESS, elsewhere) == ["closed", f"open {told['open']}"]
    # One that is open comes to the front, and the notice counts as read: its bell says so.
    assert worker.evaluate(PRESS, options["data"]) == ["closed", "focus /about/"]
    expect(page.locator("#bell-count")).to_have_text("")
