"""The table's room in this process: its connections, and what each has on its screen.

There is one room per process and game, and only the room listens to the game's group. It renders
each region once for each kind of viewer (a seat or a spectator, in one language) and sends only
changed regions. A new connection gets the whole table, so missed messages do no harm.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import aclosing
from functools import partial
from time import perf_counter

from channels.db import database_sync_to_async
from django.utils import timezone

from games.live.audience import Audience, TableConnection, ViewerKind
from games.live.screens import Screens
from games.live.table_changes import (
    News,
    ShownToAll,
    own_changes,
    show_own,
    show_public,
)
from games.live.talk import Heard, has_new_lines, new_talk, whole_talk
from games.live.tv import new_on_tv
from games.live.watching import Watching, count_spectators, count_tvs
from games.selectors.chat import is_admitted, said_at
from games.selectors.game import load_table
from games.selectors.progress import Progress, progress_of
from games.selectors.seen_table import TableObserver
from games.selectors.table_cache import cached_table
from games.services.setbacks import Setbacks
from games.services.tv import note_tv
from games.table import GameTable
from games.transport import missed_updates
from games.transport.broadcast import bind_loop, game_group
from games.transport.group_listener import hear, until_heard
from games.transport.metrics import ROOMS, UPDATE_SECONDS
from games.transport.registry import Registry
from games.transport.release import release_mark
from games.values.chat import SaidLine
from games.values.refusals import GameError, ServiceReason
from games.words.spoken_language import speaking

logger = logging.getLogger(__name__)


Frame = tuple[Audience, str, str]
"""The audience, the public HTML, and the HTML with secrets."""

not_told: Setbacks[tuple[int, ViewerKind]] = Setbacks(
    logger, "Could not show a game to some of its viewers: %s"
)
no_news: Setbacks[int] = Setbacks(logger, "Could not say what is new in game %s")


class Room:
    """The connections to one game in this process."""

    def __init__(self, game_id: int) -> None:
        self.game_id = game_id
        self.audiences: dict[ViewerKind, Audience] = {}
        self.shown: dict[str, ShownToAll] = {}
        """The public part of the screens, by language."""
        self.observer: TableObserver | None = None
        self.said: tuple[SaidLine, ...] = ()
        self.said_seating = -1
        self.open_logs: dict[str, tuple[object, str]] = {}
        """After the end the whole log, by language, and the table and talk it was made of."""
        self.lock = asyncio.Lock()
        self.listener: asyncio.Task[None] | None = None
        self.entering = 0
        self.watching = Watching(game_id, partial(count_spectators, self.audiences))
        self.on_tv = Watching(game_id, partial(count_tvs, self.audiences), note_tv)

    async def enter(self, connection: TableConnection, newest: Progress) -> None:
        """Add a connection and send it the whole table. Raises Game.DoesNotExist.

        `newest` is how far the database said the game is: a room that has all of that need not read, as it
        listened before it first read.
        """
        self.entering += 1
        try:
            async with self.lock:
                if self.listener is None:
                    # Listen first, then read: later changes are announced.
                    listening = asyncio.Event()
                    self.listener = asyncio.create_task(self._listen(listening))
                    missed_updates.watch(self, progress_of)
                    await until_heard(listening)
                if self.observer is None or self.is_behind(newest):
                    await self.update(await self._read())
                    await self.hear(await self._read_said())
                await self.seat(connection)
        finally:
            self.entering -= 1

    async def seat(self, connection: TableConnection) -> None:
        """Send a connection the whole table; from now on it gets changes."""
        kind = self._kind_of(connection)
        audience = self.audiences.setdefault(kind, Audience())
        at = (self._known().table, self.said)
        html = audience.everything[1] if audience.everything[0] == at else ""
        if not html:
            was_stale, audience.is_stale = audience.is_stale, True
            with speaking(kind.language):
                html = f"{release_mark()}\n{self._everything(kind, audience, self._screens())}"
            # The other connections of this kind are up to date only if they were before.
            audience.is_stale = was_stale
            if kind.seat is None:
                # Cached for spectators only: a thousand may come back at once, but a player comes
                # alone.
                audience.everything = (at, html)
        audience.connections.add(connection)
        if kind.is_tv:
            self.on_tv.changed()
        if kind.seat is None:
            self.watching.changed()
            await connection.send_html(html)
        else:
            await connection.send_html("", html)

    async def open_log(self, connection: TableConnection) -> None:
        """Send a connection the whole log, with what was hidden. Raises GameError(GAME_RUNNING) before the end."""
        async with self.lock:
            if not self._known().table.is_over:
                raise GameError(ServiceReason.GAME_RUNNING)
            at = (self._known().table, self.said)
            language = connection.language
            if self.open_logs.get(language, (None, ""))[0] != at:
                with speaking(language):
                    screen = self._screens().of(None)
                    self.open_logs[language] = (at, screen.log_html)
            await connection.send_html(self.open_logs[language][1])

    def leave(self, connection: TableConnection) -> None:
        """Remove a connection; after the last one the room is closed."""
        for kind, audience in list(self.audiences.items()):
            if kind.is_tv and connection in audience.connections:
                self.on_tv.changed()
            if kind.seat is None and connection in audience.connections:
                self.watching.changed()
            audience.connections.discard(connection)
            if not audience.connections:
                del self.audiences[kind]
        self.close_if_empty()

    def close_if_empty(self) -> None:
        """Stop listening when no connection is here or entering; a later one opens a new room."""
        if self.audiences or self.entering:
            return
        rooms.drop(self.game_id, self)
        if self.listener is not None:
            self.listener.cancel()
            missed_updates.stop_watching(self)

    def is_behind(self, newest: Progress) -> bool:
        """Whether the database has more than this room, once the room has read anything."""
        observer, said = self.observer, self.said[-1].number if self.said else 0
        if observer is None:
            return False
        table = observer.table
        return (
            table.version < newest.version
            or table.seating < newest.seating
            or said < newest.said
            or self.said_seating != table.seating
            or bool(self._stale())
        )

    async def look(self) -> None:
        """Read game and talk, and send everybody what changed."""
        await self._catch_up(None)

    def _known(self) -> TableObserver:
        assert self.observer is not None
        return self.observer

    def _screens(self) -> Screens:
        observer = self._known()
        return Screens(observer.seen_by, observer.table.version, self.said)

    def _kind_of(self, connection: TableConnection) -> ViewerKind:
        table = self._known().table
        if connection.is_tv:
            return ViewerKind(None, connection.language, is_tv=True)
        seat = table.seat_of(connection.user_id)
        admitted = seat is None and is_admitted(table.started_at, connection.joined_at)
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
                if kind != "game.changed" or self._known().table.seating != self.said_seating:
                    await self.hear(await self._read_said())
                await self.mend()
                self.watching.keep()
                UPDATE_SECONDS.observe(perf_counter() - began)
        except Exception:
            logger.exception("Could not bring the table of game %s up to date", self.game_id)
        self.close_if_empty()

    async def _read(self, message: dict[str, object] | None = None) -> GameTable:
        """Return the newest table; without a query if this process wrote it itself."""
        if message is not None and not message["reseated"]:
            cached = cached_table(self.game_id)
            if cached is not None and cached.version >= int(str(message["version"])):
                return cached
        table: GameTable = await database_sync_to_async(load_table)(self.game_id)
        return table

    async def _read_said(self) -> tuple[SaidLine, ...]:
        """Return all talk of the game; only new lines are queried."""
        seating = self._known().table.seating
        # Closing an account deletes its words; the seating number tells of that.
        known = self.said[-1].number if self.said and seating == self.said_seating else 0
        new = await database_sync_to_async(said_at)(self.game_id, after=known)
        self.said_seating = seating
        if known:
            return (*self.said, *new) if new else self.said
        return self.said if new == self.said else new

    async def hear(self, said: tuple[SaidLine, ...]) -> None:
        """Send the new lines to everybody who hears them; the table itself is not read."""
        if said is self.said:
            return
        self.said = said
        frames: list[Frame] = []
        for language, audiences in self._by_language().items():
            with speaking(language):
                screens = self._screens()
                for kind, audience in audiences:
                    if not kind.is_tv:
                        tell = partial(talk_alone, screens, kind, audience.heard)
                        frames += self._told(kind, audience, screens, tell)
        await self._send_all(frames)

    async def update(self, table: GameTable) -> None:
        """Send everybody what changed since the version they have."""
        before = None if self.observer is None else self.observer.table
        if before is table:
            return
        if before is not None and table.version < before.version:
            return
        self.observer = TableObserver(table, self.observer)
        # If anything fails from here on, viewers who were not sent it get everything later.
        told_before = {id(each) for each in self.audiences.values() if not each.is_stale}
        for audience in self.audiences.values():
            audience.is_stale = True
        frames: list[Frame] = []
        for language, audiences in self._by_language().items():
            with speaking(language):
                screens = self._screens()
                news = self._news(language, screens)
                for kind, audience in audiences:
                    audience.is_stale = news is None or id(audience) not in told_before
                    tell = partial(self._new_to, kind, audience, news, screens)
                    frames += self._told(kind, audience, screens, tell)
        await self._send_all(frames)

    async def mend(self) -> None:
        """Send everything to viewers whose update failed, if that works now."""
        frames: list[Frame] = []
        for kind, audience in self._stale():
            with speaking(kind.language):
                frames += self._told(kind, audience, self._screens(), None)
        await self._send_all(frames)

    def _stale(self) -> list[tuple[ViewerKind, Audience]]:
        """Return the viewers who need everything again and are not to wait longer for a retry."""
        stale = [each for each in self.audiences.items() if each[1].is_stale]
        waiting = not_told.waiting(timezone.now()) if stale else set()
        return [each for each in stale if (self.game_id, each[0]) not in waiting]

    def _news(self, language: str, screens: Screens) -> News | None:
        """Return the public changes; None if they cannot be rendered, and all viewers need everything."""
        shown = self.shown.setdefault(language, ShownToAll())
        news: list[News] = []
        with no_news.guarding(self.game_id):
            news.append(News(screens.of(None, since=shown.version), shown))
        return news[0] if news else None

    def _told(
        self,
        kind: ViewerKind,
        audience: Audience,
        screens: Screens,
        tell: Callable[[], tuple[str, str]] | None,
    ) -> list[Frame]:
        """Return the frames for these viewers: the changes, or everything; none if both fail.

        A region that fails for one viewer does not affect the others; that viewer stays stale
        until it works.
        """
        was_stale, audience.is_stale = audience.is_stale or tell is None, True
        frames: list[Frame] = []
        with not_told.guarding((self.game_id, kind)):
            if was_stale or tell is None:
                frames.append((audience, "", self._everything(kind, audience, screens)))
            else:
                frames.append((audience, *tell()))
        return frames

    def _by_language(self) -> dict[str, list[tuple[ViewerKind, Audience]]]:
        """Return the audiences by language, and forget languages that have none."""
        here: dict[str, list[tuple[ViewerKind, Audience]]] = {}
        for kind, audience in self.audiences.items():
            here.setdefault(kind.language, []).append((kind, audience))
        for language in self.shown.keys() - here.keys():
            del self.shown[language]
        return here

    async def _send_all(self, frames: Sequence[Frame]) -> None:
        for audience, html, secret in frames:
            for connection in tuple(audience.connections) if html or secret else ():
                try:
                    await connection.send_html(html, secret)
                except Exception:
                    # One broken connection must not disturb the others.
                    logger.debug("A connection to game %s is gone", self.game_id, exc_info=True)
                    self.leave(connection)
            audience.is_stale = False

    def _everything(self, kind: ViewerKind, audience: Audience, screens: Screens) -> str:
        """Return the whole table and all talk, in the active language."""
        if kind.is_tv:
            audience.on_tv.clear()
            return new_on_tv(screens.for_tv(), audience.on_tv)
        public, own = screens.of(None), screens.of_kind(kind)
        shown = self.shown.setdefault(kind.language, ShownToAll())
        fragments = [*show_public(public, shown), *show_own(own, audience.own)]
        past = screens.of(own.log_reader)
        fragments.append(past.log_html)
        if past.log.rounds:
            # Earlier heads never change again.
            head = past.log.rounds[-1].head
            shown.regions[head.id] = head
        audience.version = own.seen.version
        fragments.append(whole_talk(own, audience.heard))
        return "\n".join(fragments)

    def _new_to(
        self, kind: ViewerKind, audience: Audience, news: News | None, screens: Screens
    ) -> tuple[str, str]:
        """Return the changes for these viewers, in the active language: public ones, and secrets apart."""
        assert news is not None
        if kind.is_tv:
            return "\n".join([new_on_tv(screens.for_tv(), audience.on_tv), *news.moments]), ""
        if audience.version != news.since:
            # These viewers have missed a version.
            return "", self._everything(kind, audience, screens)
        html, secret = list[str](), list[str]()
        if news.leaves_alone(self._known().told_to(kind.seat, since=news.since)):
            html.append(news.for_bystanders(kind.seat, audience.own))
        else:
            own = screens.of_kind(kind, since=news.since)
            html, secret = own_changes(own, audience.own, news)
        audience.version = screens.version
        # Open cards, silence and possible claims change with the table.
        talk = ""
        heard = audience.heard
        if has_new_lines(self.said, heard) or not news.has_same_talk(heard.facts):
            talk = new_talk(screens.of_kind(kind, since=news.since), heard)
        return "\n".join([*html, talk] if talk else html), "\n".join(secret)


def talk_alone(screens: Screens, kind: ViewerKind, heard: Heard) -> tuple[str, str]:
    # No part of the log is needed.
    return new_talk(screens.of_kind(kind, since=screens.version), heard), ""


rooms: Registry[int, Room] = Registry()
ROOMS.set_function(lambda: len(rooms))


async def enter(game_id: int, connection: TableConnection, newest: Progress) -> Callable[[], None]:
    """Enter the room of a game, opened if necessary; return the function that leaves it.

    `newest` as for Room.enter. Raises Game.DoesNotExist.
    """
    bind_loop()
    room = rooms.open(game_id, lambda: Room(game_id))
    try:
        await room.enter(connection, newest)
    except BaseException:
        room.leave(connection)
        raise
    return partial(room.leave, connection)


async def open_log(game_id: int, connection: TableConnection) -> None:
    """Send a connection that has entered the whole log of an ended game.

    Raises GameError(GAME_RUNNING) before the end.
    """
    room = rooms.find(game_id)
    if room is not None:
        await room.open_log(connection)
