"""How long a decision may take at each pace, what happens then, and how long a bot seems to think.

Pure: clocks are read elsewhere, values come as arguments. A stand-in is a bot that sees what its seat
sees and chooses deliberately, never by lot (R-052, R-113). It takes the same time for every role.
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
    HALF_DAY = "12h"
    DAY = "1d"
    DAYS = "3d"
    NONE = "none"
    """No limits at all, which only a private table may choose."""


class TimeUp(StrEnum):
    """What a table has chosen to do when the time for a decision is up."""

    STAND_IN = "stand_in"
    WAIT = "wait"
    VOTE = "vote"
    """Those who are there vote on abandoning the game; unless all agree, stand-ins decide."""


class Hold(StrEnum):
    """Why the ordinary course of a decision is interrupted."""

    NONE = ""
    PAUSED = "paused"
    """Everybody agreed to it: no time runs, and bots wait. It ends by itself after a while."""
    WAITING = "waiting"
    """The time was up, and this table waits, but not for ever."""
    VOTING = "voting"
    """The time was up, and this table votes on abandoning the game."""


class Motion(StrEnum):
    """What a person at a table has asked the others to agree to."""

    NONE = ""
    PAUSE = "pause"
    STAND_IN = "stand_in"
    """For those whom the table waits for though their time is up, or who have no limit. Silence agrees."""
    ABANDON = "abandon"


class TurnMailKind(StrEnum):
    """Why a person at a slow table gets a mail; the same for every role and decision (R-113)."""

    CALL = "call"
    """The table has been waiting for a while."""
    REMINDER = "reminder"
    """Little of the time is left."""


SLOW = frozenset({Pace.HALF_DAY, Pace.DAY, Pace.DAYS})
"""Hours to days for each decision: people come by, decide, and play elsewhere meanwhile."""

CALL_AFTER_SECONDS = 10 * 60
"""So long people at a slow table may come by of themselves before they are written to."""

READY_CHECK_SECONDS = 30

_HOUR = 60 * 60
_DAY = 24 * _HOUR

DESERTED_SECONDS = _DAY
"""So long nobody need be at a table without a limit, before stand-ins play the game to its end."""

# Seconds for any decision; then how long before its end the player is warned.
_SLOW_SECONDS: dict[Pace, tuple[int, int]] = {
    Pace.HALF_DAY: (12 * _HOUR, _HOUR),
    Pace.DAY: (24 * _HOUR, 2 * _HOUR),
    Pace.DAYS: (72 * _HOUR, 6 * _HOUR),
}
_WARNING_SECONDS: dict[Pace, int] = {Pace.QUICK: 10, Pace.RELAXED: 20, Pace.TALK: 30}
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
"""Decisions the whole table may discuss first (R-026, R-070): more people, more time."""


def decision_seconds(pace: Pace, phase: Phase, players: int) -> int | None:
    """How long the table waits for a decision of this kind; None when it waits for ever."""
    if pace is Pace.NONE or phase is Phase.GAME_OVER:
        return None
    if pace in SLOW:
        return _SLOW_SECONDS[pace][0]
    seconds = _SECONDS[phase][_COLUMN[pace]]
    if phase in _TABLE_TALKS:
        seconds += seconds * (players - FEWEST_PLAYERS) // 10
    return seconds


def grace_seconds(seconds: int) -> int:
    """The least time for a person who takes the own seat back in the middle of a decision."""
    return seconds // 2


def warning_seconds(pace: Pace) -> int:
    """How long before the end of a decision those who are asked for it are warned."""
    if pace in SLOW:
        return _SLOW_SECONDS[pace][1]
    return _WARNING_SECONDS.get(pace, 0)


def reminder_seconds(pace: Pace) -> int:
    """How long before the end of a slow decision those who have not decided are reminded."""
    return _SLOW_SECONDS[pace][0] // 4


def vote_seconds(pace: Pace) -> int:
    """How long a vote on abandoning the game is open, or the question whether a stand-in decides.

    Without a limit, that is how long a person has to say that they are still there.
    """
    if pace is Pace.NONE:
        return _ABSENCE_SECONDS
    return _SLOW_SECONDS[pace][0] if pace in SLOW else _VOTE_SECONDS


def waiting_seconds(pace: Pace) -> int:
    """How long a table that waits does so after the time is up."""
    return max(_DAY, _SLOW_SECONDS[pace][0]) if pace in SLOW else _DAY


def pause_seconds(pace: Pace) -> int:
    """How long a pause lasts at most."""
    return 7 * _DAY if pace in SLOW else _DAY


def bot_pause(rng: Random, bounds: tuple[float, float]) -> float:
    """Seconds a bot lets pass before it acts, mostly nearer the shorter bound, as people do.

    It is not told who decides what, so the pause can give nothing away (R-113).
    Raises ValueError for bounds that are negative or the wrong way round.
    """
    shortest, longest = bounds
    if not 0 <= shortest <= longest:
        raise ValueError("bounds are the shortest and the longest pause, in seconds")
    return rng.triangular(shortest, longest, shortest + (longest - shortest) / 4)
