"""Decisions read back from the log: who decided, and which action an event tells of.

A decision begins with one event; all others up to the next such event follow from it.
"""

from games.engine.actions import (
    Action,
    AnswerVeto,
    CallSpecialElection,
    CastBallot,
    EnactPolicy,
    ExecutePlayer,
    InvestigateLoyalty,
    NominateChancellor,
    PeekAtPolicies,
    RequestVeto,
)
from games.engine.events import (
    BallotMarked,
    ChancellorNominated,
    DiscardChosen,
    Event,
    LoyaltyInvestigated,
    PlayerExecuted,
    PoliciesPeeked,
    PolicyEnacted,
    SpecialElectionCalled,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.vocabulary import SeatNumber


def action_behind(event: Event) -> Action | None:
    """The action this event alone tells of; None for all others.

    A President's discard needs two events: DiscardChosen has the card, PolicyDiscarded the office.
    """
    match event:
        case ChancellorNominated():
            return NominateChancellor(seat=event.president, chancellor=event.chancellor)
        case BallotMarked():
            return CastBallot(seat=event.seat, vote=event.vote)
        case PolicyEnacted(chancellor=int(chancellor)):
            return EnactPolicy(seat=chancellor, policy=event.policy)
        case VetoRequested():
            return RequestVeto(seat=event.chancellor)
        case VetoGranted() | VetoRefused():
            return AnswerVeto(seat=event.president, grant=isinstance(event, VetoGranted))
        case LoyaltyInvestigated():
            return InvestigateLoyalty(seat=event.president, target=event.target)
        case SpecialElectionCalled():
            return CallSpecialElection(seat=event.president, target=event.target)
        case PoliciesPeeked():
            return PeekAtPolicies(seat=event.president)
        case PlayerExecuted():
            return ExecutePlayer(seat=event.president, target=event.target)
        case _:
            return None


def decider_of(event: Event) -> SeatNumber | None:
    """The seat whose decision begins with this event; None for what follows from a decision."""
    match event:
        case DiscardChosen():
            # Discarding and enacting both begin with the card that is put away.
            return event.seat
        case PolicyEnacted():
            return None
        case _:
            action = action_behind(event)
            return None if action is None else action.seat
