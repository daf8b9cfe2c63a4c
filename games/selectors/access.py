"""Who may look at which table, checked at every step.

GameQuerySet.watchable_by and .public define it for games, LobbyQuerySet.shown_to for the lobbies
that lead to them.
"""

from games.models import Game
from games.models.game import GameQuerySet
from games.values.refusals import GameError, ServiceReason


def find_watchable_game(code: str, user_id: int | None) -> int:
    """Return the id of the game at this address, if this person (None: a visitor) may look at it.

    Raises GameError(GAME_NOT_FOUND). The same query finds neither a forbidden game nor a missing
    one, so the two look alike.
    """
    game_id = watchable_at(code, user_id).values_list("pk", flat=True).first()
    if game_id is None:
        raise GameError(ServiceReason.GAME_NOT_FOUND)
    return game_id


def watchable_game(code: str, user_id: int | None) -> Game:
    """Return the same game as it is stored. Raises GameError(GAME_NOT_FOUND)."""
    game = watchable_at(code, user_id).first()
    if game is None:
        raise GameError(ServiceReason.GAME_NOT_FOUND)
    return game


def watchable_at(code: str, user_id: int | None) -> GameQuerySet:
    """Return the query that finds the game at this address, if this person may look at it; else nothing."""
    return Game.objects.watchable_by(user_id).filter(code=code).order_by()
