"""Limits on sockets: how many and how fast an address opens them, with bounded memory."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import websockets
from websockets.exceptions import InvalidStatus

from games.transport import socket_limits
from games.transport.socket_limits import SocketLimit
from tests.running_site import Site, manage, running_site


def test_no_more_sockets_than_allowed_are_open_at_once() -> None:
    limit = SocketLimit(most=3, at_once=100, a_second=1)
    assert [limit.let_in("here", 0) for _ in range(4)] == [True, True, True, False]
    assert limit.let_in("elsewhere", 0)
    limit.let_out("here")
    assert limit.let_in("here", 0)
    assert not limit.let_in("here", 0)


def test_sockets_that_come_and_go_are_paced() -> None:
    limit = SocketLimit(most=100, at_once=5, a_second=2)

    def come_and_go(now: float) -> bool:
        is_welcome = limit.let_in("here", now)
        if is_welcome:
            limit.let_out("here")
        return is_welcome

    assert [come_and_go(0) for _ in range(7)] == [True] * 5 + [False] * 2
    assert [come_and_go(1.01) for _ in range(3)] == [True, True, False]
    # Retries do not make the wait longer.
    assert [come_and_go(1.01) for _ in range(50)] == [False] * 50
    assert come_and_go(1.6)


def test_sockets_from_nowhere_known_are_not_counted() -> None:
    limit = SocketLimit(most=1, at_once=1, a_second=1)
    assert all(limit.let_in("", 0) for _ in range(5))
    limit.let_out("")
    assert not limit.open


def test_number_of_known_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_limits, "MOST_KNOWN", 100)
    limit = SocketLimit(most=1, at_once=5, a_second=1)
    for number in range(1000):
        assert limit.let_in(f"address {number}", 0)
        limit.let_out(f"address {number}")
    assert len(limit.buckets) <= 100
    assert not limit.open


@asynccontextmanager
async def sockets(
    site: Site, path: str = "/ws/home/"
) -> AsyncIterator[Callable[..., Awaitable[int]]]:
    """Opens sockets; returns the status with which one was refused, or 101."""
    async with AsyncExitStack() as stack:

        async def come(**headers: str) -> int:
            address = site.url.rstrip("/").replace("http", "ws") + path
            origin = websockets.Origin(site.url.rstrip("/"))
            try:
                await stack.enter_async_context(
                    websockets.connect(address, origin=origin, additional_headers=headers)
                )
            except InvalidStatus as refused:
                return refused.response.status_code
            return 101

        yield come


async def test_site_refuses_more_sockets_of_an_address_than_it_takes(tmp_path: Path) -> None:
    with running_site(tmp_path, SOCKETS_AN_ADDRESS="12", ANONYMOUS_SOCKETS_AN_ADDRESS="8") as site:
        made = manage("shell", "-c", SESSION, environment=site.environment)
        assert made.returncode == 0, made.stderr
        cookie = "sessionid=" + made.stdout.split()[-1]
        async with sockets(site) as come:
            statuses = [await come() for _ in range(10)]
            assert statuses == [101] * 8 + [403] * 2
            # A person with a session still comes in from that address, until its total limit.
            assert [await come(Cookie=cookie) for _ in range(2)] == [101, 101]
            assert 403 in [await come(Cookie=cookie) for _ in range(4)]
        # After they close, there is room for others.
        await asyncio.sleep(1.5)
        async with sockets(site) as come:
            assert await come() == 101
            assert "Traceback" not in "".join(site.output)


SESSION = """
from django.contrib.auth import login
from django.http import HttpRequest
from accounts.sessions import SessionStore
from accounts.services import create_guest
request = HttpRequest()
request.session = SessionStore()
login(request, create_guest(name="Ada"))
request.session.save()
print(request.session.session_key)
"""
