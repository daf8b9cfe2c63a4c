"""A game that can be looked at step by step: a finished one of ours, or an imported record.

A Recording holds a whole game, as a GameTable does. A running game never becomes one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

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
from games.records.record import Record
from games.records.recorder import record_of
from games.records.replay import replay
from games.selectors.game import load_table


class ReplayPace(StrEnum):
    """How far one step goes."""

    EVENT = "event"
    PHASE = "phase"
    GOVERNMENT = "government"


# What begins a moment of its own; every other event belongs to the moment before it.
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
class Moment:
    """One step: how many events have happened then, in which round, and who stops there."""

    events: int
    round: int
    paces: frozenset[ReplayPace]
    waits: bool
    """Whether the table waited for a decision then; else one thing followed from another."""


@dataclass(frozen=True, kw_only=True)
class Recording:
    """A game to be looked at, whole."""

    code: str = ""
    """Empty for an imported record, which has no address."""
    game_id: int | None = None
    name: str
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    is_ranked: bool = False
    log: tuple[Event, ...]

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Every step there is; the numbers of steps never change, whatever pace one goes at."""
        return tuple(_moments(self.log))

    @cached_property
    def end(self) -> GameState:
        """The whole game as it stood at the end."""
        return fold(self.log)

    def state_at(self, step: int) -> GameState:
        """The whole game as it stood at this step."""
        return fold(self.log[: self.moments[step].events])


def find_recording(game_id: int) -> Recording | None:
    """A finished game of ours in the active language; None while it runs. Raises Game.DoesNotExist."""
    table = load_table(game_id)
    if not table.is_over:
        return None
    return Recording(
        code=table.code,
        game_id=table.game_id,
        name=table.name,
        names=tuple(occupant.shown_name for occupant in table.occupants),
        bots=tuple(occupant.is_bot for occupant in table.occupants),
        is_ranked=table.is_ranked,
        log=tuple(table.log),
    )


def imported_recording(record: Record, name: str) -> Recording:
    """A record as the engine replays it. Raises RecordError at the first action that is refused."""
    events = tuple(event for step in replay(record) for event in step.events)
    return Recording(
        name=name,
        names=record.players,
        bots=(False,) * len(record.players),
        log=events,
    )


def record_of_recording(recording: Recording) -> dict[str, Any]:
    """The game record, ready for JSON."""
    meta = {"id": recording.code, "name": recording.name} if recording.code else None
    return record_of(recording.log, recording.names, meta)


def stops(moments: Sequence[Moment], pace: ReplayPace) -> tuple[int, ...]:
    """The steps at which this pace stops, the first and the last always among them."""
    return tuple(step for step, moment in enumerate(moments) if pace in moment.paces)


def _moments(log: Sequence[Event]) -> Iterator[Moment]:
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
        yield Moment(
            events=end,
            round=round_,
            paces=frozenset(paces),
            waits=end == len(log) or decider_of(log[end]) is not None,
        )
        before = end


def _begins_a_moment(event: Event) -> bool:
    if isinstance(event, ElectionTrackerMoved):
        # Back to the start it goes together with the policy that sends it there.
        return event.tracker > 0
    return isinstance(event, _PHASES + _DETAILS)
