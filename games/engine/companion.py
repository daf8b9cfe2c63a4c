"""The companion: keeps score for a table with real cards, without knowing any secret.

Door: tell(ruleset, happenings) -> PhysicalTable. It lives beside the rules because it plays them:
every happening becomes actions for `decide`, on a state whose hidden cards and roles are *supposed*
so that they fit what was said. So there is one rulebook, and nothing supposed ever leaves: the
table is observed as by a spectator, without roles and without ballots.

Where the outcome hangs on a card or a role only the table can see (the chaos policy, Hitler), the
events are cut off before it and the table is asked.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

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
from games.engine.decide import decide, refusal
from games.engine.election import pass_presidency
from games.engine.errors import IllegalAction, Reason
from games.engine.events import (
    BallotCast,
    BallotsRevealed,
    ChancellorCleared,
    Event,
    GameEnded,
    Openness,
    PlayerExecuted,
    PolicyEnacted,
    PresidencyPassed,
    RolesRevealed,
    audience,
)
from games.engine.happenings import Happening, HappeningKind
from games.engine.observation import Observation, observe
from games.engine.ruleset import Ruleset
from games.engine.setup import Deal, start_game
from games.engine.state import GameState, Unfolding, fold
from games.engine.vocabulary import Phase, Policy, Role, SeatNumber, Victory, Vote


class Question(StrEnum):
    """What the companion waits to be told."""

    FIRST_CANDIDATE = "first_candidate"
    NOMINATION = "nomination"
    ELECTION = "election"
    CHANCELLOR_IS_HITLER = "chancellor_is_hitler"
    SESSION = "session"
    VETO = "veto"
    CHAOS_POLICY = "chaos_policy"
    INVESTIGATION = "investigation"
    SPECIAL_ELECTION = "special_election"
    PEEK = "peek"
    EXECUTION = "execution"
    VICTIM_IS_HITLER = "victim_is_hitler"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhysicalTable:
    """The table as everybody around it sees it, and what it is asked next."""

    observation: Observation
    """A spectator's; roles and ballots are not known, not even at the end."""
    question: Question
    refusals: tuple[Reason | None, ...]
    """By seat, when a player is to be named: why not this one, or None."""
    may_ask_for_veto: bool
    next_president: SeatNumber | None
    """Who is candidate after this round, as things stand."""
    steps: tuple[tuple[Event, ...], ...]
    """The public events of every happening, those of set-up first."""


_Answers = dict[HappeningKind, Question]

# Who is named, and in answer to what.
_NAMING: _Answers = {
    HappeningKind.BEGINS: Question.FIRST_CANDIDATE,
    HappeningKind.NOMINATED: Question.NOMINATION,
    HappeningKind.INVESTIGATED: Question.INVESTIGATION,
    HappeningKind.SPECIAL_ELECTION_CALLED: Question.SPECIAL_ELECTION,
    HappeningKind.EXECUTED: Question.EXECUTION,
}
_POLICY = {
    HappeningKind.LIBERAL_ENACTED: Policy.LIBERAL,
    HappeningKind.FASCIST_ENACTED: Policy.FASCIST,
}
_IS_HITLER = {HappeningKind.WAS_HITLER: True, HappeningKind.WAS_NOT_HITLER: False}
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
    """Actions whose outcome only the table can tell."""

    question: Question
    before: GameState
    actions: tuple[Action, ...]
    told: int
    """How many of their events have been folded in already."""


class _AsTold:
    """A shuffler that puts one policy on top: the order below it is never looked at."""

    def __init__(self, top: Policy) -> None:
        self._top = top

    def shuffle(self, x: list[Any], /) -> None:
        x[0] = self._top


def tell(ruleset: Ruleset, happenings: Iterable[Happening]) -> PhysicalTable:
    """The table after these happenings.

    Raises IllegalAction at the first that the rules do not allow there.
    """
    course = Course(ruleset)
    for happening in happenings:
        course.take(happening)
    return course.seen()


