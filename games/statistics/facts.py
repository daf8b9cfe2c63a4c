"""The input of statistics: one finished game, its seats, and its claims."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.board import kind_of
from games.engine.events import Event, GameStarted
from games.engine.vocabulary import BoardKind
from games.values.chat import ClaimValue
from games.values.game_kind import GameKind


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedEvent:
    """One event of the log, its time, and whether a person caused it."""

    event: Event
    at: datetime
    by_person: bool
    """The person in the seat acted: not a stand-in, not a bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts:
    """The player of a seat: a person by number, or a bot (None)."""

    person: int | None
    is_leaver: bool = False
    """Left a ranked game for good, by its result; the game is lost, whatever the team did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedGame:
    """All facts of one game that statistics read."""

    kind: GameKind
    log: Sequence[LoggedEvent]
    seats: Sequence[SeatFacts]
    claims: Sequence[ClaimValue] = ()
    is_void: bool = False
    """A player left before the first policy; the game counts for no one else."""

    @property
    def board(self) -> BoardKind:
        """The kind of board, which the start of the game says."""
        started = self.log[0].event
        return kind_of(started.board) if isinstance(started, GameStarted) else BoardKind.STANDARD
