"""Group names, and hints to every process that something has changed; a hint has no content.

A hint is sent after the commit, from any thread. The server names the event loop of its process.
"""

import asyncio
import logging
from collections.abc import Collection
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

from games.transport.redis_health import site_redis

logger = logging.getLogger(__name__)

LOBBY_LIST_GROUP = "lobbies"
PEOPLE_GROUP = "people"
SIGNED_OUT, NOTICED = "people.signed_out", "people.noticed"
"""Hints to that group."""

# A hanging channel layer takes a second for each hint. Lost hints do no harm, see
# transport.missed_updates.
MOST_UNDER_WAY = 200

serving_loop: asyncio.AbstractEventLoop | None = None
under_way: set[asyncio.Task[None]] = set()


def game_group(game_id: int) -> str:
    """Return the group that a game's rooms listen to."""
    return f"game.{game_id}"


def lobby_group(lobby_id: int) -> str:
    """Return the group that a lobby's boards listen to."""
    return f"lobby.{lobby_id}"


def person_group(user_id: int) -> str:
    """Return the group that a person's own pages listen to."""
    return f"person.{user_id}"


def announce_game(game_id: int, version: int, *, reseated: bool = False) -> None:
    """Announce after the commit that the game is at this version.

    `reseated`: something beside the event log has changed, such as a seat's player or name.
    """
    message = {
        "type": "game.changed",
        "game_id": game_id,
        "version": version,
        "reseated": reseated,
    }
    transaction.on_commit(partial(send_hint, game_group(game_id), message))


def announce_chat(game_id: int) -> None:
    """Announce after the commit that there is new talk at this game."""
    message = {"type": "chat.changed", "game_id": game_id}
    transaction.on_commit(partial(send_hint, game_group(game_id), message))


def announce_lobby(lobby_id: int) -> None:
    """Announce after the commit that this lobby has changed."""
    message = {"type": "lobby.changed", "lobby_id": lobby_id}
    transaction.on_commit(partial(send_hint, lobby_group(lobby_id), message))


def announce_lobby_list() -> None:
    """Announce after the commit that the list of lobbies has changed."""
    transaction.on_commit(partial(send_hint, LOBBY_LIST_GROUP, {"type": "lobbies.changed"}))


def announce_friends(user_id: int) -> None:
    """Announce after the commit that a friend of this person has come, gone, or is elsewhere now."""
    message = {"type": "friends.changed"}
    transaction.on_commit(partial(send_hint, person_group(user_id), message))


def announce_signed_out() -> None:
    """Announce after the commit that a session has ended."""
    transaction.on_commit(partial(send_hint, PEOPLE_GROUP, {"type": SIGNED_OUT}))


def announce_notices(user_ids: Collection[int]) -> None:
    """Announce after the commit that the bells of these people show something else now."""
    message = {"type": NOTICED, "user_ids": list(user_ids)}
    transaction.on_commit(partial(send_hint, PEOPLE_GROUP, message))


def bind_loop(loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Name the event loop that serves this process, by default the running one."""
    global serving_loop
    serving_loop = loop or asyncio.get_running_loop()


def send_hint(group: str, message: dict[str, Any]) -> None:
    # Never waits for the channel layer: the commit stands whether or not the hint arrives, and
    # rooms catch up by themselves, see transport.missed_updates.
    loop = serving_loop
    if loop is None or loop.is_closed():
        async_to_sync(_send)(group, message)
        return
    if not loop.is_running():
        # The loop has ended, and the process soon will: its answer would never come.
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
    # The loop holds only weak references to its tasks.
    under_way.add(task)
    task.add_done_callback(under_way.discard)


async def _send(group: str, message: dict[str, Any]) -> None:
    layer, redis = get_channel_layer(), site_redis()
    assert layer is not None
    if redis.is_away:
        # Every room catches up by itself, see transport.missed_updates.
        return
    try:
        await layer.group_send(group, message)
    except (OSError, RedisError) as error:
        redis.failed(error)
    except Exception:
        # The change is committed and must be answered, even if the hint fails.
        logger.exception("Could not tell %s", group)
