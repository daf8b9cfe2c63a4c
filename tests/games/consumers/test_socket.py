"""All sockets: limits on their number and their messages, and how they end."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from config.asgi import DATABASE_FAILED
from games.consumers.socket import MESSAGES_AT_ONCE, TOO_MANY_MESSAGES, TokenBucket
from games.models import Game
from games.transport.metrics import SOCKETS
from games.transport.session_guard import SOCKETS_A_PERSON, TOO_MANY_SOCKETS, guards
from tests.factories import a_game, a_person
from tests.failing_database import failing_database
from tests.sockets import Tab, tab

pytestmark = pytest.mark.django_db(transaction=True)
SOON_SECONDS = 5


async def closing_code(one: Tab) -> int:
    """Return the code with which the site soon closes this tab's socket."""
    async with asyncio.timeout(SOON_SECONDS):
        while True:
            message = await one.receive_output(SOON_SECONDS)
            if message["type"] == "websocket.close":
                code: int = message["code"]
                return code


async def is_open(one: Tab) -> bool:
    """Whether the site still listens to this tab: it answers nonsense."""
    while not await one.is_quiet():
        await one.html()
    await one.ask({"action": "nonsense"})
    return "notices" in await one.html()


async def table_of(user: User) -> str:
    game, _users = await database_sync_to_async(a_game)(0, 5)
    return f"/ws/games/{game.code}/"


def test_allowance_fills_up_at_a_steady_rate() -> None:
    allowance = TokenBucket()
    start = allowance.looked_at
    assert [allowance.take(start) for _ in range(MESSAGES_AT_ONCE + 1)] == [
        *[True] * MESSAGES_AT_ONCE,
        False,
    ]
    assert not allowance.take(start + 0.05)
    assert allowance.take(start + 0.2)
    assert sum(allowance.take(start + 3600) for _ in range(100)) == MESSAGES_AT_ONCE


async def test_socket_that_floods_is_closed() -> None:
    user = await database_sync_to_async(a_person)()
    async with tab(await table_of(user), user) as one:
        for _message in range(3 * MESSAGES_AT_ONCE):
            await one.ask({"action": "nonsense"})
        assert await closing_code(one) == TOO_MANY_MESSAGES


async def test_oldest_of_too_many_sockets_is_closed_and_no_other_persons() -> None:
    user = await database_sync_to_async(a_person)()
    other = await database_sync_to_async(a_person)()
    path = await table_of(user)
    async with AsyncExitStack() as tabs:
        others = await tabs.enter_async_context(tab(path, other))
        first, second, *_more = [
            await tabs.enter_async_context(tab(path, user)) for _ in range(SOCKETS_A_PERSON + 1)
        ]
        assert await closing_code(first) == TOO_MANY_SOCKETS
        assert await is_open(second)
        assert await is_open(others)


async def test_spectators_without_a_session_are_not_counted() -> None:
    path = await table_of(await database_sync_to_async(a_person)())
    async with AsyncExitStack() as tabs:
        spectators = [
            await tabs.enter_async_context(tab(path)) for _ in range(2 * SOCKETS_A_PERSON)
        ]
        assert await is_open(spectators[0])


async def test_socket_that_fails_leaves_no_visitor_behind() -> None:
    user = await database_sync_to_async(a_person)()
    path = await table_of(user)
    before = SOCKETS._value.get()

    guarded: list[int] = []

    def asks_for_the_game(sql: str) -> bool:
        if sql.startswith("SELECT") and f'FROM "{Game._meta.db_table}"' in sql:
            guarded.append(len(guards))
            return True
        return False

    async with failing_database(asks_for_the_game), tab(path, user) as one:
        assert await closing_code(one) == DATABASE_FAILED
    # It had come in.
    assert guarded == [1]
    assert not guards
    assert SOCKETS._value.get() == before


async def test_nothing_is_sent_to_a_socket_that_is_closed() -> None:
    game, users = await database_sync_to_async(a_game)(5)
    path = f"/ws/games/{game.code}/"
    async with AsyncExitStack() as tabs:
        first = await tabs.enter_async_context(tab(path, users[0]))
        await first.html()
        for _more in range(SOCKETS_A_PERSON):
            last = await tabs.enter_async_context(tab(path, users[0]))
        assert await closing_code(first) == TOO_MANY_SOCKETS
        await last.html()
        await last.ask({"action": "say", "text": "Who hears me?", "message_id": "1"})
        frames = [await last.html(), await last.html()]
        assert "Who hears me?" in "".join(frames)
        assert await first.is_quiet()
