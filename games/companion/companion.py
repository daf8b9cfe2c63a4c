"""The companion: keeps score for a table with real cards, without knowing any secret.

It reuses the engine instead of repeating the rules. Every report becomes actions for `decide`, on
a state whose hidden cards and roles are hypothetical and fit the report (hypothetical.py).
Hypothetical facts never leave: callers get a spectator's Observation without roles and ballots.
Where the outcome depends on a card or a role that only the table can see (the chaos policy,
Hitler), the events are cut off before it, and the table is asked.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.companion.hypothetical import (
    POLICY,
    PolicyOnTop,
    events_of,
    first_unknown,
    hypothetical,
    naming,
)
from games.companion.table_reports import NAMING, Question, ReportKind, TableReport
from games.engine.actions import Action
from games.engine.decide import refusal
from games.engine.election import pass_presidency
from games.engine.errors import IllegalAction, Reason
from games.engine.events import (
    BallotCast,
    BallotsRevealed,
    Event,
    PresidencyPassed,
    RolesRevealed,
    Told,
    told_to,
)
from games.engine.legislative_session import refuse_veto_request
from games.engine.observation import Observation, observe
from games.engine.ruleset import Ruleset
from games.engine.setup import Deal, start_game
from games.engine.state import GameState, Unfolding, fold
from games.engine.vocabulary import Phase, Policy, SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class PhysicalTable:
    """The table as everybody around it sees it, and the next question to them."""

    observation: Observation
    """A spectator's observation; roles and ballots stay unknown, even at the end."""
    question: Question
    refusals: tuple[Reason | None, ...]
    """By seat, when a player must be named: why this one may not be, or None."""
    may_ask_for_veto: bool
    next_president: SeatNumber | None
    """The candidate of the next round, if nothing changes that."""
    steps: tuple[Told, ...]
    """The public events of the set-up and of each report."""


