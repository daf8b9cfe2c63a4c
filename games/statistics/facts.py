"""What statistics are made of: one finished game, who sat there, and what was claimed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.events import Event
from games.values.chat import ClaimValue
from games.values.game_kind import GameKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """One event of the log, when it was written, and whether a person brought it about."""

    event: Event
    at: datetime
    by_person: bool
    """The person in the seat acted: not a stand-in, not a bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts:
    """Who sat in a seat: a person by their number, or a bot (None)."""

    person: int | None
    is_leaver: bool = False
    """Left a ranked game for good, as its result says; it is lost, whatever the team made of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedGame:
    """Everything statistics read of one game."""

    kind: GameKind
    log: Sequence[Happened]
    seats: Sequence[SeatFacts]
    claims: Sequence[ClaimValue] = ()
    is_void: bool = False
    """Somebody left before the first policy: it counts for nobody else."""
