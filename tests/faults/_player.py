"""A persistent player: a real protocol client that reconnects as htmx does.

A player sees what a browser would get, acts by socket or by form, and records what was
acknowledged.
"""

import asyncio
from contextlib import suppress
from random import Random
from time import monotonic
from urllib.parse import urlencode, urlsplit

from websockets.exceptions import WebSocketException

from tests.bench._table import Client, action_id_of, brings_decision

# The close codes on which htmx reconnects.
COMES_BACK_ON = {1006, 1011, 1012, 1013}
TOKEN = "t" * 32
SOON_SECONDS = 0.05


async def request(url: str, cookies: str, form: dict[str, str] | None = None) -> tuple[int, str]:
    """GET a page, or POST a form as a browser without scripts does; return status and body. Raises OSError."""
    address = urlsplit(url)
    path = address.path + (f"?{address.query}" if address.query else "")
    cookies = f"{cookies}; csrftoken={TOKEN}".removeprefix("; ")
    body = "" if form is None else urlencode({**form, "csrfmiddlewaretoken": TOKEN})
    lines = [
        f"{'GET' if form is None else 'POST'} {path} HTTP/1.1", f"Host: {address.netloc}",
        f"Cookie: {cookies}", f"Origin: http://{address.netloc}", "Connection: close",
        "Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}",
    ]  # fmt: skip
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        await writer.drain()
        answer = (await reader.read()).decode(errors="replace")
    finally:
        writer.close()
    if not answer.startswith("HTTP/1.1 "):
        raise ConnectionResetError("no answer")
    return int(answer.split(" ", 2)[1]), answer


def longest_pause(retries: int) -> int:
    """Return the longest pause in seconds before a page reconnects; as in static/js/site.js."""
    return 1 if retries < 1 else 2 if retries < 8 else min(2 ** (retries - 6), 64)


async def hang_up(client: Client) -> None:
    """Drop the connection without a close frame, as a closed laptop does."""
    if client.socket is not None and client.reader is not None:
        client.socket.transport.abort()
        await client.socket.wait_closed()
        await asyncio.wait({client.reader})


class Player(Client):
    """One seat's browser tab, which plays on for ever."""

    def __init__(self, site: str, code: str, cookies: str, chance: Random) -> None:
        super().__init__(site, code, cookies)
        self.site, self.code, self.chance = site, code, chance
        self.pending: dict[str, str] | None = None
        self.acknowledged: list[str] = []
        self.unanswered: list[dict[str, str]] = []
        """Forms that may or may not have arrived."""
        self.either: list[frozenset[str]] = []
        """Groups of actions of which one has counted: a decision that took more than one try."""
        self.attempts: list[str] = []
        self.lost_at: float | None = None
        self.back_after: list[float] = []
        """Seconds from losing the socket to having the table again, for each loss."""
        self.retries = 0
        self.statuses: list[int] = []
        self.is_online = False
        self.html: list[str] = []

    def _take(self, html: str) -> None:
        super()._take(html)
        self.html.append(html)
        if self.lost_at is not None:
            self.back_after.append(monotonic() - self.lost_at)
            self.lost_at = None
        self.is_online, self.retries = True, 0
        if self.pending is None:
            return
        if brings_decision(html) and action_id_of(self.pending) not in {
            action_id_of(form) for form in self.forms
        }:
            self._is_decided(self.pending)
            self.pending = None
        elif brings_decision(html):
            # Offered again after a loss: it did not count, and may be sent again.
            self.pending = None
        elif 'id="notices"' in html:
            # Refused with a reason.
            self.pending = None

    def _is_decided(self, form: dict[str, str]) -> None:
        """Whether the page no longer offers this decision: this form, or an unanswered one, has counted."""
        rivals = {
            action_id_of(each)
            for each in self.unanswered
            if each["decision"] == form["decision"] and action_id_of(each) != action_id_of(form)
        }
        if rivals:
            self.either.append(frozenset({action_id_of(form), *rivals}))
        else:
            self.acknowledged.append(action_id_of(form))

    async def stay(self) -> None:
        """Stay connected, and reconnect as pages do."""
        try:
            await self._stay()
        finally:
            await hang_up(self)

    async def _stay(self) -> None:
        while True:
            code = 1006
            with suppress(OSError, WebSocketException, EOFError, TimeoutError):
                await self.open()
                assert self.reader is not None
                assert self.socket is not None
                await self.reader
                code = self.socket.close_code or 1006
            if self.is_online and not self.is_over:
                self.lost_at = monotonic()
            self.is_online = False
            if code not in COMES_BACK_ON:
                raise AssertionError(f"closed with {code}")
            await asyncio.sleep(self.chance.random() * longest_pause(self.retries))
            self.retries += 1

    async def play(
        self, *, by_form: float = 0.3, pause: float = 0.05, seconds: float = 1e9
    ) -> None:
        """Take any offered action until the game or the time is over and all are answered."""
        end = monotonic() + seconds
        while not self.is_over and (monotonic() < end or self.pending is not None):
            await asyncio.sleep(self.chance.random() * pause)
            if not self.forms or self.pending is not None:
                continue
            form = self.chance.choice(self.forms)
            self.attempts.append(action_id_of(form))
            if self.chance.random() < by_form:
                await self._post(form)
            elif self.is_online:
                self.pending = form
                with suppress(OSError, WebSocketException):
                    await self.send(form)
                    continue
                self.unanswered.append(form)
                self.pending = None

    async def _post(self, form: dict[str, str]) -> None:
        try:
            status, _page = await request(
                f"{self.site}/games/{self.code}/act/", self.cookies, form
            )
        except OSError:
            self.unanswered.append(form)
            return
        self.statuses.append(status)
        if status == 302:
            self.acknowledged.append(action_id_of(form))
            if form in self.forms:
                self.forms = []
