"""Hypothetical cards and roles, with which the engine plays a reported game.

A hand, a top card and a Hitler are chosen so that the report can be true. companion.py never shows
them.
"""

from typing import Any

from games.companion.table_reports import NAMING, Question, ReportKind, TableReport
from games.engine.actions import (
    Action,
    AnswerVeto,
    CallSpecialElection,
    CastBallot,
    DiscardPolicy,
    EnactPolicy,
    ExecutePlayer,
    InvestigateLoyalty,
    NominateChancellor,
    PeekAtPolicies,
    RequestVeto,
)
from games.engine.decide import decide
from games.engine.errors import IllegalAction, Reason
from games.engine.events import (
    ChancellorCleared,
    Event,
    GameEnded,
    PlayerExecuted,
    PolicyEnacted,
)
from games.engine.state import GameState, fold
from games.engine.vocabulary import Phase, Policy, Role, SeatNumber, Victory, Vote

POLICY = {
    ReportKind.LIBERAL_ENACTED: Policy.LIBERAL,
    ReportKind.FASCIST_ENACTED: Policy.FASCIST,
}


class PolicyOnTop:
    """A shuffler that puts one policy on top; the order below it does not matter."""

    def __init__(self, top: Policy) -> None:
        self._top = top

    def shuffle(self, x: list[Any], /) -> None:
        x[0] = self._top


def hypothetical(
    state: GameState, question: Question, report: TableReport
) -> tuple[GameState, tuple[Action, ...]]:
    """Return the actions of a report, and the state with a hand that allows them."""
    president, chancellor, kind = state.president, state.chancellor, report.kind
    if kind in NAMING and NAMING[kind] is question:
        assert report.seat is not None
        return state, (naming(question, president, report.seat),)
    match question, kind:
        case Question.ELECTION, ReportKind.ELECTED | ReportKind.REJECTED:
            vote = Vote.JA if kind is ReportKind.ELECTED else Vote.NEIN
            return state, tuple(CastBallot(seat=seat, vote=vote) for seat in state.living)
        case Question.SESSION, ReportKind.LIBERAL_ENACTED | ReportKind.FASCIST_ENACTED:
            assert chancellor is not None
            return _passing_on(state, EnactPolicy(seat=chancellor, policy=POLICY[kind]))
        case Question.SESSION, ReportKind.VETO_REQUESTED:
            assert chancellor is not None
            return _passing_on(state, RequestVeto(seat=chancellor))
        case Question.VETO, ReportKind.VETO_GRANTED | ReportKind.VETO_REFUSED:
            grant = kind is ReportKind.VETO_GRANTED
            return state, (AnswerVeto(seat=president, grant=grant),)
        case Question.PEEK, ReportKind.PEEKED:
            return state, (PeekAtPolicies(seat=president),)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE)


def naming(question: Question, president: SeatNumber, seat: SeatNumber) -> Action:
    match question:
        case Question.NOMINATION:
            return NominateChancellor(seat=president, chancellor=seat)
        case Question.INVESTIGATION:
            return InvestigateLoyalty(seat=president, target=seat)
        case Question.SPECIAL_ELECTION:
            return CallSpecialElection(seat=president, target=seat)
        case Question.EXECUTION:
            return ExecutePlayer(seat=president, target=seat)
        case _:
            raise ValueError(question)


def _passing_on(state: GameState, action: Action) -> tuple[GameState, tuple[Action, ...]]:
    """Return the Chancellor's action, with the President's unseen discard before it if that is due."""
    policy = action.policy if isinstance(action, EnactPolicy) else Policy.FASCIST
    holding = state.but(hand=(policy,) * len(state.hand))
    if state.phase is Phase.CHANCELLOR_ENACT:
        return holding, (action,)
    return holding, (DiscardPolicy(seat=state.president, policy=policy), action)


def events_of(
    before: GameState,
    actions: tuple[Action, ...],
    *,
    top: Policy = Policy.FASCIST,
    is_hitler: bool = False,
) -> tuple[Event, ...]:
    """Return all events of these actions for this hidden card and role."""
    asked = actions[-1]
    subject = asked.target if isinstance(asked, ExecutePlayer) else before.chancellor
    # The President is alive, and neither Chancellor nor target, so Hitler's role there has no
    # effect.
    hitler = subject if is_hitler else before.president
    roles = tuple(
        Role.HITLER if seat == hitler else Role.LIBERAL for seat in range(before.ruleset.players)
    )
    pile = before.draw_pile and (top, *before.draw_pile[1:])
    state = before.but(roles=roles, draw_pile=pile)
    events: list[Event] = []
    for action in actions:
        more = decide(state, action, PolicyOnTop(top))
        events += more
        state = fold(more, state)
    return tuple(events)


def first_unknown(events: tuple[Event, ...]) -> tuple[int, Question] | None:
    """Return the index of the first event that only the table knows, and the question about it."""
    for place, event in enumerate(events):
        match event:
            case PolicyEnacted(chancellor=None):
                return place, Question.CHAOS_POLICY
            case ChancellorCleared() | GameEnded(victory=Victory.HITLER_ELECTED):
                return place, Question.CHANCELLOR_IS_HITLER
            case PlayerExecuted():
                return place + 1, Question.VICTIM_IS_HITLER
            case _:
                pass
    return None
