"""Finds missed updates: hints between processes may get lost, come twice or late.

Once a second each process asks the database, in one query, how far the games of its rooms are. A
room that does not catch up within a moment looks again.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from channels.db import database_sync_to_async
from django.db import DatabaseError

from games.transport.registry import Registry

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
# On a busy table the hint is on its way, so a room gets a moment to catch up.
CATCH_UP_SECONDS = 0.25


class WatchedRoom(Protocol):
    """One game in this process."""

    game_id: int

    def is_behind(self, newest: Any) -> bool:
        """Whether the database has more than the room."""

    async def look(self) -> None:
        """Read the game, and send everybody what changed."""


ProgressById = Mapping[int, Any]
"""How far games are, by their ids, in any form that their rooms can compare."""


class Watch:
    """The rooms of one process that must not fall behind."""

    def __init__(self, progress_of: Callable[[set[int]], ProgressById]) -> None:
        self.rooms: set[WatchedRoom] = set()
        self.task = asyncio.create_task(_keep_up(self.rooms, progress_of))


watches: Registry[None, Watch] = Registry()


def watch(room: WatchedRoom, progress_of: Callable[[set[int]], ProgressById]) -> None:
    """Watch this room; `progress_of` asks the database."""
    watches.open(None, lambda: Watch(progress_of)).rooms.add(room)


def stop_watching(room: WatchedRoom) -> None:
    """Forget a room; after the last one the queries stop."""
    here = watches.find(None)
    if here is None:
        return
    here.rooms.discard(room)
    if not here.rooms:
        here.task.cancel()
        watches.drop(None, here)


async def _keep_up(
    rooms: set[WatchedRoom], progress_of: Callable[[set[int]], ProgressById]
) -> None:
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            newest = await database_sync_to_async(progress_of)({room.game_id for room in rooms})
            if any(room.is_behind(newest[room.game_id]) for room in _known(rooms, newest)):
                await asyncio.sleep(CATCH_UP_SECONDS)
                for room in _known(rooms, newest):
                    if room.is_behind(newest[room.game_id]):
                        await room.look()
        except DatabaseError as error:
            logger.warning("Could not look how far the games are: %s", error)
        except Exception:
            logger.exception("Could not look how far the games are")


def _known(rooms: set[WatchedRoom], newest: ProgressById) -> list[WatchedRoom]:
    return [room for room in rooms if room.game_id in newest]
