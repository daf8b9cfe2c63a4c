"""A game that can be viewed step by step: a finished one of ours, or an imported record.

A Recording holds a whole game, as a GameTable does. A running game never becomes one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from accounts.emblems import emblem_of_name, told_apart
from games.engine import fold
from games.engine.decisions import decider_of
from games.engine.events import (
    BallotMarked,
    BallotsRevealed,
    ChancellorCleared,
    ChancellorNominated,
    ChaosStruck,
    DiscardChosen,
    ElectionTrackerMoved,
    Event,
    GameEnded,
    LoyaltyInvestigated,
    PlayerExecuted,
    PoliciesDrawn,
    PoliciesPeeked,
    PolicyDeckShuffled,
    PowerGranted,
    PresidencyPassed,
    SpecialElectionCalled,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.state import GameState
from games.engine.vocabulary import SeatNumber
from games.records.fair_deal import PART as DEAL
from games.records.record import Record
from games.records.recorder import record_of
from games.records.replay import replay
from games.selectors.chat import claims_of
from games.selectors.fair_deal import opened_deal
from games.selectors.game import load_table
from games.selectors.recorded_talk import read_claims, read_stand_ins, written_talk
from games.table import GameTable
from games.values.chat import ClaimValue


class ReplayPace(StrEnum):
    """The length of one step."""

    EVENT = "event"
    PHASE = "phase"
    GOVERNMENT = "government"


# Events that begin a moment of their own; every other event belongs to the moment before it.
_PHASES = (
    PresidencyPassed,
    ChancellorNominated,
    BallotsRevealed,
    PoliciesDrawn,
    DiscardChosen,
    VetoRequested,
    VetoGranted,
    VetoRefused,
    ChaosStruck,
    LoyaltyInvestigated,
    SpecialElectionCalled,
    PoliciesPeeked,
    PlayerExecuted,
    GameEnded,
)
_DETAILS = (
    BallotMarked,
    ChancellorCleared,
    ElectionTrackerMoved,
    PolicyDeckShuffled,
    PowerGranted,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One step: its number of events, its round, and the paces that stop there."""

    events: int
    round: int
    paces: frozenset[ReplayPace]
    waits: bool
    """Whether the table waited for a decision; else one event followed from another."""


@dataclass(frozen=True, kw_only=True)
class Recording:
    """A whole game to look at."""

    code: str = ""
    """Empty for an imported record, which has no address."""
    game_id: int | None = None
    name: str
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    faces: tuple[str, ...]
    user_ids: tuple[int | None, ...] = ()
    """Whose account sat at each seat; empty for an imported record."""
    is_ranked: bool = False
    board_name: str = ""
    """The short name of the board; empty for an imported record."""
    log: tuple[Event, ...]
    stood_in: frozenset[tuple[int, SeatNumber]] = frozenset()
    """Rounds and seats for which a stand-in acted."""
    claims: tuple[ClaimValue, ...] = ()
    """What was claimed, in order; of a game of ours only after `with_claims`."""

    def seat_of(self, user_id: int | None) -> SeatNumber | None:
        """Return this person's seat; None for who did not play, and for visitors."""
        if user_id is None or user_id not in self.user_ids:
            return None
        return self.user_ids.index(user_id)

    @cached_property
    def moments(self) -> tuple[ReplayStep, ...]:
        """Every step; step numbers never change, whatever the pace."""
        return tuple(moments_in(self.log))

    @cached_property
    def end(self) -> GameState:
        """The state at the end."""
        return fold(self.log)

    def state_at(self, step: int) -> GameState:
        """The state at this step."""
        return fold(self.log[: self.moments[step].events])


def find_recording(game_id: int) -> Recording | None:
    """Return a finished game in the active language; None while it runs. Raises Game.DoesNotExist."""
    table = load_table(game_id)
    return _recording_of(table) if table.is_over else None


def find_ended(game_id: int) -> Recording | None:
    """Return a game that has ended, abandoned ones too if their deal is opened; None for others.

    An abandoned game is shown nowhere, but whoever checks its deal reads its record. Raises Game.DoesNotExist.
    """
    table = load_table(game_id)
    is_opened = table.is_abandoned and opened_deal(game_id) is not None
    return _recording_of(table) if table.is_over or is_opened else None


def _recording_of(table: GameTable) -> Recording:
    return Recording(
        code=table.code,
        game_id=table.game_id,
        name=table.name,
        names=tuple(occupant.shown_name for occupant in table.occupants),
        bots=tuple(occupant.is_bot for occupant in table.occupants),
        faces=tuple(occupant.face for occupant in table.occupants),
        user_ids=tuple(occupant.user_id for occupant in table.occupants),
        is_ranked=table.is_ranked,
        board_name=table.board_name,
        log=tuple(table.log),
        stood_in=table.stood_in,
    )


def with_claims(recording: Recording) -> Recording:
    """Return a finished game of ours together with what was claimed in it; one query."""
    assert recording.game_id is not None
    return replace(recording, claims=claims_of(recording.game_id))


def imported_recording(record: Record, name: str) -> Recording:
    """Return a record as the engine replays it. Raises RecordError at the first refused action."""
    events = tuple(event for step in replay(record) for event in step.events)
    return Recording(
        name=name,
        names=record.players,
        bots=(False,) * len(record.players),
        # A record names people; the same name has the same face.
        faces=told_apart([emblem_of_name(name) for name in record.players]),
        log=events,
        stood_in=read_stand_ins(record.meta, len(record.players)),
        claims=read_claims(record.meta, len(record.players)),
    )


def record_of_recording(recording: Recording) -> dict[str, Any]:
    """Return the game record, ready for JSON."""
    meta: dict[str, Any] = {}
    if recording.code:
        meta = {"id": recording.code, "name": recording.name}
    meta |= written_talk(recording.claims, recording.stood_in)
    deal = None if recording.game_id is None else opened_deal(recording.game_id)
    if deal is not None:
        meta[DEAL] = deal
    return record_of(recording.log, recording.names, meta)


def stops(moments: Sequence[ReplayStep], pace: ReplayPace) -> tuple[int, ...]:
    """Return the steps at which this pace stops, the first and the last always included."""
    return tuple(step for step, moment in enumerate(moments) if pace in moment.paces)


def moments_in(log: Sequence[Event]) -> Iterator[ReplayStep]:
    """Yield the steps of a whole game from its log."""
    begins = [place for place, event in enumerate(log) if _begins_a_moment(event)]
    # A policy shuffled into the deck before the first round belongs to the set-up.
    first_round = next(p for p, event in enumerate(log) if isinstance(event, PresidencyPassed))
    begins = [place for place in begins if place > first_round]
    ends = [*begins, len(log)]
    round_ = 0
    before = 0
    for number, end in enumerate(ends):
        for event in log[before:end]:
            if isinstance(event, PresidencyPassed):
                round_ = event.round
        is_edge = number == 0 or end == len(log)
        paces = {ReplayPace.EVENT}
        if is_edge or isinstance(log[before], _PHASES):
            paces.add(ReplayPace.PHASE)
        if is_edge or isinstance(log[end], PresidencyPassed):
            paces.add(ReplayPace.GOVERNMENT)
        yield ReplayStep(
            events=end,
            round=round_,
            paces=frozenset(paces),
            waits=end == len(log) or decider_of(log[end]) is not None,
        )
        before = end


def _begins_a_moment(event: Event) -> bool:
    if isinstance(event, ElectionTrackerMoved):
        # A reset of the tracker belongs to the policy that caused it.
        return event.tracker > 0
    return isinstance(event, _PHASES + _DETAILS)
