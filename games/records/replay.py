"""Replaying a record through the engine that serves live games.

The record is to be judged, so nothing in it is guessed or repaired.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.engine.actions import CastBallot
from games.engine.decide import refusal, unfold
from games.engine.errors import IllegalAction, Reason
from games.engine.events import Event
from games.engine.state import GameState, fold
from games.engine.vocabulary import Phase, Policy, Victory, Vote
from games.records.faults import Fault, RecordError
from games.records.record import (
    Ballots,
    Malformed,
    Move,
    Record,
    Step,
    letters,
    opening_of,
)


class _RecordedRenewals:
    """A shuffler that puts each renewed draw pile in the order of the record."""

    def __init__(self, reshuffles: tuple[tuple[Policy, ...], ...]) -> None:
        self._reshuffles = reshuffles
        self._used = 0

    def shuffle(self, x: list[Any], /) -> None:
        if self._used == len(self._reshuffles):
            raise RecordError(Fault.MISSING_RENEWAL, number=self._used + 1)
        recorded = self._reshuffles[self._used]
        self._used += 1
        if Counter(recorded) != Counter(x):
            raise RecordError(
                Fault.WRONG_RENEWAL,
                number=self._used,
                cards=letters(sorted(x)),
                recorded=letters(sorted(recorded)),
            )
        x[:] = recorded


def replay(record: Record) -> Iterator[Step]:
    """Yield the start and then every action's step.

    Raises RecordError at the first action that is refused, or after the last when the game did not
    come to the recorded result. A probe never raises: its Step has the outcome.
    """
    opening = opening_of(record)
    state = fold(opening)
    yield Step(action=None, state=state, events=opening)
    renewals = _RecordedRenewals(record.reshuffles)
    for number, entry in enumerate(record.entries):
        refused = _refusal_of(state, entry.move)
        if entry.probe:
            yield Step(
                action=number,
                state=state,
                probe=True,
                refused=None if refused is None else refused.refusal,
            )
            continue
        if refused is not None:
            raise refused.at(number)
        try:
            state, events = _applied(state, entry.move, renewals)
        except RecordError as error:
            raise error.at(number) from None
        yield Step(action=number, state=state, events=events)
    if state.victory is not record.victory:
        raise _other_end(state.victory, record.victory)


def _other_end(ended: Victory | None, recorded: Victory | None) -> RecordError:
    if ended is None:
        return RecordError(Fault.NOT_OVER, recorded=recorded)
    if recorded is None:
        return RecordError(Fault.RESULT_NOT_RECORDED, ended=ended)
    return RecordError(Fault.OTHER_RESULT, ended=ended, recorded=recorded)


def _refusal_of(state: GameState, move: Move) -> RecordError | None:
    """Return why this move is not allowed now, or None.

    A vote is judged as a whole, before the first ballot is cast.
    """
    match move:
        case Malformed():
            return move.error
        case Ballots():
            return _refused_ballots(state, move)
        case _:
            reason = refusal(state, move)
            return None if reason is None else RecordError(reason)


def _refused_ballots(state: GameState, move: Ballots) -> RecordError | None:
    seats = [seat for seat, _ja in move.ballots]
    for action in _single(move):
        reason = refusal(state, action)
        if reason is not None:
            return RecordError(reason)
    if state.phase is not Phase.VOTE:
        is_over = state.phase is Phase.GAME_OVER
        return RecordError(Reason.GAME_OVER if is_over else Reason.WRONG_PHASE)
    if len(set(seats)) < len(seats):
        return RecordError(Fault.VOTES_TWICE)
    if sorted(seats) != list(state.living):
        return RecordError(Reason.BALLOTS_INCOMPLETE)
    return None


def _single(move: Ballots) -> Iterator[CastBallot]:
    for seat, ja in move.ballots:
        yield CastBallot(seat=seat, vote=Vote.JA if ja else Vote.NEIN)


def _applied(
    state: GameState, move: Move, renewals: _RecordedRenewals
) -> tuple[GameState, tuple[Event, ...]]:
    if isinstance(move, Malformed):
        raise move.error
    events: tuple[Event, ...] = ()
    for action in _single(move) if isinstance(move, Ballots) else (move,):
        try:
            table = unfold(state, action, renewals)
        except IllegalAction as error:
            raise RecordError(error.reason) from None
        state = table.state
        events += tuple(table.events)
    return state, events
