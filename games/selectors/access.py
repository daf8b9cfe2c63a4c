"""Who may look at which table, asked anew at every step.

What "public" means is said once: GameQuerySet.watchable_by and .public for games, LobbyQuerySet.shown_to
for the lobbies that lead there.
"""

from games.models import Game
from games.values.refusals import GameError, ServiceReason


def find_watchable_game(code: str, user_id: int | None) -> int:
    """The id of the game at this address, if this person (None: a visitor) may look at it.

    Raises GameError(GAME_NOT_FOUND): a game that is not for them does not exist, and one and the same
    query finds neither.
    """
    found = Game.objects.watchable_by(user_id).filter(code=code).order_by()
    game_id = found.values_list("pk", flat=True).first()
    if game_id is None:
        raise GameError(ServiceReason.GAME_NOT_FOUND)
    return game_id
