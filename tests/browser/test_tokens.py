"""A program's token from the page to the stream: made after the password, used, revoked in the browser; and a bot account."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.test_factors import a_member, log_in, opens, press
from tests.running_site import Site

pytestmark = pytest.mark.browser


def makes_a_token(page: Page, *scopes: str) -> str:
    """Fill in the form on the page; the token it shows."""
    page.fill("[name=name]", "Overlay")
    for scope in scopes:
        page.check(f"[name=scopes][value='{scope}']")
    press(page, "Make the token")
    return page.locator(".card code").inner_text()


@contextmanager
def stream(site: Site, token: str, **asked: str) -> Iterator[Iterator[dict[str, Any]]]:
    """Open the stream of what concerns the owner of a token; its lines but for heartbeats."""
    headers = {"Authorization": f"Bearer {token}"}
    address = f"{site.url}/api/v1/me/stream"
    with httpx.stream("GET", address, headers=headers, params=asked, timeout=60) as answer:
        assert answer.status_code == 200
        yield (
            each for each in map(json.loads, answer.iter_lines()) if each["type"] != "heartbeat"
        )


def test_token_streams_until_it_is_revoked_in_the_browser(site: Site, invite: Invite) -> None:
    page, name = invite().page, a_member(site)
    log_in(page, name)
    # Right after the password it is not asked for again.
    opens(page, "/api/tokens/")
    token = makes_a_token(page, "notices:read")
    page.goto("/api/tokens/")
    expect(page.locator("main")).not_to_contain_text(token)
    with stream(site, token) as lines:
        first = [next(lines), next(lines)]
        assert {each["type"] for each in first} == {"places", "notices"}
    versions = ",".join(each["version"] for each in first)
    with stream(site, token, versions=versions) as lines:
        # Nothing is told again; the stream ends when the token does.
        page.get_by_role("button", name=re.compile("^Revoke")).click()
        expect(page.get_by_text("That token does not work any more.")).to_be_visible()
        assert list(lines) == []
    refused = httpx.get(
        f"{site.url}/api/v1/me/notices", headers={"Authorization": f"Bearer {token}"}
    )
    assert (refused.status_code, refused.json()["reason"]) == (401, "invalid_token")


def test_fresh_account_becomes_a_bot_and_its_token_is_known(site: Site, invite: Invite) -> None:
    page, name = invite().page, a_member(site)
    log_in(page, name)
    opens(page, "/api/tokens/")
    page.get_by_text("Bot account", exact=True).click()
    press(page, "Make this account a bot, for ever")
    expect(page.get_by_text("This account is a bot.")).to_be_visible()
    token = makes_a_token(page, "bot:play")
    told = httpx.get(f"{site.url}/api/v1/players/{name} [bot]").json()
    assert told["is_bot"] is True
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": "nl"}
    refused = httpx.post(f"{site.url}/api/v1/tables/NOSUCH/join", headers=headers, json={})
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.status_code == 404
