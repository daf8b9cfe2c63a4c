"""Decisions read back from the log: the seat that decided, and its action.

A decision begins with one event; all others until the next such event follow from it.
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
    """Return the action that this event alone shows; None if it shows none.

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
    """Return the seat whose decision begins with this event; None if the event follows from another."""
    match event:
        case DiscardChosen():
            # Discards and enactments both begin with the discarded card.
            return event.seat
        case PolicyEnacted():
            return None
        case _:
            action = action_behind(event)
            return None if action is None else action.seat
