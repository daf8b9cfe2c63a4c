"""The screens of one version of a table: each is made once, when somebody looks at it."""

from typing import Protocol

from games.engine.vocabulary import SeatNumber
from games.live.audience import ViewerKind
from games.live.table_screen import TableScreen
from games.live.tv import ENOUGH_EVENTS
from games.selectors.seen_table import SeenTable
from games.values.chat import SaidLines


class SeenBy(Protocol):
    """Tells what a seat, or a spectator, knows of one version of a table, and was told after the version `since`."""

    def __call__(self, viewer: SeatNumber | None, *, since: int = 0) -> SeenTable:
        """Return that."""


class Screens:
    """The screens of one version of a table and its talk, in the active language.

    Each screen is made on demand.
    """

    def __init__(self, seen_by: SeenBy, version: int, said: SaidLines) -> None:
        self.seen_by = seen_by
        self.version = version
        self.said = said
        self._made: dict[tuple[SeatNumber | None, bool, int], TableScreen] = {}
        self._first: TableScreen | None = None

    def of(
        self, viewer: SeatNumber | None, *, is_admitted: bool = False, since: int = 0
    ) -> TableScreen:
        """Return the screen of this seat, or a spectator; `told` begins after the version `since`."""
        made = self._made.get((viewer, is_admitted, since))
        if made is None:
            seen = self.seen_by(viewer, since=since)
            made = TableScreen(seen, self.said, is_admitted=is_admitted, other=self._first)
            self._made[viewer, is_admitted, since] = made
            self._first = self._first or made
        return made

    def of_kind(self, kind: ViewerKind, *, since: int = 0) -> TableScreen:
        """Return the screen of viewers of this kind."""
        return self.of(kind.seat, is_admitted=kind.is_admitted, since=since)

    def for_tv(self) -> TableScreen:
        """Return a spectator's screen, with as much of the log as a TV shows."""
        return self.of(None, since=max(0, self.version - ENOUGH_EVENTS))
