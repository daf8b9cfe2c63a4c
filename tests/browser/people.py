"""A person with a browser, who sits down and clicks what the page offers.

Every frame of a table's socket is kept.
"""

import re
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    WebSocket,
    expect,
)

# Enough for a busy machine with two cores.
PATIENCE_MS = 40_000
# A little longer than new buttons ignore presses.
SETTLED_MS = 900


class Person:
    """One person's browser context; `page` is the tab in front."""

    def __init__(self, browser: Browser, site_url: str, name: str = "", **options: Any) -> None:
        self.name = name
        self.site_url = site_url
        self.frames: list[str] = []
        """The frames of table sockets."""
        self.context: BrowserContext = browser.new_context(base_url=site_url, **options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.on("page", self._watch)
        self.page: Page = self.context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("websocket", self._watch_socket)

    def _watch_socket(self, socket: WebSocket) -> None:
        if "/ws/games/" in socket.url:
            socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def close(self) -> None:
        """Close the browser context."""
        self.context.close()

    # On the way to a table

    def opens_a_lobby(self, table: str = "Friends", seats: int = 7, **settings: str) -> str:
        """Open a lobby as a guest through the pages, in which guests write freely; return its code."""
        self.page.goto("/lobbies/new/")
        if self.page.locator("[name=guest-name]").count():
            self.page.fill("[name=guest-name]", self.name)
        self.page.fill("[name=name]", table)
        self.page.select_option("[name=most_players]", str(seats))
        self.page.select_option("[name=pace]", settings.get("pace", "talk"))
        self.page.check("[name=guests_write]")
        if settings.get("pace") == "none":
            # Only an unlisted table may play without a limit.
            self.page.check("[name=listing][value=link]")
        if password := settings.get("password"):
            self.page.fill("[name=password]", password)
        self.page.get_by_role("button", name="Open the table").click()
        # Six letters, to tell it from the form at /lobbies/new/.
        self.page.wait_for_url(re.compile(r"/lobbies/[A-Z]{6}/$"))
        return self.page.url.rstrip("/").rsplit("/", 1)[1]

    def sits_down(self, password: str = "") -> None:
        """Sit down at the lobby this page shows."""
        if self.page.locator("[name=guest-name]").count():
            self.page.fill("[name=guest-name]", self.name)
        if password:
            self.page.fill("[name=password]", password)
        self.page.get_by_role("button", name="Sit down").click()

    def follows_link(self, code: str) -> None:
        """Open the shared link and sit down."""
        self.page.goto(f"/j/{code}/")
        self.sits_down()
        expect(self.page.locator("#leave-lobby")).to_be_visible()

    def types_code(self, code: str) -> None:
        """Type the six letters on the home page and sit down."""
        self.page.goto("/")
        self.page.fill("[name=code]", code.lower())
        self.page.get_by_role("button", name="Find the table").click()
        self.page.wait_for_url(f"**/lobbies/{code}/")
        self.sits_down()
        expect(self.page.locator("#leave-lobby")).to_be_visible()

    def is_ready(self) -> None:
        """Press "ready" in the lobby."""
        self.page.locator("#ready[value='1']").click()
        expect(self.page.locator("#ready[value='0']")).to_be_visible()

    def starts(self) -> str:
        """Fill the lobby with bots and start; return the code of the game."""
        if self.page.locator("#fill-with-bots").count():
            self.page.locator("#fill-with-bots").click()
            expect(self.page.locator(".lobby-seat-empty")).to_have_count(0)
        self.page.locator("#start-game:enabled").click()
        return self.arrives()

    def arrives(self) -> str:
        """Wait for the redirect to the table; return the code of the game."""
        self.page.wait_for_url("**/games/*/")
        return self.page.url.rstrip("/").rsplit("/", 1)[1]

    # At the table

    @property
    def table(self) -> Locator:
        """The root of the table."""
        return self.page.locator("#table")

    def version(self) -> int:
        """The version that the page shows."""
        return int(self.table.get_attribute("data-version") or 0)

    def reloads(self) -> None:
        """Reload the table, and wait until its socket has sent everything."""
        self.frames.clear()
        self.page.reload()
        while not self.frames:
            self.page.wait_for_timeout(50)
        self.page.wait_for_timeout(100)

    def waits_for_version(
        self, version: int, page: Page | None = None, timeout: int = PATIENCE_MS
    ) -> None:
        """Wait until the page shows at least this version; raises TimeoutError."""
        (page or self.page).wait_for_function(
            "version => Number(document.getElementById('table')?.dataset.version) >= version",
            arg=version,
            timeout=timeout,
        )

    def options(self, page: Page | None = None) -> list[tuple[str, str]]:
        """Return the action and value of every answer on the page, in order."""
        read = """() => [...document.querySelectorAll('#decision form[data-action] button')].map(
            button => [button.form.dataset.action, button.value])"""
        return [tuple(each) for each in (page or self.page).evaluate(read)]

    def opens(self, drawer: str) -> Locator:
        """Open what lies beside the table or over it: talk, rounds, notes or more; return it."""
        place = self.page.locator(f"#{drawer}")
        if not place.is_visible():
            chip = "talk" if drawer == "rounds" else drawer
            self.page.locator(f".chip-{chip}").click()
            if drawer == "rounds":
                self.page.locator("#talk .drawer-tabs > [href='#rounds']").click()
            expect(place).to_be_visible()
        return place

    def clicks(self, place: int, page: Page | None = None) -> None:
        """Click the button of one of the options, and confirm it if necessary."""
        shown = page or self.page
        button = shown.locator("#decision form[data-action] button").nth(place)
        is_confirmed = (
            button.get_attribute("data-confirm") is not None
            and shown.locator("#confirm").is_visible()
        )
        button.click()
        if is_confirmed:
            shown.locator("#confirm-choice").click()