class Course:
    """A game as it is told, happening by happening; `tell` is the door for everybody else."""

    def __init__(self, ruleset: Ruleset) -> None:
        start = _start(ruleset, 0)
        self.open: _Open | None = None
        self.has_begun = False
        self.state = fold(start[:-1])
        self.steps = [_public(start[:-1])]

    @property
    def question(self) -> Question:
        """What is to be told now."""
        if not self.has_begun:
            return Question.FIRST_CANDIDATE
        return self.open.question if self.open else _QUESTION_OF_PHASE[self.state.phase]

    def take(self, happening: Happening) -> None:
        """Go on by one happening, or raise IllegalAction."""
        question, kind = self.question, happening.kind
        if question is Question.OVER:
            raise IllegalAction(Reason.GAME_OVER)
        if (kind in _NAMING) != (happening.seat is not None):
            raise IllegalAction(Reason.UNKNOWN_SEAT)
        if question is Question.FIRST_CANDIDATE:
            self._begin(happening)
        elif self.open is not None:
            self._close(self.open, happening)
        else:
            state, actions = _supposed(self.state, question, happening)
            self._play(state, actions)

    def _begin(self, happening: Happening) -> None:
        if happening.kind is not HappeningKind.BEGINS or happening.seat is None:
            raise IllegalAction(Reason.WRONG_PHASE)
        if happening.seat >= self.state.ruleset.players:
            raise IllegalAction(Reason.UNKNOWN_SEAT)
        self.has_begun = True
        self._fold(_start(self.state.ruleset, happening.seat)[-1:], self.state)

    def _play(self, before: GameState, actions: tuple[Action, ...]) -> None:
        """Take these actions as far as anybody can know what follows."""
        events = _unfold(before, actions)
        cut = _first_unknown(events)
        if cut is None:
            self._fold(events, before)
            return
        told, question = cut
        self.open = _Open(question=question, before=before, actions=actions, told=told)
        self._fold(events[:told], before)

    def _close(self, open_: _Open, happening: Happening) -> None:
        """The table has told how it came out."""
        if open_.question is Question.CHAOS_POLICY:
            answer = _POLICY.get(happening.kind)
            if answer is None:
                raise IllegalAction(Reason.WRONG_PHASE)
            events = _unfold(open_.before, open_.actions, top=answer)
        else:
            is_hitler = _IS_HITLER.get(happening.kind)
            if is_hitler is None:
                raise IllegalAction(Reason.WRONG_PHASE)
            events = _unfold(open_.before, open_.actions, is_hitler=is_hitler)
        self.open = None
        self.steps.append(_public(events[open_.told :]))
        self.state = fold(events, open_.before)

    def _fold(self, events: tuple[Event, ...], before: GameState) -> None:
        self.steps.append(_public(events))
        self.state = fold(events, before)

    def seen(self) -> PhysicalTable:
        """What everybody sees, with everything supposed left out."""
        state, question = self.state, self.question
        session = question is Question.SESSION
        return PhysicalTable(
            observation=_without_supposed(observe(state, None)),
            question=question,
            refusals=_refusals(state, question),
            may_ask_for_veto=session and state.veto_in_force and not state.veto_refused,
            next_president=_next_president(state) if self.has_begun else None,
            steps=tuple(self.steps),
        )


def _start(ruleset: Ruleset, first_president: SeatNumber) -> tuple[Event, ...]:
    supposed = Deal(
        roles=ruleset.roles, first_president=first_president, draw_pile=ruleset.policy_deck
    )
    return start_game(ruleset, supposed)


