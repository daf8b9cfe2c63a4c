"""The table's room in this process: who is connected, and what each of them already has.

Door: enter(game_id, connection). One room per process and game, the only one here that listens to
the game's group. It renders each region once for each kind of viewer (a seat or a spectator, in one
language) and hands every connection only what changed for it. Coming in brings the whole table, so
somebody who missed messages is simply right again.
"""

import asyncio
import logging
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter
from typing import Protocol

from channels.db import database_sync_to_async
from django.utils import translation

from games.chat_values import SaidLine
from games.engine.vocabulary import SeatNumber
from games.live import history, lookout, render
from games.live.broadcast import bind_loop, game_group
from games.live.hearing import hear, until_heard
from games.live.metrics import ROOMS, UPDATE_SECONDS
from games.live.talk import Heard, claim_slots, new_talk, whole_talk
from games.live.tv import new_on_tv
from games.presenters.rounds import NewLinesView, NewRoundsView, RoundHeadView
from games.presenters.table import Region
from games.selectors.chat import is_admitted, said_at
from games.selectors.game import GameTable, cached_table, load_table
from games.selectors.progress import Progress

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ViewerKind:
    """Viewers of one kind get the same bytes."""

    seat: SeatNumber | None
    language: str
    is_tv: bool = False
    is_admitted: bool = False
    """Spectators who take part in the spectators' talk."""


class Connection(Protocol):
    """One browser tab."""

    user_id: int | None
    joined_at: datetime | None
    """Since when there has been such a person; None for a visitor."""
    language: str
    is_tv: bool
    """A screen in the room: a spectator without a voice, whoever is signed in on it."""

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
                    lookout.watch(self)
                    await until_heard(listening)
                await self.update(await self._read())
                await self.hear(await self._read_said())
                await self.seat(connection)
        finally:
            self.entering -= 1

    async def seat(self, connection: Connection) -> None:
        """Give a connection the whole table, and from now on what changes."""
        kind = self._kind_of(connection)
        audience = self.audiences.setdefault(
            kind, Audience(heard=Heard(is_admitted=kind.is_admitted))
        )
        html = self._whole_table(kind, audience)
        if not kind.is_tv:
            with translation.override(kind.language):
                html += "\n" + whole_talk(self._known(), kind.seat, self.said, audience.heard)
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
            lookout.stop_watching(self)

    def is_behind(self, newest: Progress) -> bool:
        """Whether the database knows more than this room, once that has read anything."""
        table, said = self.table, self.said[-1].number if self.said else 0
        return table is not None and (
            table.version < newest.version or table.seating < newest.seating or said < newest.said
        )

    async def look(self) -> None:
        """Read the game and what was said, and give everybody what changed."""
        await self._catch_up(None)

    def _known(self) -> GameTable:
        assert self.table is not None
        return self.table

    def _kind_of(self, connection: Connection) -> ViewerKind:
        table = self._known()
        if connection.is_tv:
            return ViewerKind(None, connection.language, is_tv=True)
        seat = table.seat_of(connection.user_id)
        admitted = seat is None and is_admitted(table, connection.joined_at)
        return ViewerKind(seat, connection.language, is_admitted=admitted)

    async def _listen(self, listening: asyncio.Event) -> None:
        async with aclosing(hear(game_group(self.game_id), "room", listening)) as messages:
            async for message in messages:
                await self._catch_up(message)

    async def _catch_up(self, message: dict[str, object] | None) -> None:
        try:
            async with self.lock:
                began = perf_counter()
                kind = None if message is None else message["type"]
                if kind != "chat.changed":
                    await self.update(await self._read(message))
                if kind != "game.changed":
                    await self.hear(await self._read_said())
                UPDATE_SECONDS.observe(perf_counter() - began)
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

    async def _read_said(self) -> tuple[SaidLine, ...]:
        """Everything said at the game; only what is new is asked for."""
        known = self.said[-1].number if self.said else 0
        new = await database_sync_to_async(said_at)(self.game_id, after=known)
        return (*self.said, *new) if new else self.said

    async def hear(self, said: tuple[SaidLine, ...]) -> None:
        """Give everybody who hears it what was said since; nothing of the table is looked at."""
        if said is self.said:
            return
        self.said = said
        for kind, audience in list(self.audiences.items()):
            await self._send_all(audience, self._new_talk(kind, audience))

    def _new_talk(self, kind: ViewerKind, audience: Audience) -> str:
        if kind.is_tv:
            return ""
        with translation.override(kind.language):
            return new_talk(self._known(), kind.seat, self.said, audience.heard)

    async def update(self, table: GameTable) -> None:
        """Give everybody what changed for them since the version they have."""
        if self.table is table:
            return
        if self.table is not None and table.version < self.table.version:
            return
        self.table = table
        for kind, audience in list(self.audiences.items()):
            html = self._changes(kind, audience)
            # What lies open, who may speak and what may be claimed changes with the table.
            talk = self._new_talk(kind, audience)
            await self._send_all(audience, f"{html}\n{talk}" if html and talk else html or talk)

    async def _send_all(self, audience: Audience, html: str) -> None:
        if not html:
            return
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
        if kind.is_tv:
            audience.shown.clear()
            return self._changes(kind, audience)
        with translation.override(kind.language):
            regions = render.table_view(table, kind.seat).regions()
            fragments = [render.render_region(region) for region in regions]
            log = history.log_view(table, kind.seat, claim_slots(table, self.said))
            fragments.append(render.render_log(log))
        audience.shown = {region.id: region for region in regions}
        if log.rounds:
            # Earlier heads never change again.
            head = _region(log.rounds[-1].head)
            audience.shown[head.id] = head
        audience.version, audience.round = table.version, table.state.round
        return "\n".join(fragments)

    def _changes(self, kind: ViewerKind, audience: Audience) -> str:
        assert self.table is not None
        table = self.table
        if kind.is_tv:
            with translation.override(kind.language):
                return new_on_tv(table, audience.shown)
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
            log = history.log_changes(
                table, kind.seat, since=audience.version, round_=audience.round
            )
            heads = [_region(head) for head in log.heads]
            # The head of a round that has just begun comes with its entry.
            known = [head for head in heads if head.id in audience.shown]
            changed = [
                region for region in (*regions, *known) if audience.shown.get(region.id) != region
            ]
            fragments = [
                render.render_region(_least(audience.shown.get(region.id), region))
                for region in changed
            ]
            fragments += [render.render_region(_region(view)) for view in log.appended]
            asked = any(region.id == view.phase_sentence.id for region in changed)
            told = render.announcements(
                table, kind.seat, new, view.phase_sentence if asked else None
            )
            fragments += [render.render_region(region) for region in told]
        audience.shown.update({region.id: region for region in (*changed, *heads)})
        audience.version, audience.round = table.version, table.state.round
        return "\n".join(fragments)


def _least(shown: Region | None, region: Region) -> Region:
    """What is to be sent of a region that has changed: of a round's head maybe its marks alone."""
    old, new = None if shown is None else shown.view, region.view
    if (
        isinstance(old, RoundHeadView)
        and isinstance(new, RoundHeadView)
        and old.government == new.government
    ):
        return Region(id=new.marks_id, template=new.marks_template, view=new)
    return region


def _region(view: RoundHeadView | NewLinesView | NewRoundsView) -> Region:
    return Region(id=view.id, template=view.template, view=view)


_rooms: dict[tuple[int, int], Room] = {}
ROOMS.set_function(lambda: len(_rooms))


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
