"""A table of real protocol clients: sockets with session cookies, HTML in, forms out.

A client has what a browser has: it reads forms out of the HTML and sends their fields as htmx
does.
"""

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

_VERSION = re.compile(r'(?:data-version="|id=table-version>)(\d+)')
_FORM = re.compile(r"<form [^>]*ws-send.*?</form>", re.DOTALL)
_FIELD = re.compile(r'<input type=hidden name=([a-z_]+) value="([^"]*)"')
_ANSWER = re.compile(r"<button [^>]*?name=([a-z]+) value=([A-Za-z0-9]+)")
_ACTION_SECONDS = 30.0
_ACTIONS, _IN_SECONDS = 20, 2
"""As many messages as a socket may send for long; the site closes one that sends more."""


def brings_decision(html: str) -> bool:
    """Whether a frame has the decision, or the ballots that a voter is offered again."""
    return "id=decision" in html or "id=act-offer" in html


def offers_of(form: str) -> list[dict[str, str]]:
    """Return the fields that each button of this form would send."""
    fields = dict(_FIELD.findall(form))
    answers = _ANSWER.findall(form)
    return [fields | {name: value} for name, value in answers] or [fields]


def action_id_of(form: dict[str, str]) -> str:
    """Return the id under which a form's answer counts: its offer, and the answer."""
    answers = [form[name] for name in ("target", "card", "ja", "accept") if name in form]
    return "-".join([form["offer"], *(answers or [form["action"]])])


class Connection(ClientConnection):
    """A socket that counts bytes on the wire and hands each frame on at once.

    A task that waited for frames would have to be woken for each, which would add to the measured
    time.
    """

    received = 0

    def __init__(self, *arguments: Any, take: Callable[[str], None], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.take = take

    def process_event(self, event: Any) -> None:
        """Handle a whole text frame; the library does the rest."""
        if isinstance(event, Frame) and event.opcode is Opcode.TEXT and event.fin:
            self.take(bytes(event.data).decode())
        else:
            super().process_event(event)

    def data_received(self, data: bytes) -> None:
        """Count the bytes, then handle them."""
        self.received += len(data)
        super().data_received(data)


class Client:
    """One seat's browser tab."""

    def __init__(self, site: str, code: str, cookies: str = "", origin: str = "") -> None:
        self.address = f"{site.replace('http', 'ws', 1)}/ws/games/{code}/?language=en"
        self.origin, self.cookies = origin or site, cookies
        self.version = 0
        self.forms: list[dict[str, str]] = []
        self.received_before = 0
        self.acted_at = deque[float](maxlen=_ACTIONS)
        self.is_over = False
        self.changed = asyncio.Event()
        self.socket: Connection | None = None
        self.reader: asyncio.Task[None] | None = None

    async def open(self, *, deflate: bool = False) -> None:
        """Connect, and read from now on."""
        socket = await connect(
            self.address,
            origin=self.origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookies} if self.cookies else {},
            compression="deflate" if deflate else None,
            max_size=None,
            ping_interval=None,
            open_timeout=60,
            create_connection=partial(Connection, take=self._take),  # type: ignore[arg-type]
        )
        assert isinstance(socket, Connection)
        self.socket = socket
        self.reader = asyncio.create_task(self._until_closed(self.socket))

    @property
    def received(self) -> int:
        """Return the bytes on the wire since counting began."""
        assert self.socket is not None
        return self.socket.received - self.received_before

    def count_anew(self) -> None:
        """Restart the count of bytes."""
        self.received_before += self.received

    async def close(self) -> None:
        """Disconnect."""
        assert self.socket is not None
        assert self.reader is not None
        await self.socket.close()
        await self.reader

    async def _until_closed(self, socket: ClientConnection) -> None:
        """Wait until the socket is closed; by then it has handed on all frames."""
        with suppress(ConnectionClosed):
            await socket.recv()

    def _take(self, html: str) -> None:
        if brings_decision(html):
            forms = _FORM.findall(html)
            # A player who has voted may change the ballot; that is no new decision.
            voted = any("aria-pressed=true" in form for form in forms)
            fields = [] if voted else [each for form in forms for each in offers_of(form)]
            # More time for a decision is not the decision.
            self.forms = [
                form for form in fields if "decision" in form and form["action"] != "more_time"
            ]
        found = _VERSION.search(html)
        if found is not None:
            self.version = int(found[1])
            self.is_over = 'data-phase="game_over"' in html
            self.changed.set()

    async def send(self, form: dict[str, str]) -> None:
        """Send a form as htmx does."""
        assert self.socket is not None
        await self.socket.send(json.dumps({**form, "HEADERS": {"HX-Request": "true"}}))

    async def reaches(self, version: int) -> None:
        """Wait until the page shows a newer version than this."""
        while self.version <= version:
            self.changed.clear()
            await self.changed.wait()


class Table:
    """The people of one game, who take offered actions, one at a time."""

    def __init__(self, site: str, code: str, cookies: list[str], seed: int) -> None:
        self.clients = [Client(site, code, each) for each in cookies]
        self.chance = Random(seed)
        self.latencies: list[float] = []
        """Seconds from sending an action to the last client's update."""

    async def open(self, *, deflate: bool = False) -> None:
        """Everybody comes in."""
        await asyncio.gather(*(client.open(deflate=deflate) for client in self.clients))
        async with asyncio.timeout(_ACTION_SECONDS):
            for client in self.clients:
                await client.reaches(0)
        for client in self.clients:
            client.count_anew()

    async def close(self) -> None:
        """Everybody leaves."""
        await asyncio.gather(*(client.close() for client in self.clients))

    @property
    def is_over(self) -> bool:
        """Whether the last page was that of a finished game."""
        return self.clients[0].is_over

    async def act(self) -> None:
        """Let one person who is asked decide; wait until the whole table has seen it."""
        version = self.clients[0].version
        client = self.chance.choice([each for each in self.clients if each.forms])
        form = self.chance.choice(client.forms)
        client.forms = []
        if len(client.acted_at) == _ACTIONS:
            await asyncio.sleep(max(0.0, client.acted_at[0] + _IN_SECONDS - perf_counter()))
        began = perf_counter()
        client.acted_at.append(began)
        await client.send(form)
        async with asyncio.timeout(_ACTION_SECONDS):
            for each in self.clients:
                await each.reaches(version)
        self.latencies.append(perf_counter() - began)
