"""A game night as the home page shows it: plain values, so that play need not know the wing of game nights."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingNight:
    """A night that runs, or begins within a day."""

    name: str
    url: str
    starts_at: datetime
    has_begun: bool
    coming: int
    """How many people want to come."""
    places: int
    people: frozenset[int] = frozenset()
    """Their ids, which say who takes part."""
    takes_part: bool = False
    """Whether the reader has a place, or waits for one."""
