"""The only writer of ratings: takes ranked results in the order of their ends, each exactly once.

rating_rebuild computes all of them again. All ratings depend on one another (weights and biases
are shared), so each step locks the one row of RatingState for some milliseconds and moves
`applied` in the same transaction.
"""

from django.db import transaction
from django.db.models import F

from games.models import RatingState
from games.services.rating_chain import (
    STATE,
    load,
    lock,
    rate,
    read,
    write_points,
    write_standings,
)
from games.services.season_standings import write_seasons
from games.statistics.rating import (
    pack,
)

GAMES_AT_ONCE = 20
"""Games rated in one transaction; a player who ends a ranked game waits for no more."""


def rate_ended() -> int:
    """Rate every ranked game that has ended and is not rated; return how many this call rated."""
    rated = 0
    while RatingState.objects.filter(pk=STATE, applied__lt=F("ended")).exists():
        with transaction.atomic():
            rated += rate_some()
    return rated


def rate_some() -> int:
    state = lock()
    if state is None or state.applied >= state.ended:
        return 0
    until = min(state.applied + GAMES_AT_ONCE, state.ended)
    games = list(read(state.applied, until))
    chain = load(state, games)
    for game, seats in games:
        rate(chain, game, seats)
    write_points(chain.take_corrections())
    write_standings(chain)
    write_seasons(chain.seasons.rows())
    state.weights = pack([chain.model.weights])
    rated, state.applied = until - state.applied, until
    state.save(update_fields=["weights", "applied"])
    return rated
