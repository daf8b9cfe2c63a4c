"""Bots with a presidential power: whom they investigate, appoint, execute.

Liberals act on suspicion. Fascists help their party as far as their cover allows.
"""

from games.bots.mind import Mind
from games.bots.suspicion import rounds_so_far
from games.engine.vocabulary import PresidentialPower, SeatNumber


def score_investigation(mind: Mind, target: SeatNumber) -> float:
    """Return how useful this investigation is: doubtful seats first, of these the most suspicious."""
    chance = mind.feigned.fascist[target]
    score = chance * (1 - chance) + 0.3 * chance
    # An investigation of a seat whose party is certain is wasted.
    sure = abs(mind.own.fascist[target] - 0.5) * 2
    return score - 0.4 * sure**4


def score_special_election(mind: Mind, target: SeatNumber) -> float:
    """Return how good a presidential candidate this player would be."""
    if mind.is_liberal:
        return -mind.own.fascist[target]
    # Hitler cannot be Chancellor and President at once, so another fascist should nominate Hitler.
    wanted = mind.own.fascist[target] - 0.5 * mind.own.hitler[target]
    return mind.daring * wanted - (1 - mind.daring) * mind.feigned.fascist[target]


def score_execution(mind: Mind, target: SeatNumber) -> float:
    """Return how well the bot's party does without this player."""
    if mind.is_liberal:
        return mind.own.hitler[target] + 0.35 * mind.own.fascist[target]
    loss = 3 * mind.own.hitler[target] + mind.own.fascist[target]
    seeming = mind.feigned.hitler[target] + 0.35 * mind.feigned.fascist[target]
    witness = 0.4 if _has_seen_a_fascist(mind, target) else 0.0
    return (1 - mind.daring) * seeming + mind.daring * witness - loss


def _has_seen_a_fascist(mind: Mind, seat: SeatNumber) -> bool:
    """Whether this player has investigated a seat that this bot knows to be a fascist."""
    return any(
        record.power is PresidentialPower.INVESTIGATE_LOYALTY
        and record.president == seat
        and record.target is not None
        and mind.knows_fascist(record.target)
        for record in rounds_so_far(mind.table)
    )
