"""The tour's game: a record of ours that the reader joins in its third round, as their seat sees it.

The engine of live games replays the record. Where the reader may choose, the record has the choice they
made. The reader gets Observations, as at any table.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from games.engine import fold, observe
from games.engine.actions import (
    Action,
    CastBallot,
    DiscardPolicy,
    EnactPolicy,
    ExecutePlayer,
    NominateChancellor,
)
from games.engine.decide import refusal
from games.engine.errors import Reason
from games.engine.events import BallotMarked, Event, Told, told_to
from games.engine.observation import Observation
from games.engine.state import GameState
from games.engine.vocabulary import Role, SeatNumber, Vote
from games.records.record import Ballots, Entry, Record, Step, read_record
from games.records.replay import replay
from games.values.tour import TourWay

OWN_SEAT: SeatNumber = 2

_RECORD = read_record(Path(__file__).with_suffix(".json").read_bytes())

PLAYERS = _RECORD.players
MOVES = len(_RECORD.entries)
# The moves of the record at which the reader chooses, and those that follow from the choice.
_FIRST_VOTE, _NOMINATION, _ELECTION, _DISCARD, _ENACTMENT = 10, 14, 15, 16, 17
_SECOND_NOMINATION, _SECOND_VOTE, _EXECUTION = 18, 19, 24
# Every choice with every other.
_WAYS = 2 * 5 * 2 * 2


@dataclass(frozen=True, slots=True, kw_only=True)
class TourMoment:
    """The table after so many moves, and what the reader was told on the way."""

    seen: Observation
    told: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether the story goes on from a move of the reader, and on which way."""

    way: TourWay | None = None
    """The way on which this move is the next; None if there is none."""
    reason: Reason | None = None
    """Why the rules forbid the move; None if they allow it."""


@lru_cache(maxsize=MOVES * 8)
def moment(way: TourWay, moves: int, since: int) -> TourMoment:
    """Return the table after this many moves of this way; `told` begins after `since` moves.

    Before a vote, everybody but the reader has voted. Raises IndexError beyond the record.
    """
    steps = steps_of(way)
    happened = _events(steps, moves)[len(_events(steps, since)) :]
    return TourMoment(
        seen=observe(_state(way, moves), OWN_SEAT),
        told=told_to(happened, OWN_SEAT, game_over=False),
    )


def judge(way: TourWay, moves: int, action: Action) -> Verdict:
    """Return on which way the story goes on from the reader's move; the rules are checked first."""
    reason = refusal(_state(way, moves), action)
    if reason is not None:
        return Verdict(reason=reason)
    chosen = _chosen(way, moves, action)
    return Verdict(way=chosen if action == _scripted(chosen, moves) else None)


@lru_cache(maxsize=_WAYS)
def steps_of(way: TourWay) -> tuple[Step, ...]:
    """Return the record with the choices of this way, replayed from the start."""
    return tuple(replay(_with_choices(way)))


def _chosen(way: TourWay, moves: int, action: Action) -> TourWay:
    match action:
        case CastBallot(vote=vote) if moves == _FIRST_VOTE:
            return replace(way, first_vote=vote)
        case CastBallot(vote=vote):
            return replace(way, second_vote=vote)
        case NominateChancellor(chancellor=chancellor):
            return replace(way, chancellor=chancellor)
        case DiscardPolicy(policy=policy):
            return replace(way, discarded=policy)
    return way


def _with_choices(way: TourWay) -> Record:
    roles = list(_RECORD.roles)
    roles[way.hitler], roles[way.fascist] = Role.HITLER, Role.FASCIST
    entries = list(_RECORD.entries)
    ja = way.first_vote is Vote.JA
    entries[_FIRST_VOTE] = _voted(entries[_FIRST_VOTE], {OWN_SEAT: ja})
    entries[_NOMINATION] = _done(NominateChancellor(seat=OWN_SEAT, chancellor=way.chancellor))
    entries[_ELECTION] = _voted(entries[_ELECTION], {way.chancellor: True})
    entries[_DISCARD] = _done(DiscardPolicy(seat=OWN_SEAT, policy=way.discarded))
    enacted = entries[_ENACTMENT].move
    assert isinstance(enacted, EnactPolicy)
    entries[_ENACTMENT] = _done(replace(enacted, seat=way.chancellor))
    wanted = entries[_SECOND_NOMINATION].move
    assert isinstance(wanted, NominateChancellor)
    entries[_SECOND_NOMINATION] = _done(replace(wanted, chancellor=way.hitler))
    ja = way.second_vote is Vote.JA
    votes = {OWN_SEAT: ja, way.hitler: True, way.fascist: False}
    entries[_SECOND_VOTE] = _voted(entries[_SECOND_VOTE], votes)
    entries[_EXECUTION] = _done(ExecutePlayer(seat=OWN_SEAT, target=way.hitler))
    return replace(_RECORD, roles=tuple(roles), entries=tuple(entries))


def _done(action: Action) -> Entry:
    return Entry(move=action)


def _voted(vote: Entry, changed: dict[SeatNumber, bool]) -> Entry:
    assert isinstance(vote.move, Ballots)
    ballots = dict(vote.move.ballots) | changed
    return Entry(move=Ballots(ballots=tuple(ballots.items())))


def _scripted(way: TourWay, moves: int) -> Action | None:
    if moves >= MOVES:
        return None
    move = _with_choices(way).entries[moves].move
    if isinstance(move, Ballots):
        ja = dict(move.ballots)[OWN_SEAT]
        return CastBallot(seat=OWN_SEAT, vote=Vote.JA if ja else Vote.NEIN)
    # A faulty record stops its replay.
    assert isinstance(move, Action)
    return move


@lru_cache(maxsize=MOVES * 8)
def _state(way: TourWay, moves: int) -> GameState:
    return fold(_events(steps_of(way), moves))


def _events(steps: tuple[Step, ...], moves: int) -> tuple[Event, ...]:
    """Return the events before this move of the record, or before the reader's ballot."""
    if moves > MOVES:
        raise IndexError(moves)
    before = [event for step in steps[: moves + 1] for event in step.events]
    for event in steps[moves + 1].events if moves < MOVES else ():
        if isinstance(event, BallotMarked) and event.seat == OWN_SEAT:
            return (*before, *_until(steps[moves + 1].events, event))
    return tuple(before)


def _until(events: tuple[Event, ...], last: Event) -> tuple[Event, ...]:
    return events[: events.index(last)]
