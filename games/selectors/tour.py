"""The tour's game: three rounds from a record of ours, as the reader's seat sees them.

The engine of live games replays the record. The reader gets Observations, as at any table.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from games.engine import fold, observe
from games.engine.actions import Action, CastBallot
from games.engine.decide import refusal
from games.engine.errors import Reason
from games.engine.events import BallotMarked, Told, told_to
from games.engine.observation import Observation
from games.engine.state import GameState
from games.engine.vocabulary import SeatNumber, Vote
from games.records.record import Ballots, read_record
from games.records.replay import replay

OWN_SEAT: SeatNumber = 2

_RECORD = read_record(Path(__file__).with_suffix(".json").read_bytes())
STEPS_OF_RECORD = tuple(replay(_RECORD))
_EVENTS = tuple(event for step in STEPS_OF_RECORD for event in step.events)

PLAYERS = _RECORD.players
MOVES = len(_RECORD.entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class TourMoment:
    """The table after so many moves, and what the reader was told on the way."""

    seen: Observation
    told: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a move of the reader is the right one, and, if it is illegal, why."""

    is_right: bool = False
    reason: Reason | None = None
    """Why the rules forbid it; None if they allow it."""


@lru_cache(maxsize=MOVES * 2)
def moment(moves: int, since: int) -> TourMoment:
    """Return the table after this many moves of the record; `told` begins after `since` moves.

    Before a vote, everybody but the reader has voted. Raises IndexError beyond the record.
    """
    happened = _EVENTS[_events_before(since) : _events_before(moves)]
    return TourMoment(
        seen=observe(_state(moves), OWN_SEAT),
        told=told_to(happened, OWN_SEAT, game_over=False),
    )


def judge(moves: int, action: Action) -> Verdict:
    """Return whether the reader's move is the story's next one; the rules are checked first."""
    if action == _scripted(moves):
        return Verdict(is_right=True)
    return Verdict(reason=refusal(_state(moves), action))


def _scripted(moves: int) -> Action | None:
    if moves >= MOVES:
        return None
    move = _RECORD.entries[moves].move
    if isinstance(move, Ballots):
        ja = dict(move.ballots)[OWN_SEAT]
        return CastBallot(seat=OWN_SEAT, vote=Vote.JA if ja else Vote.NEIN)
    # A faulty record stopped the replay above.
    assert isinstance(move, Action)
    return move


@lru_cache(maxsize=MOVES + 1)
def _state(moves: int) -> GameState:
    return fold(_EVENTS[: _events_before(moves)])


def _events_before(moves: int) -> int:
    """Return the number of events before this move of the record, or before the reader's ballot."""
    before = sum(len(step.events) for step in STEPS_OF_RECORD[: moves + 1])
    following = STEPS_OF_RECORD[moves + 1].events if moves < MOVES else ()
    for place, event in enumerate(following):
        if isinstance(event, BallotMarked) and event.seat == OWN_SEAT:
            return before + place
    if moves > MOVES:
        raise IndexError(moves)
    return before
