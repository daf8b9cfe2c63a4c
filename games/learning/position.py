"""The table as one seat knows it, from the events it was told of: what the pictures of riddles are drawn from.

Riddles leave out what follows from the rest (`finding.SAYS_NOTHING_NEW`). The rules put it back here, all but the
ballots, which nobody can tell. No card is made up: of the piles only the sizes are known.
"""

from collections.abc import Iterable
from dataclasses import replace

from games.engine import observe
from games.engine.events import (
    ChancellorNominated,
    ChaosStruck,
    ElectionTrackerMoved,
    Event,
    GovernmentElected,
    GovernmentRejected,
    HandShown,
    LoyaltyInvestigated,
    PlayerExecuted,
    PoliciesPeeked,
    PolicyDeckShuffled,
    PolicyEnacted,
    PowerGranted,
    PresidencyPassed,
    SpecialElectionCalled,
    TermLimitsSet,
    TopPolicyDiscarded,
    VetoGranted,
)
from games.engine.observation import Observation
from games.engine.state import GameState, evolve, fold
from games.engine.vocabulary import PresidentialPower, SeatNumber

_POWERS = {
    LoyaltyInvestigated: PresidentialPower.INVESTIGATE_LOYALTY,
    SpecialElectionCalled: PresidentialPower.SPECIAL_ELECTION,
    PoliciesPeeked: PresidentialPower.POLICY_PEEK,
    PlayerExecuted: PresidentialPower.EXECUTION,
}


def position_of(told: Iterable[Event], seat: SeatNumber) -> Observation:
    """Return what this seat knows of a game between two rounds, with the next candidate for President.

    Raises ValueError if the events do not begin with the start of a game.
    """
    begun, *events = told
    state = fold([begun])
    draw_pile = 0
    for event in events:
        for each in (*_before(event), event, *_after(state, event)):
            state = evolve(state, each)
        if isinstance(event, HandShown):
            state = state.but(hand=event.policies)
        draw_pile = _left(state, draw_pile, event)
    state = _with_candidate(state)
    box = state.ruleset.liberal_policies + state.ruleset.fascist_policies
    known = box - state.liberal_policies - state.fascist_policies
    return replace(
        observe(state, seat),
        draw_pile_count=draw_pile,
        discard_pile_count=known - draw_pile,
    )


def _with_candidate(state: GameState) -> GameState:
    """Return the game with its next candidate, if the last vote is over."""
    last = state.current_round
    if last is None or last.elected is None:
        return state
    called = last.target if last.power is PresidentialPower.SPECIAL_ELECTION else None
    caller = state.special_election_caller
    following = state.next_living(state.president if caller is None else caller)
    passed = PresidencyPassed(
        president=following if called is None else called,
        round=state.round + 1,
        special=called is not None,
    )
    return evolve(state, passed)


def _left(state: GameState, draw_pile: int, event: Event) -> int:
    """Return how many cards the draw pile has after this event."""
    match event:
        case PolicyDeckShuffled():
            return event.draw_pile_count
        case PolicyEnacted(chancellor=None) | TopPolicyDiscarded():
            return draw_pile - 1
        case PolicyEnacted() | VetoGranted():
            return draw_pile - state.ruleset.hand_size
        case _:
            return draw_pile


def _before(event: Event) -> tuple[Event, ...]:
    """Return what was left out before this event."""
    match event:
        case GovernmentElected() | GovernmentRejected():
            return (ChancellorNominated(president=event.president, chancellor=event.chancellor),)
        case LoyaltyInvestigated() | SpecialElectionCalled() | PoliciesPeeked() | PlayerExecuted():
            return (PowerGranted(president=event.president, power=_POWERS[type(event)]),)
        case _:
            return ()


def _after(state: GameState, event: Event) -> tuple[Event, ...]:
    """Return what was left out after this event."""
    rules = state.ruleset
    match event:
        case GovernmentElected():
            limits = TermLimitsSet(president=event.president, chancellor=event.chancellor)
            return (
                *(() if rules.enactment_sets_term_limits else (limits,)),
                *((ElectionTrackerMoved(tracker=0),) if rules.election_resets_tracker else ()),
            )
        case GovernmentRejected() | VetoGranted():
            return (ElectionTrackerMoved(tracker=state.tracker + 1),)
        case ChaosStruck():
            return (TermLimitsSet(president=None, chancellor=None),)
        case PolicyEnacted(chancellor=None) | TopPolicyDiscarded():
            return (ElectionTrackerMoved(tracker=0),)
        case PolicyEnacted():
            limits = TermLimitsSet(president=state.president, chancellor=event.chancellor)
            moved = ElectionTrackerMoved(tracker=0)
            return (moved, limits) if rules.enactment_sets_term_limits else (moved,)
        case _:
            return ()
