"""The Chromium of the tests, and the complaints of its pages.

Every page of every context is watched: uncaught errors, rejected promises, violations of the
content policy, errors and warnings on the console. A page's complaint fails its test
(`tests/conftest.py`).
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright._impl._api_structures import SetCookieParam
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, WebError, sync_playwright

from tests.backends import CHROMIUM_ARGUMENTS

# Chromium's reports of failed requests, and htmx's of failed sockets; tests check these
# themselves.
ABOUT_THE_NETWORK = re.compile(
    r"^(Failed to load resource|WebSocket connection to |\[object Event\]$)"
)
COMPLAINTS: list[str] = []
"""Complaints of pages since the test began; a test that expects some takes them out."""


@contextmanager
def running_chromium(executable: str) -> Iterator[Browser]:
    """Start a browser whose pages are all watched."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_ARGUMENTS)
        browser.on("context", _hear)
        yield browser
        browser.close()


@contextmanager
def nothing_to_complain_of() -> Iterator[list[str]]:
    """Fail at the end if a page has complained inside the block."""
    COMPLAINTS.clear()
    yield COMPLAINTS
    heard = list(COMPLAINTS)
    COMPLAINTS.clear()
    if heard:
        pytest.fail("Pages complained: " + "; ".join(heard), pytrace=False)


# Tests that are not about the stage see the table at once; those that are ask for it (tests/browser/test_stage.py).
TEXT_ONLY = SetCookieParam(name="device_stage", value="text", domain="127.0.0.1", path="/")


def _hear(context: BrowserContext) -> None:
    context.add_cookies([TEXT_ONLY])
    context.on("weberror", _hear_error)
    context.on("console", _hear_console)


def _hear_error(found: WebError) -> None:
    COMPLAINTS.append(f"{found.page.url if found.page else 'a page'}: {found.error}")


def _hear_console(message: ConsoleMessage) -> None:
    if message.type in {"error", "warning"} and not ABOUT_THE_NETWORK.match(message.text):
        COMPLAINTS.append(message.text)
