"""Bots at the election: nominations and votes.

Liberals want the least harm. Fascists want the most, without being seen to want it.
"""

from games.bots.mind import Mind, chaos_is_next, harm_of_government, harm_of_rejection
from games.engine.vocabulary import Role, SeatNumber, Vote

DECISIVE = 10.0
"""A score above all others."""

CAUTION = 0.03
"""How much more harm a government must avert, than it does, before a player elects it without knowing it well.

People would rather see another candidate than be blamed for a bad government, until chaos is next.
"""

UNMASKED = 0.8
"""From this suspicion on a liberal acts as if it were certain."""


def score_nomination(mind: Mind, chancellor: SeatNumber) -> float:
    """Return how good this Chancellor would be for the candidate; higher is better."""
    harm = harm_of_government(mind, mind.own, mind.seat, chancellor)
    if mind.is_liberal:
        unmasked = mind.own.fascist[chancellor] >= UNMASKED
        return -harm - (DECISIVE if unmasked else 0.0)
    if mind.table.hitler_zone and mind.table.roles[chancellor] is Role.HITLER:
        return DECISIVE
    seeming = harm_of_government(mind, mind.feigned, mind.seat, chancellor)
    return mind.daring * harm - (1 - mind.daring) * seeming


def score_ballot(mind: Mind, vote: Vote) -> float:
    """Return how good this vote is: for Ja, how much better electing is than rejecting."""
    return _case_for_ja(mind) if vote is Vote.JA else 0.0


def _case_for_ja(mind: Mind) -> float:
    table = mind.table
    president, chancellor = table.president, table.chancellor
    assert chancellor is not None, "nobody votes before a nomination"
    if mind.seat == president:
        return DECISIVE
    if not mind.is_liberal and table.hitler_zone and table.roles[chancellor] is Role.HITLER:
        return DECISIVE
    caution = 0.0 if chaos_is_next(mind) else CAUTION
    harm = harm_of_government(mind, mind.own, president, chancellor)
    case = harm_of_rejection(mind, mind.own) - harm
    if mind.is_liberal:
        # The next candidate may be as bad, but bots never knowingly elect a fascist, except to
        # avert chaos.
        unmasked = max(mind.own.fascist[president], mind.own.fascist[chancellor]) >= UNMASKED
        return -DECISIVE if unmasked and not chaos_is_next(mind) else case - caution
    seeming = harm_of_rejection(mind, mind.feigned) - harm_of_government(
        mind, mind.feigned, president, chancellor
    )
    return (1 - mind.daring) * (seeming - caution) - mind.daring * case
