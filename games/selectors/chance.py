"""The liberals' chance at a table before anybody knows the roles, from the ratings of its people."""

from collections.abc import Sequence
from itertools import combinations

from games.engine.board import BoardCode, kind_of
from games.engine.ruleset import ruleset_of
from games.engine.vocabulary import BoardKind, Edition
from games.models import PlayerRating, RatingState, SideBias
from games.statistics.rating import (
    Model,
    predict,
    start_beliefs,
    unpack_beliefs,
    unpack_bias,
    unpack_weights,
)


def liberal_chance(
    user_ids: Sequence[int],
    edition: Edition,
    board: BoardCode = BoardKind.STANDARD.value,
) -> float:
    """Return the liberals' chance at a table with unknown roles: the mean over all deals.

    The chance with the dealt roles would reveal them; it is for finished games only
    (GameResult.prediction). Raises ValueError for a custom board, on which no game is rated.
    """
    known = dict(PlayerRating.objects.filter(pk__in=user_ids).values_list("pk", "state"))
    players = [
        unpack_beliefs(bytes(known[each])) if each in known else start_beliefs()
        for each in user_ids
    ]
    rules = ruleset_of(len(players), edition, board)
    kind = kind_of(rules.board)
    if kind is BoardKind.CUSTOM:
        raise ValueError("no game on a custom board is rated")
    model = _model(edition, len(players))
    chances = [
        predict(
            model, edition, players, [seat in team for seat in range(len(players))], board=kind
        )
        for team in combinations(range(len(players)), rules.liberals)
    ]
    return sum(chances) / len(chances)


def _model(edition: Edition, size: int) -> Model:
    """Return what the model believes of tables of this edition and size, on every board."""
    model = Model()
    state = RatingState.objects.first()
    if state is not None and state.weights is not None:
        model.weights = unpack_weights(bytes(state.weights))
    for row in SideBias.objects.filter(edition=edition.value, size=size):
        model.biases[edition, BoardKind(row.board), size] = unpack_bias(bytes(row.state))
    return model
