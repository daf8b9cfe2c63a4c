"""Group names, and telling every process that something changed: a hint, never content.

A hint is sent from any thread, after the commit. The server says on which event loop this process listens.
"""

import asyncio
import logging
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

from games.transport.redis_away import the_redis

logger = logging.getLogger(__name__)

LOBBY_LIST_GROUP = "lobbies"
PEOPLE_GROUP = "people"

# A channel layer that hangs takes a second for each; what is not said then is found out, see transport.missed_updates.
MOST_UNDER_WAY = 200

serving_loop: asyncio.AbstractEventLoop | None = None
under_way: set[asyncio.Task[None]] = set()


def game_group(game_id: int) -> str:
    """The group that a game's rooms listen to."""
    return f"game.{game_id}"


def lobby_group(lobby_id: int) -> str:
    """The group that a lobby's pages listen to."""
    return f"lobby.{lobby_id}"


def announce_game(game_id: int, version: int, *, reseated: bool = False) -> None:
    """Once this transaction is committed: the game is now at this version.

    `reseated` says that something beside the event log changed: who plays a seat, its name.
    """
    message = {
        "type": "game.changed",
        "game_id": game_id,
        "version": version,
        "reseated": reseated,
    }
    transaction.on_commit(partial(tell, game_group(game_id), message))


def announce_chat(game_id: int) -> None:
    """Once this transaction is committed: there is new talk at this game."""
    message = {"type": "chat.changed", "game_id": game_id}
    transaction.on_commit(partial(tell, game_group(game_id), message))


def announce_lobby(lobby_id: int) -> None:
    """Once this transaction is committed: look at this lobby again."""
    message = {"type": "lobby.changed", "lobby_id": lobby_id}
    transaction.on_commit(partial(tell, lobby_group(lobby_id), message))


def announce_lobby_list() -> None:
    """Once this transaction is committed: look at the list of lobbies again."""
    transaction.on_commit(partial(tell, LOBBY_LIST_GROUP, {"type": "lobbies.changed"}))


def announce_signed_out() -> None:
    """Once this transaction is committed: look at who has signed out."""
    transaction.on_commit(partial(tell, PEOPLE_GROUP, {"type": "people.signed_out"}))


def bind_loop(loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Remember an event loop, by default the running one, as the one that serves this process."""
    global serving_loop
    serving_loop = loop or asyncio.get_running_loop()


def tell(group: str, message: dict[str, Any]) -> None:
    # Never waits for the channel layer: what is committed is true whether or not anybody hears of
    # it now, and the rooms find out by themselves, see transport.missed_updates.
    loop = serving_loop
    if loop is None or loop.is_closed():
        async_to_sync(_send)(group, message)
        return
    if not loop.is_running():
        # It has ended, and with it soon the process: to wait for its answer would be for ever.
        return
    try:
        on_the_loop = asyncio.get_running_loop() is loop
    except RuntimeError:
        on_the_loop = False
    if on_the_loop:
        _start(group, message)
    else:
        loop.call_soon_threadsafe(_start, group, message)


def _start(group: str, message: dict[str, Any]) -> None:
    if len(under_way) >= MOST_UNDER_WAY:
        return
    task = asyncio.ensure_future(_send(group, message))
    # The loop keeps only weak references to its tasks.
    under_way.add(task)
    task.add_done_callback(under_way.discard)


async def _send(group: str, message: dict[str, Any]) -> None:
    layer, redis = get_channel_layer(), the_redis()
    assert layer is not None
    if redis.is_away:
        # Every room finds out by itself, see transport.missed_updates.
        return
    try:
        await layer.group_send(group, message)
    except (OSError, RedisError) as error:
        redis.failed(error)
    except Exception:
        # What was done is done and has to be answered, even if nobody can be told.
        logger.exception("Could not tell %s", group)
