"""The Chromium of the tests, and the complaints of its pages.

Every page of every context is watched: uncaught errors, rejected promises, violations of the
content policy, errors and warnings on the console. A page's complaint fails its test
(`tests/conftest.py`).
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

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


class SharedChromium:
    """One browser for as many modules of tests as follow each other.

    It ends before a test without one: Playwright runs a loop of its own in this thread, and coroutine tests
    want theirs, as Django's database wants none.
    """

    def __init__(self) -> None:
        self.is_wanted_next = False
        self._running = ExitStack()
        self._browser: Browser | None = None

    @contextmanager
    def for_a_module(self, executable: str) -> Iterator[Browser]:
        """The browser, empty at the beginning."""
        if self._browser is None or not self._browser.is_connected():
            self._running.close()
            self._browser = self._running.enter_context(running_chromium(executable))
        yield self._browser
        if self.is_wanted_next:
            for context in self._browser.contexts:
                context.close()
        else:
            self.close()

    def close(self) -> None:
        """End it, if it runs."""
        self._browser = None
        self._running.close()


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

# The first key at a table asks whether keys may act.
SHORTCUTS_ON = SetCookieParam(name="device_shortcuts", value="on", domain="127.0.0.1", path="/")


def _hear(context: BrowserContext) -> None:
    context.add_cookies([TEXT_ONLY])
    context.on("weberror", _hear_error)
    context.on("console", _hear_console)


def _hear_error(found: WebError) -> None:
    COMPLAINTS.append(f"{found.page.url if found.page else 'a page'}: {found.error}")


def _hear_console(message: ConsoleMessage) -> None:
    if message.type in {"error", "warning"} and not ABOUT_THE_NETWORK.match(message.text):
        COMPLAINTS.append(message.text)