def _supposed(
    state: GameState, question: Question, happening: Happening
) -> tuple[GameState, tuple[Action, ...]]:
    """The actions a happening stands for, and the state with cards in hand that allow them."""
    president, chancellor, kind = state.president, state.chancellor, happening.kind
    if kind in _NAMING and _NAMING[kind] is question:
        assert happening.seat is not None
        return state, (_naming(question, president, happening.seat),)
    match question, kind:
        case Question.ELECTION, HappeningKind.ELECTED | HappeningKind.REJECTED:
            vote = Vote.JA if kind is HappeningKind.ELECTED else Vote.NEIN
            return state, tuple(CastBallot(seat=seat, vote=vote) for seat in state.living)
        case Question.SESSION, HappeningKind.LIBERAL_ENACTED | HappeningKind.FASCIST_ENACTED:
            assert chancellor is not None
            return _passing_on(state, EnactPolicy(seat=chancellor, policy=_POLICY[kind]))
        case Question.SESSION, HappeningKind.VETO_REQUESTED:
            assert chancellor is not None
            return _passing_on(state, RequestVeto(seat=chancellor))
        case Question.VETO, HappeningKind.VETO_GRANTED | HappeningKind.VETO_REFUSED:
            grant = kind is HappeningKind.VETO_GRANTED
            return state, (AnswerVeto(seat=president, grant=grant),)
        case Question.PEEK, HappeningKind.PEEKED:
            return state, (PeekAtPolicies(seat=president),)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE)


def _naming(question: Question, president: SeatNumber, seat: SeatNumber) -> Action:
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
    """The Chancellor's action, after the discard nobody sees if it is still to come."""
    policy = action.policy if isinstance(action, EnactPolicy) else Policy.FASCIST
    supposed = state.but(hand=(policy,) * len(state.hand))
    if state.phase is Phase.CHANCELLOR_ENACT:
        return supposed, (action,)
    return supposed, (DiscardPolicy(seat=state.president, policy=policy), action)


def _unfold(
    before: GameState,
    actions: tuple[Action, ...],
    *,
    top: Policy = Policy.FASCIST,
    is_hitler: bool = False,
) -> tuple[Event, ...]:
    """All events of these actions, had the hidden card and role been these."""
    asked = actions[-1]
    subject = asked.target if isinstance(asked, ExecutePlayer) else before.chancellor
    # The President is living, no Chancellor and nobody's victim: safe to be Hitler meanwhile.
    hitler = subject if is_hitler else before.president
    roles = tuple(
        Role.HITLER if seat == hitler else Role.LIBERAL for seat in range(before.ruleset.players)
    )
    pile = before.draw_pile and (top, *before.draw_pile[1:])
    state = before.but(roles=roles, draw_pile=pile)
    events: list[Event] = []
    for action in actions:
        more = decide(state, action, _AsTold(top))
        events += more
        state = fold(more, state)
    return tuple(events)


def _first_unknown(events: tuple[Event, ...]) -> tuple[int, Question] | None:
    """Before which of these events the table must be asked, and what."""
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


def _public(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What everybody saw of these events; who voted how and who was who is only supposed."""
    hidden = (BallotCast, BallotsRevealed, RolesRevealed)
    return tuple(
        event
        for event in events
        if audience(event) is Openness.PUBLIC and not isinstance(event, hidden)
    )


def _without_supposed(observation: Observation) -> Observation:
    current = observation.current_round
    return replace(
        observation,
        roles=(None,) * observation.ruleset.players,
        current_round=current and replace(current, votes=()),
        past_rounds=tuple(replace(record, votes=()) for record in observation.past_rounds),
    )


def _refusals(state: GameState, question: Question) -> tuple[Reason | None, ...]:
    seats = range(state.ruleset.players)
    if question is Question.FIRST_CANDIDATE:
        return (None,) * len(seats)
    if question not in _NAMING.values():
        return ()
    return tuple(refusal(state, _naming(question, state.president, seat)) for seat in seats)


def _next_president(state: GameState) -> SeatNumber | None:
    if state.phase is Phase.GAME_OVER:
        return None
    ahead = Unfolding(state, _AsTold(Policy.FASCIST))
    pass_presidency(ahead)
    (passed,) = ahead.events
    assert isinstance(passed, PresidencyPassed)
    return passed.president
