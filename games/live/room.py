"""The table's room in this process: who is connected, and what each of them already has.

Door: enter(game_id, connection). One room per process and game, the only one here that listens to
the game's group. It renders each region once for each kind of viewer (a seat or a spectator, in one
language) and hands every connection only what changed for it. Coming in brings the whole table, so
somebody who missed messages is simply right again.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.utils import translation

from games.engine.vocabulary import SeatNumber
from games.live import render
from games.live.broadcast import bind_loop, game_group
from games.live.talk import Heard, new_chat, talk_regions, whole_chat
from games.chat_values import SaidLine
from games.presenters.table import Region
from games.selectors.chat import said_at
from games.selectors.game import GameTable, cached_table, load_table

logger = logging.getLogger(__name__)

# A message between processes may get lost; the version in the database does not.
LOOK_AGAIN_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class ViewerKind:
    """Viewers of one kind get the same bytes."""

    seat: SeatNumber | None
    language: str


class Connection(Protocol):
    """One browser tab."""

    user_id: int | None
    language: str

    async def send_html(self, html: str) -> None:
        """Send a frame of fragments; each is swapped in by its id."""


@dataclass(slots=True)
class Audience:
    """The connections of one kind, and what all of them have on the screen."""

    connections: set[Connection] = field(default_factory=set)
    shown: dict[str, Region] = field(default_factory=dict)
    version: int = 0
    round: int = 0
    heard: Heard = field(default_factory=Heard)


class Room:
    """One game's connections in this process."""

    def __init__(self, game_id: int) -> None:
        self.game_id = game_id
        self.audiences: dict[ViewerKind, Audience] = {}
        self.table: GameTable | None = None
        self.said: tuple[SaidLine, ...] = ()
        self.lock = asyncio.Lock()
        self.listener: asyncio.Task[None] | None = None
        self.entering = 0

    async def enter(self, connection: Connection) -> None:
        """Let a connection in and give it the whole table. Raises Game.DoesNotExist."""
        self.entering += 1
        try:
            async with self.lock:
                if self.listener is None:
                    # Listen first, then read: what happens in between is announced, not lost.
                    listening = asyncio.Event()
                    self.listener = asyncio.create_task(self._listen(listening))
                    await listening.wait()
                await self.update(await self._read())
                await self.hear(await self._read_said())
                await self.seat(connection)
        finally:
            self.entering -= 1

    async def seat(self, connection: Connection) -> None:
        """Give a connection the whole table, and from now on what changes."""
        kind = self._kind_of(connection)
        audience = self.audiences.setdefault(kind, Audience())
        html = self._whole_table(kind, audience)
        audience.connections.add(connection)
        await connection.send_html(html)

    def leave(self, connection: Connection) -> None:
        """Forget a connection; the room of the last one closes."""
        for kind, audience in list(self.audiences.items()):
            audience.connections.discard(connection)
            if not audience.connections:
                del self.audiences[kind]
        self.close_if_empty()

    def close_if_empty(self) -> None:
        """Stop listening when nobody is here or coming; the next one who comes opens a new room."""
        if self.audiences or self.entering:
            return
        if _rooms.get(_key(self.game_id)) is self:
            del _rooms[_key(self.game_id)]
        if self.listener is not None:
            self.listener.cancel()

    def _kind_of(self, connection: Connection) -> ViewerKind:
        assert self.table is not None
        return ViewerKind(self.table.seat_of(connection.user_id), connection.language)

    async def _listen(self, listening: asyncio.Event) -> None:
        layer = get_channel_layer()
        assert layer is not None
        channel = await self._join_group(layer)
        listening.set()
        try:
            while True:
                await self._catch_up(await self._next_message(layer, channel))
        except asyncio.CancelledError:
            with suppress(Exception):
                await layer.group_discard(game_group(self.game_id), channel)
            raise

    async def _next_message(self, layer: object, channel: str) -> dict[str, object] | None:
        """The next hint that something changed, or None when it is time to look anyway."""
        try:
            async with asyncio.timeout(LOOK_AGAIN_SECONDS):
                message: dict[str, object] = await layer.receive(channel)  # type: ignore[attr-defined]
                return message
        except TimeoutError:
            return None
        except Exception:
            # A room must outlive its channel layer: look, and try again a little later.
            logger.exception("Could not hear of game %s", self.game_id)
            await asyncio.sleep(1)
            return None

    async def _join_group(self, layer: object) -> str:
        channel: str = await layer.new_channel("room")  # type: ignore[attr-defined]
        try:
            await layer.group_add(game_group(self.game_id), channel)  # type: ignore[attr-defined]
        except Exception:
            # Without the layer the room still looks at the version from time to time.
            logger.exception("Could not listen to game %s", self.game_id)
        return channel

    async def _catch_up(self, message: dict[str, object] | None) -> None:
        try:
            async with self.lock:
                await self.update(await self._read(message))
        except Exception:
            logger.exception("Could not bring the table of game %s up to date", self.game_id)
        self.close_if_empty()

    async def _read(self, message: dict[str, object] | None = None) -> GameTable:
        """The newest table; without asking the database if this process wrote it itself."""
        if message is not None and not message["reseated"]:
            cached = cached_table(self.game_id)
            if cached is not None and cached.version >= int(str(message["version"])):
                return cached
        table: GameTable = await database_sync_to_async(load_table)(self.game_id)
        return table

    async def update(self, table: GameTable) -> None:
        """Give everybody what changed for them since the version they have."""
        if self.table is table:
            return
        if self.table is not None and table.version < self.table.version:
            return
        self.table = table
        for kind, audience in list(self.audiences.items()):
            html = self._changes(kind, audience)
            if html:
                await self._send_all(audience, html)

    async def _send_all(self, audience: Audience, html: str) -> None:
        for connection in tuple(audience.connections):
            try:
                await connection.send_html(html)
            except Exception:
                # Somebody's broken connection is nobody else's trouble.
                logger.debug("A connection to game %s is gone", self.game_id, exc_info=True)
                self.leave(connection)

    def _whole_table(self, kind: ViewerKind, audience: Audience) -> str:
        assert self.table is not None
        table = self.table
        with translation.override(kind.language):
            regions = render.table_view(table, kind.seat).regions()
            fragments = [render.render_region(region) for region in regions]
            fragments.append(render.render_log(render.log_lines(table, kind.seat, table.log)))
        audience.shown = {region.id: region for region in regions}
        audience.version, audience.round = table.version, table.state.round
        return "\n".join(fragments)

    def _changes(self, kind: ViewerKind, audience: Audience) -> str:
        assert self.table is not None
        table = self.table
        new = table.log[audience.version :]
        if table.is_over and new:
            # The whole history lies open now, in its order: the log is told anew.
            with translation.override(kind.language):
                told = render.announcements(table, kind.seat, new, None)
                said = [render.render_region(region) for region in told]
            return "\n".join([self._whole_table(kind, audience), *said])
        with translation.override(kind.language):
            view = render.table_view(table, kind.seat)
            regions = view.regions()
            changed = [region for region in regions if audience.shown.get(region.id) != region]
            new_lines = render.log_lines(table, kind.seat, new, round_=audience.round)
            fragments = [render.render_region(region) for region in changed]
            if new_lines:
                fragments.append(render.render_new_log_lines(new_lines))
            asked = any(region.id == view.phase_sentence.id for region in changed)
            told = render.announcements(
                table, kind.seat, new, view.phase_sentence if asked else None
            )
            fragments += [render.render_region(region) for region in told]
        audience.shown.update({region.id: region for region in changed})
        audience.version, audience.round = table.version, table.state.round
        return "\n".join(fragments)


_rooms: dict[tuple[int, int], Room] = {}


def _key(game_id: int) -> tuple[int, int]:
    # A room belongs to the event loop it listens on.
    return id(asyncio.get_running_loop()), game_id


async def enter(game_id: int, connection: Connection) -> Room:
    """Enter the room of a game, opening it if need be. Raises Game.DoesNotExist."""
    bind_loop()
    room = _rooms.setdefault(_key(game_id), Room(game_id))
    try:
        await room.enter(connection)
    except BaseException:
        room.leave(connection)
        raise
    return room
