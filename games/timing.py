"""How long a decision may take at each pace, and how long a bot seems to think.

Doors: Pace, decision_seconds, bot_pause. Pure: clocks are read elsewhere, values come as arguments.
When the time is up a stand-in decides for the player: a bot that sees what that seat sees and
chooses deliberately, never by lot (R-052, R-113). It takes no longer and no less for any role.
"""

from enum import StrEnum
from random import Random

from games.engine.ruleset import FEWEST_PLAYERS
from games.engine.vocabulary import Phase


class Pace(StrEnum):
    """How much time a table gives itself."""

    QUICK = "quick"
    RELAXED = "relaxed"
    TALK = "talk"
    """For tables that speak: long limits, there only so that nobody waits for ever."""
    NONE = "none"
    """No limits at all."""


# Seconds for a table of five, in the order quick, relaxed, talk.
_SECONDS: dict[Phase, tuple[int, int, int]] = {
    Phase.NOMINATE: (45, 120, 600),
    Phase.VOTE: (40, 90, 600),
    Phase.PRESIDENT_DISCARD: (30, 60, 180),
    Phase.CHANCELLOR_ENACT: (30, 60, 180),
    Phase.VETO_ANSWER: (30, 60, 180),
    Phase.INVESTIGATE: (40, 90, 600),
    Phase.SPECIAL_ELECTION: (40, 90, 600),
    Phase.PEEK: (30, 60, 180),
    Phase.EXECUTE: (45, 120, 600),
}
_COLUMN: dict[Pace, int] = {Pace.QUICK: 0, Pace.RELAXED: 1, Pace.TALK: 2}

_TABLE_TALKS = frozenset(
    {
        Phase.NOMINATE,
        Phase.VOTE,
        Phase.INVESTIGATE,
        Phase.SPECIAL_ELECTION,
        Phase.EXECUTE,
    }
)
"""Decisions the whole table may discuss first (R-026, R-070): more people, more time."""


def decision_seconds(pace: Pace, phase: Phase, players: int) -> int | None:
    """How long the table waits for a decision of this kind; None when it waits for ever."""
    if pace is Pace.NONE or phase is Phase.GAME_OVER:
        return None
    seconds = _SECONDS[phase][_COLUMN[pace]]
    if phase in _TABLE_TALKS:
        seconds += seconds * (players - FEWEST_PLAYERS) // 10
    return seconds


def bot_pause(rng: Random, bounds: tuple[float, float]) -> float:
    """Seconds a bot lets pass before it acts, mostly nearer the shorter bound, as people do.

    It is not told who decides what, so the pause can give nothing away (R-113).
    Raises ValueError for bounds that are negative or the wrong way round.
    """
    shortest, longest = bounds
    if not 0 <= shortest <= longest:
        raise ValueError("bounds are the shortest and the longest pause, in seconds")
    return rng.triangular(shortest, longest, shortest + (longest - shortest) / 4)
