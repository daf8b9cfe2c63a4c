"""What is public of what the people at a table ask each other, beside the rules. Nothing here knows a role."""

from dataclasses import dataclass

from games.engine.vocabulary import SeatNumber
from games.values.timing import Hold, Motion


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Public facts about what goes on beside the rules."""

    hold: Hold = Hold.NONE
    is_abandoned: bool = False
    motion: Motion = Motion.NONE
    """What is being asked, or was declined in this decision."""
    is_open: bool = False
    """Whether it can still be agreed on."""
    number: int = 0
    voters: tuple[SeatNumber, ...] = ()
    agreeing: tuple[SeatNumber, ...] = ()
    declined_by: SeatNumber | None = None
    absent: tuple[SeatNumber, ...] = ()
    """Whom the table waits for, their time being up, or having no limit."""
    motions: frozenset[Motion] = frozenset()
    askers: tuple[SeatNumber, ...] = ()
    """Who may ask that a stand-in decides for those."""


NOTHING_ASKED = Agreement()
