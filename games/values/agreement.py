"""Agreement: the public facts about motions and holds at a table. It knows no role."""

from dataclasses import dataclass

from games.engine.vocabulary import SeatNumber
from games.values.timing import Hold, Motion


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The open motion, its answers, and whether the table is on hold."""

    hold: Hold = Hold.NONE
    is_abandoned: bool = False
    motion: Motion = Motion.NONE
    """The motion that is open, or was declined in this decision."""
    is_open: bool = False
    """Whether it can still carry."""
    number: int = 0
    voters: tuple[SeatNumber, ...] = ()
    agreeing: tuple[SeatNumber, ...] = ()
    declined_by: SeatNumber | None = None
    absent: tuple[SeatNumber, ...] = ()
    """The players the table waits for, with their time up or without a limit."""
    motions: frozenset[Motion] = frozenset()
    askers: tuple[SeatNumber, ...] = ()
    """The players who may ask for stand-ins for the absent."""


NOTHING_ASKED = Agreement()
