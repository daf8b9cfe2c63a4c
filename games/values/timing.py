"""Times: for a decision at each pace, for what follows its end, and for a bot's pause.

Pure: callers read the clock and pass values. A stand-in is a bot that sees what its seat sees and
chooses deliberately, never at random (R-052, R-113). It takes the same time for every role.
"""

from enum import StrEnum
from random import Random

from games.engine.ruleset import FEWEST_PLAYERS
from games.engine.vocabulary import Phase


class Pace(StrEnum):
    """The time limits of a table."""

    QUICK = "quick"
    RELAXED = "relaxed"
    TALK = "talk"
    """For tables that talk: long limits, only against endless waiting."""
    HALF_DAY = "12h"
    DAY = "1d"
    DAYS = "3d"
    NONE = "none"
    """No limits, for private tables only."""


class TimeUp(StrEnum):
    """What a table has chosen for the end of a decision's time."""

    STAND_IN = "stand_in"
    WAIT = "wait"
    VOTE = "vote"
    """The people present vote on abandoning the game; unless all agree, stand-ins decide."""


class Hold(StrEnum):
    """Why the ordinary course of a decision is interrupted."""

    NONE = ""
    PAUSED = "paused"
    """Paused by agreement: no time runs, and bots wait. It ends by itself after a while."""
    WAITING = "waiting"
    """The time is up, and this table waits, for a limited time."""
    VOTING = "voting"
    """The time is up, and this table votes on abandoning the game."""


class Motion(StrEnum):
    """What a person at a table has asked the others to agree to."""

    NONE = ""
    PAUSE = "pause"
    STAND_IN = "stand_in"
    """Stand-ins for players the table waits for, with their time up or without a limit. Silence
    agrees."""
    ABANDON = "abandon"


class TurnNotice(StrEnum):
    """Why a person at a slow table is told something; the same for every role and decision (R-113)."""

    CALL = "call"
    """The table has been waiting for a while."""
    REMINDER = "reminder"
    """Little of the time is left."""


SLOW = frozenset({Pace.HALF_DAY, Pace.DAY, Pace.DAYS})
"""Hours to days for each decision: people come by, decide, and leave again."""

CALL_AFTER_SECONDS = 10 * 60
"""How long people at a slow table may come by before they are told that it waits."""

READY_CHECK_SECONDS = 30

_HOUR = 60 * 60
_DAY = 24 * _HOUR

DESERTED_SECONDS = _DAY
"""How long a table without a limit may have no visitor before stand-ins finish its game."""

# For any decision.
_SLOW_SECONDS: dict[Pace, int] = {
    Pace.HALF_DAY: 12 * _HOUR,
    Pace.DAY: 24 * _HOUR,
    Pace.DAYS: 72 * _HOUR,
}
_VOTE_SECONDS = 60
_ABSENCE_SECONDS = 5 * 60


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
"""Decisions that the whole table may discuss first (R-026, R-070): more people, more time."""


def decision_seconds(pace: Pace, phase: Phase, players: int) -> int | None:
    """Return the limit of a decision of this kind; None for no limit."""
    if pace is Pace.NONE or phase is Phase.GAME_OVER:
        return None
    if pace in SLOW:
        return _SLOW_SECONDS[pace]
    seconds = _SECONDS[phase][_COLUMN[pace]]
    if phase in _TABLE_TALKS:
        seconds += seconds * (players - FEWEST_PLAYERS) // 10
    return seconds


def grace_seconds(seconds: int) -> int:
    """Return the least time for a person who takes the seat back during their own decision."""
    return seconds // 2


def warning_seconds(pace: Pace, phase: Phase, players: int) -> int:
    """Return how long before the end of a decision its players are warned: a third of its time."""
    return (decision_seconds(pace, phase, players) or 0) // 3


def more_seconds(pace: Pace, phase: Phase, players: int) -> int:
    """Return by how much a decision is extended whose player asks for it: by half of its time."""
    return (decision_seconds(pace, phase, players) or 0) // 2


def reminder_seconds(pace: Pace) -> int:
    """Return how long before the end of a slow decision its players are reminded."""
    return _SLOW_SECONDS[pace] // 4


def vote_seconds(pace: Pace) -> int:
    """Return how long a motion is open, on abandoning the game or on stand-ins.

    Without a limit, it is also how long the absent person has to answer.
    """
    if pace is Pace.NONE:
        return _ABSENCE_SECONDS
    return _SLOW_SECONDS[pace] if pace in SLOW else _VOTE_SECONDS


def waiting_seconds(pace: Pace) -> int:
    """Return how long a table goes on waiting after the time is up."""
    return max(_DAY, _SLOW_SECONDS[pace]) if pace in SLOW else _DAY


def pause_seconds(pace: Pace) -> int:
    """Return the longest pause."""
    return 7 * _DAY if pace in SLOW else _DAY


def bot_pause(rng: Random, bounds: tuple[float, float]) -> float:
    """Return the seconds before a bot acts, mostly near the shorter bound, as with people.

    It does not know who decides what, so the pause reveals nothing (R-113). Raises ValueError for
    bounds that are negative or in the wrong order.
    """
    shortest, longest = bounds
    if not 0 <= shortest <= longest:
        raise ValueError("bounds are the shortest and the longest pause, in seconds")
    return rng.triangular(shortest, longest, shortest + (longest - shortest) / 4)
