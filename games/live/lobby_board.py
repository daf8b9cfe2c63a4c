"""Boards: the lists of the home page, and each lobby on a screen of this process.

They work like a table's room: one listener per process and group, each region rendered once for
each kind of viewer, and only changes sent. Regions have no session token.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, Generic, TypeVar

from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from games.live.open_tables import Regions, list_changes, list_news, render_list
from games.presenters.lobby.lobby import present_lobby
from games.presenters.lobby.news import present_news
from games.presenters.lobby.talk import present_lobby_talk
from games.selectors.home import read_home
from games.selectors.lobby import load_lobby
from games.services.lobby_seats import note_here
from games.services.setbacks import Setbacks
from games.transport.broadcast import LOBBY_LIST_GROUP, bind_loop, lobby_group
from games.transport.diff import diff
from games.transport.group_listener import hear, until_heard
from games.transport.registry import Registry
from games.values.lobby import REPORT_SECONDS, HomeSnapshot, LobbySnapshot
from games.values.table_filter import TableFilter

logger = logging.getLogger(__name__)

# Hints between processes may get lost.
LOOK_AGAIN_SECONDS = 1.5
# Changes come in bursts (four bots, ten people who get ready), so one look covers them all.
GATHER_SECONDS = 0.05

Snapshot = TypeVar("Snapshot")

LOBBY_REGIONS = ("heading", "status", "controls", "seats", "sizes", "settings", "deal")
TALK, TALK_NOTE = "talk", "talk_note"
_END_OF_TALK = "</ol>"


def render_lobby(lobby: LobbySnapshot, viewer: int | None, language: str) -> Regions:
    """Return the regions of a lobby page, for the person of this id or for a visitor (None)."""
    with translation.override(language):
        context: dict[str, Any] = {"lobby": present_lobby(lobby, viewer)}
        regions: tuple[str, ...] = LOBBY_REGIONS
        if viewer is not None:
            # The talk is for those who sit here.
            context["talk"] = present_lobby_talk(lobby, viewer)
            regions = (*LOBBY_REGIONS, TALK, TALK_NOTE)
        return {
            region: render_to_string(f"games/lobby/_lobby_{region}.html", context)
            for region in regions
        }


def digest(regions: Regions) -> str:
    """Return a digest of a page's regions, so that its socket need not send them again."""
    return hashlib.sha256("".join(regions.values()).encode()).hexdigest()[:16]


@dataclass(eq=False, slots=True, kw_only=True)
class BoardConnection:
    """One browser tab: its person, its language, and the content of its screen."""

    send_html: Callable[[str], Awaitable[None]]
    user_id: int | None
    language: str
    seen: str
    was_seated: bool = False
    is_tv: bool = False
    is_home: bool = False
    """Of a board of friends: whether the page shows those at tables alone."""
    wanted: TableFilter = field(default_factory=TableFilter)
    """Of the home page: which of the open tables it shows."""
    shown: Regions = field(default_factory=dict)
    told: Any = None
    """What the lobby was when this tab was last told what is new there."""


not_shown: Setbacks[tuple[str, int | None, str]] = Setbacks(
    logger, "Could not show a lobby or the list to some of its viewers: %s"
)


def _kind_of(group: str, connection: BoardConnection) -> tuple[str, int | None, str]:
    return group, connection.user_id, connection.language


class LiveGroup(Generic[Snapshot]):
    """The connections of one group in this process."""

    def __init__(
        self,
        group: str,
        read: Callable[[], Snapshot],
        render: Callable[[Snapshot, BoardConnection, dict[Any, Regions]], Regions],
        *,
        changes: Callable[[Regions, Regions], list[str]] | None = None,
        tell: Callable[[Snapshot, Snapshot, BoardConnection], str] | None = None,
        report: Callable[[set[int]], None] | None = None,
        look_again: float | None = None,
    ) -> None:
        self.group = group
        self.read = read
        self.render = render
        self.changes = changes or _changed_regions
        """What is sent to a page that shows the first regions, which become the second."""
        self.tell = tell
        """What is said of a change, beside the regions."""
        self.report = report
        """Told from time to time who has a page open."""
        self.look_again = look_again
        """After so many seconds without a hint; None: as a lobby does."""
        self.reported_at = 0.0
        self.connections: set[BoardConnection] = set()
        self.snapshot: Snapshot | None = None
        self.rendered: dict[Any, Regions] = {}
        self.lock = asyncio.Lock()
        self.listener: asyncio.Task[None] | None = None

    async def enter(self, connection: BoardConnection) -> None:
        """Add a connection; it gets what its page does not show yet."""
        # Counted at once, so that the board stays open while a connection is entering.
        self.connections.add(connection)
        try:
            async with self.lock:
                if self.listener is None:
                    # Listen first, then read: later changes are announced.
                    listening = asyncio.Event()
                    self.listener = asyncio.create_task(self._listen(listening))
                    await until_heard(listening)
                await self._report(connection)
                await self._look()
                await self._bring_up_to_date(connection)
        except BaseException:
            self.leave(connection)
            raise

    def leave(self, connection: BoardConnection) -> None:
        """Remove a connection; after the last one the board is closed."""
        self.connections.discard(connection)
        if self.connections:
            return
        boards.drop(self.group, self)
        if self.listener is not None:
            self.listener.cancel()

    async def _listen(self, listening: asyncio.Event) -> None:
        hints = hear(self.group, "board", listening, every=self.look_again or LOOK_AGAIN_SECONDS)
        async with aclosing(hints) as messages:
            async for message in messages:
                if message is not None:
                    await asyncio.sleep(GATHER_SECONDS)
                await self._catch_up()

    async def _catch_up(self) -> None:
        try:
            async with self.lock:
                if monotonic() - self.reported_at >= REPORT_SECONDS:
                    await self._report(*self.connections)
                    self.reported_at = monotonic()
                await self._look()
                for connection in tuple(self.connections):
                    # A region that fails for one viewer must not affect the others.
                    with not_shown.guarding(_kind_of(self.group, connection), timezone.now()):
                        await self._bring_up_to_date(connection)
        except Exception:
            logger.exception("Could not bring %s up to date", self.group)

    async def _report(self, *connections: BoardConnection) -> None:
        people = {each.user_id for each in connections if each.was_seated}
        here = {user_id for user_id in people if user_id is not None}
        if self.report is not None and here:
            await database_sync_to_async(self.report)(here)

    async def _look(self) -> None:
        snapshot: Snapshot = await database_sync_to_async(self.read)()
        if snapshot != self.snapshot:
            self.snapshot = snapshot
            self.rendered = {}

    async def _bring_up_to_date(self, connection: BoardConnection) -> None:
        assert self.snapshot is not None
        regions = self.render(self.snapshot, connection, self.rendered)
        before, connection.told = connection.told, self.snapshot
        if not connection.shown and connection.seen == digest(regions):
            connection.shown = dict(regions)
            return
        fragments = self.changes(connection.shown, regions)
        if self.tell is not None and before not in (None, self.snapshot):
            fragments.append(self.tell(before, self.snapshot, connection))
        html = "\n".join(filter(None, fragments))
        if not html:
            return
        try:
            await connection.send_html(html)
        except Exception:
            # One broken connection must not disturb the others.
            logger.debug("A connection to %s is gone", self.group, exc_info=True)
            self.leave(connection)


