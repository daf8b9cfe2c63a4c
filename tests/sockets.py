"""Sockets for tests: the whole ASGI application, a signed-in browser, its frames."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from config.asgi import application

QUIET_SECONDS = 0.2
FRAME_SECONDS = 5.0


class Tab(WebsocketCommunicator):
    """One browser tab with a socket of the site."""

    async def html(self) -> str:
        """Return the next frame."""
        frame: str = await self.receive_from(FRAME_SECONDS)
        return frame

    async def html_that(self, is_wanted: Callable[[str], bool]) -> str:
        """Return the next frame that is wanted; others, such as one with the bell, may come before it."""
        frame = await self.html()
        while not is_wanted(frame):
            frame = await self.html()
        return frame

    async def html_from(self, *texts: str) -> str:
        """Return all frames up to a quiet moment once each of these texts has come, joined."""
        frames = ""
        while not all(text in frames for text in texts):
            frames += await self.html()
        return frames + await self.html_until_quiet()

    async def ask(self, fields: dict[str, Any]) -> None:
        """Send a form's fields as htmx does."""
        await self.send_to(text_data=json.dumps({**fields, "HEADERS": {"HX-Request": "true"}}))

    async def is_quiet(self) -> bool:
        """Whether no frame comes for a moment."""
        quiet: bool = await self.receive_nothing(timeout=QUIET_SECONDS)
        return quiet

    async def html_until_quiet(self) -> str:
        """Return all frames up to a quiet moment, joined."""
        frames = []
        while not await self.is_quiet():
            frames.append(await self.html())
        return "\n".join(frames)


def cookies_of(user: Any) -> str:
    """Return the cookie header of a browser in which this person is signed in."""
    client = Client()
    client.force_login(user)
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


@asynccontextmanager
async def tab(
    path: str, user: Any = None, origin: str = "http://testserver", cookies: str = ""
) -> AsyncIterator[Tab]:
    """Connect a tab of this person (None: a visitor) to a path; close it afterwards."""
    headers = [(b"origin", origin.encode()), (b"host", b"testserver")]
    if user is not None:
        cookies = await database_sync_to_async(cookies_of)(user)
    if cookies:
        headers.append((b"cookie", cookies.encode()))
    one = Tab(application, path, headers=headers)
    connected, _code = await one.connect(timeout=3)
    assert connected
    try:
        yield one
    finally:
        await one.disconnect()
