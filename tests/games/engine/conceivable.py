"""Every action that a form could ask for, possible or not, also for seats that do not exist."""

from collections.abc import Iterator
from functools import cache

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
from games.engine.vocabulary import Policy, Vote


@cache
def conceivable_actions(players: int) -> tuple[Action, ...]:
    """Yield all of them, for seats one past either end as well."""
    return tuple(_of_every_seat(range(-1, players + 1)))


def _of_every_seat(seats: range) -> Iterator[Action]:
    for seat in seats:
        yield RequestVeto(seat=seat)
        yield PeekAtPolicies(seat=seat)
        for grant in (True, False):
            yield AnswerVeto(seat=seat, grant=grant)
        for vote in Vote:
            yield CastBallot(seat=seat, vote=vote)
        for policy in Policy:
            yield DiscardPolicy(seat=seat, policy=policy)
            yield EnactPolicy(seat=seat, policy=policy)
        for target in seats:
            yield NominateChancellor(seat=seat, chancellor=target)
            yield InvestigateLoyalty(seat=seat, target=target)
            yield CallSpecialElection(seat=seat, target=target)
            yield ExecutePlayer(seat=seat, target=target)