def _changed_regions(shown: Regions, regions: Regions) -> list[str]:
    return [_least(old, new) for old, new in diff(shown, regions.items())]


def _least(old: str | None, new: str) -> str:
    """Return the region; of the talk only the new lines, so that nothing is read out twice."""
    if old is None or not new.startswith('<ol id="lobby-talk"'):
        return new
    known = old.rstrip().removesuffix(_END_OF_TALK)
    if not new.startswith(known):
        return new
    lines = new.rstrip().removeprefix(known).removesuffix(_END_OF_TALK)
    return f'<ol id="lobby-talk" hx-swap-oob="beforeend">{lines}{_END_OF_TALK}'


def _list_regions(
    home: HomeSnapshot, connection: BoardConnection, rendered: dict[Any, Regions]
) -> Regions:
    # The same for all who want the same tables, but those who play one of the games or come to one of the nights.
    games, nights = home.games_for(connection.user_id), home.nights_for(connection.user_id)
    language, wanted = connection.language, connection.wanted
    own = tuple(night.takes_part for night in nights)
    kind = (language, wanted, tuple(game.game_id for game in games), own)
    if kind not in rendered:
        rendered[kind] = render_list(home.open_lobbies, games, nights, wanted, language)
    return rendered[kind]


def _list_news(before: HomeSnapshot, after: HomeSnapshot, connection: BoardConnection) -> str:
    return list_news(before, after, connection.wanted, connection.language)


def _lobby_regions(
    lobby: LobbySnapshot, connection: BoardConnection, rendered: dict[Any, Regions]
) -> Regions:
    is_seated = lobby.seat_of(connection.user_id) is not None
    if not lobby.is_open or is_seated != connection.was_seated:
        # The connection needs another page: the game, to play or to watch it, or the lobby as another viewer
        # sees it. A game behind a password is not watched.
        # Who has lost the seat in the ready check is told so there.
        is_open = lobby.game_code and (is_seated or not lobby.has_password)
        is_open = is_open and not lobby.has_missed(connection.user_id)
        name, code = ("games:table", lobby.game_code) if is_open else ("games:lobby", lobby.code)
        return {
            "redirect": render_to_string(
                "games/lobby/_lobby_redirect.html", {"url": reverse(name, args=[code])}
            )
        }
    viewer = connection.user_id if is_seated else None
    kind = (connection.language, viewer)
    if kind not in rendered:
        rendered[kind] = render_lobby(lobby, viewer, connection.language)
    return rendered[kind]


def _lobby_news(before: LobbySnapshot, after: LobbySnapshot, connection: BoardConnection) -> str:
    """Return the line that is added for screen readers, or nothing."""
    if connection.is_tv or not after.is_open:
        return ""
    viewer = connection.user_id if connection.was_seated else None
    with translation.override(connection.language):
        news = present_news(before, after, viewer)
        return render_to_string("games/lobby/_lobby_news.html", {"news": news}) if news else ""


boards: Registry[str, LiveGroup[Any]] = Registry()


async def enter_list(connection: BoardConnection) -> LiveGroup[HomeSnapshot]:
    """Join the board of the home page and return it."""
    bind_loop()
    board = boards.open(
        LOBBY_LIST_GROUP,
        lambda: LiveGroup(
            LOBBY_LIST_GROUP, read_home, _list_regions, changes=list_changes, tell=_list_news
        ),
    )
    await board.enter(connection)
    return board


async def enter_lobby(lobby_id: int, connection: BoardConnection) -> LiveGroup[LobbySnapshot]:
    """Join a lobby's board and return it. Raises Lobby.DoesNotExist."""
    bind_loop()
    group = lobby_group(lobby_id)
    board = boards.open(
        group,
        lambda: LiveGroup(
            group,
            partial(load_lobby, lobby_id),
            _lobby_regions,
            tell=_lobby_news,
            report=lambda people: note_here(lobby_id=lobby_id, people=people),
        ),
    )
    await board.enter(connection)
    return board
