"""Rates for display: a percentage with its interval, and nothing where there are too few games."""

from enum import StrEnum
from typing import Final

from games.presenters.view import view_model
from games.statistics import Tally, wilson
from games.statistics.thresholds import ENOUGH_GAMES

SHOWN_FROM: Final = ENOUGH_GAMES
"""With fewer instances no percentage is shown."""
FULL_FROM: Final = 30
"""With fewer instances the percentage is grey."""


class Grade(StrEnum):
    """How reliable a rate is."""

    HIDDEN = "hidden"
    """Too few instances: no percentage at all."""
    GREY = "grey"
    FULL = "full"


@view_model
class RateView:
    """A rate: percentages from 0 to 100, None while the grade is hidden."""

    successes: int
    instances: int
    grade: Grade
    percent: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def width(self) -> float:
        """The width of the interval, for a bar."""
        return (self.high or 0) - (self.low or 0)


def present_rate(tally: Tally) -> RateView:
    """Return a rate with its 95 % interval; no percentage below SHOWN_FROM instances."""
    successes, instances = tally
    grade = grade_of(instances)
    if grade is Grade.HIDDEN:
        return RateView(successes=successes, instances=instances, grade=grade)
    interval = wilson(successes, instances)
    return RateView(
        successes=successes,
        instances=instances,
        grade=grade,
        percent=100 * successes / instances,
        low=100 * interval.low,
        high=100 * interval.high,
    )


def grade_of(instances: int) -> Grade:
    """Return how reliable a rate with so many instances is."""
    if instances < SHOWN_FROM:
        return Grade.HIDDEN
    return Grade.GREY if instances < FULL_FROM else Grade.FULL
