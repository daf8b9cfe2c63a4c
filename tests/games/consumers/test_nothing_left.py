"""However sockets end, and whenever: they leave nothing behind in the process."""

import asyncio
import re
from contextlib import aclosing
from random import Random
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from config.asgi import application
from games.live import lobby_board, room
from games.models import Game, Lobby
from games.transport import broadcast, missed_updates, session_guard
from games.transport.group_listener import hear
from games.transport.metrics import SOCKETS
from tests.factories import a_game
from tests.failing_database import failing_database
from tests.games.lobbies import a_table
from tests.sockets import Tab, cookies_of

pytestmark = pytest.mark.django_db(transaction=True)
run = database_sync_to_async
SOCKETS_IN_ALL = 60


def traces() -> dict[str, Any]:
    """Return everything in which a socket may have left a trace."""
    layer: Any = get_channel_layer()
    found = {
        "rooms": room.rooms,
        "boards": lobby_board.boards,
        "watches": missed_updates.watches,
        "guards": session_guard.guards,
        "hints under way": broadcast.under_way,
        "sockets": SOCKETS._value.get(),
        "groups": layer.groups,
        "channels": layer.channels,
    }
    return {name: value for name, value in found.items() if value}


async def come_and_go(path: str, cookies: str, chance: Random) -> None:
    """Connect, and end at some moment: the browser closes, or the application is cancelled."""
    headers = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
    one = Tab(application, path, headers=[*headers, (b"cookie", cookies.encode())])
    await one.send_input({"type": "websocket.connect"})
    await asyncio.sleep(chance.choice([0, 0.001, 0.02, 0.2]) * chance.random())
    if chance.random() < 0.5:
        await one.send_input({"type": "websocket.disconnect", "code": 1006})
    else:
        one.future.cancel()
    await asyncio.wait({one.future}, timeout=10)
    assert one.future.done()


def tasks() -> set[asyncio.Task[Any]]:
    """Return the running tasks, other than the connection to Redis."""
    running = asyncio.all_tasks()
    return {task for task in running if "_do_receiving" not in repr(task.get_coro())}


@pytest.mark.parametrize("database", ["healthy", "failing now and then"])
async def test_nothing_is_left_of_sockets(database: str) -> None:
    assert traces() == {}
    before = tasks()
    game, users = await run(a_game)(5)
    lobby = await run(a_table)()
    cookies = [await run(cookies_of)(each) for each in users]
    chance = Random(1)
    reads = re.compile(
        f'SELECT.* FROM "({Game._meta.db_table}|{Lobby._meta.db_table})"', re.DOTALL
    )
    failed = 0

    def fails(sql: str) -> bool:
        nonlocal failed
        if database == "healthy" or not reads.match(sql) or chance.random() > 0.3:
            return False
        failed += 1
        return True

    paths = [f"/ws/games/{game.code}/", f"/ws/lobbies/{lobby.code}/", "/ws/home/"]
    async with failing_database(fails):
        await asyncio.gather(
            *(
                come_and_go(chance.choice(paths), chance.choice(cookies), chance)
                for _socket in range(SOCKETS_IN_ALL)
            )
        )
    assert (failed > 0) == (database != "healthy")
    # Cancelled listeners get a moment to end.
    for _moment in range(200):
        if not traces() and tasks() <= before:
            break
        await asyncio.sleep(0.05)
    assert traces() == {}
    assert tasks() - before == set()


async def test_listener_that_leaves_in_the_middle_leaves_nothing_behind() -> None:
    layer: Any = get_channel_layer()
    listening = asyncio.Event()
    async with aclosing(hear("somewhere", "test", listening)) as messages:
        coming = asyncio.ensure_future(anext(messages))
        await listening.wait()
        for number in range(3):
            await layer.group_send("somewhere", {"type": "something.said", "number": number})
        message = await coming
        assert message is not None
        assert message["number"] == 0
    assert (layer.channels, layer.groups) == ({}, {})