_IS_HITLER = {ReportKind.WAS_HITLER: True, ReportKind.WAS_NOT_HITLER: False}
_QUESTION_OF_PHASE = {
    Phase.NOMINATE: Question.NOMINATION,
    Phase.VOTE: Question.ELECTION,
    Phase.PRESIDENT_DISCARD: Question.SESSION,
    Phase.CHANCELLOR_ENACT: Question.SESSION,
    Phase.VETO_ANSWER: Question.VETO,
    Phase.INVESTIGATE: Question.INVESTIGATION,
    Phase.SPECIAL_ELECTION: Question.SPECIAL_ELECTION,
    Phase.PEEK: Question.PEEK,
    Phase.EXECUTE: Question.EXECUTION,
    Phase.GAME_OVER: Question.OVER,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Open:
    """Actions whose outcome only the table knows."""

    question: Question
    before: GameState
    actions: tuple[Action, ...]
    told: int
    """How many of their events are folded in already."""


def play_reports(ruleset: Ruleset, reports: Iterable[TableReport]) -> PhysicalTable:
    """Return the table after these reports, in order.

    Raises IllegalAction at the first report that the rules do not allow.
    """
    reported_game = ReportedGame(ruleset)
    for report in reports:
        reported_game.take(report)
    return reported_game.seen()


class ReportedGame:
    """A game that grows report by report; other modules call `play_reports`."""

    def __init__(self, ruleset: Ruleset) -> None:
        start = _start(ruleset, 0)
        self.open: _Open | None = None
        self.has_begun = False
        self.state = fold(start[:-1])
        self.steps = [_public(start[:-1])]

    @property
    def question(self) -> Question:
        """The next question to the table."""
        if not self.has_begun:
            return Question.FIRST_CANDIDATE
        return self.open.question if self.open else _QUESTION_OF_PHASE[self.state.phase]

    def take(self, report: TableReport) -> None:
        """Add one report; raises IllegalAction if the rules do not allow it."""
        question, kind = self.question, report.kind
        if question is Question.OVER:
            raise IllegalAction(Reason.GAME_OVER)
        if (kind in NAMING) != (report.seat is not None):
            raise IllegalAction(Reason.UNKNOWN_SEAT)
        if question is Question.FIRST_CANDIDATE:
            self._begin(report)
        elif self.open is not None:
            self._close(self.open, report)
        else:
            state, actions = hypothetical(self.state, question, report)
            self._play(state, actions)

    def _begin(self, report: TableReport) -> None:
        if report.kind is not ReportKind.BEGINS or report.seat is None:
            raise IllegalAction(Reason.WRONG_PHASE)
        if report.seat >= self.state.ruleset.players:
            raise IllegalAction(Reason.UNKNOWN_SEAT)
        self.has_begun = True
        self._fold(_start(self.state.ruleset, report.seat)[-1:], self.state)

    def _play(self, before: GameState, actions: tuple[Action, ...]) -> None:
        """Play these actions up to the first fact that only the table knows."""
        events = events_of(before, actions)
        cut = first_unknown(events)
        if cut is None:
            self._fold(events, before)
            return
        told, question = cut
        self.open = _Open(question=question, before=before, actions=actions, told=told)
        self._fold(events[:told], before)

    def _close(self, open_: _Open, report: TableReport) -> None:
        """Play the open actions with the outcome that the table reports."""
        if open_.question is Question.CHAOS_POLICY:
            answer = POLICY.get(report.kind)
            if answer is None:
                raise IllegalAction(Reason.WRONG_PHASE)
            events = events_of(open_.before, open_.actions, top=answer)
        else:
            is_hitler = _IS_HITLER.get(report.kind)
            if is_hitler is None:
                raise IllegalAction(Reason.WRONG_PHASE)
            events = events_of(open_.before, open_.actions, is_hitler=is_hitler)
        self.open = None
        self.steps.append(_public(events[open_.told :]))
        self.state = fold(events, open_.before)

    def _fold(self, events: tuple[Event, ...], before: GameState) -> None:
        self.steps.append(_public(events))
        self.state = fold(events, before)

    def seen(self) -> PhysicalTable:
        """Return what everybody sees, without hypothetical facts."""
        state, question = self.state, self.question
        session = question is Question.SESSION
        return PhysicalTable(
            observation=_without_hypothetical(observe(state, None)),
            question=question,
            refusals=_refusals(state, question),
            may_ask_for_veto=session and refuse_veto_request(state) is None,
            next_president=_next_president(state) if self.has_begun else None,
            steps=tuple(self.steps),
        )


def _start(ruleset: Ruleset, first_president: SeatNumber) -> tuple[Event, ...]:
    dealt = Deal(
        roles=ruleset.roles, first_president=first_president, draw_pile=ruleset.policy_deck
    )
    return start_game(ruleset, dealt)


def _public(events: tuple[Event, ...]) -> Told:
    """Return the public events, without hypothetical ballots and roles."""
    hidden = (BallotCast, BallotsRevealed, RolesRevealed)
    told = told_to(events, None, game_over=False)
    return Told(tuple(event for event in told if not isinstance(event, hidden)))


def _without_hypothetical(observation: Observation) -> Observation:
    current = observation.current_round
    return observation.but(
        roles=(None,) * observation.ruleset.players,
        current_round=current and current.but(votes=()),
        past_rounds=tuple(record.but(votes=()) for record in observation.past_rounds),
    )


def _refusals(state: GameState, question: Question) -> tuple[Reason | None, ...]:
    seats = range(state.ruleset.players)
    if question is Question.FIRST_CANDIDATE:
        return (None,) * len(seats)
    if question not in NAMING.values():
        return ()
    return tuple(refusal(state, naming(question, state.president, seat)) for seat in seats)


def _next_president(state: GameState) -> SeatNumber | None:
    if state.phase is Phase.GAME_OVER:
        return None
    ahead = Unfolding(state, PolicyOnTop(Policy.FASCIST))
    pass_presidency(ahead)
    (passed,) = ahead.events
    assert isinstance(passed, PresidencyPassed)
    return passed.president
