"""Who may look at which table.

Door: find_watchable_game. A game by link only is open to whoever was given its address, which
nobody guesses; one behind a password is open to those who sit at it.
"""

from games.models import Game
from games.services.errors import GameError, ServiceReason


def find_watchable_game(code: str, user_id: int | None) -> int:
    """The id of the game at this address, if this person (None: a visitor) may look at it.

    Raises GameError(GAME_NOT_FOUND or NOT_SEATED).
    """
    game = Game.objects.filter(code=code).select_related("lobby").first()
    if game is None:
        raise GameError(ServiceReason.GAME_NOT_FOUND)
    is_locked = game.lobby is not None and game.lobby.password and game.status == "running"
    if is_locked and not _is_seated(game, user_id):
        raise GameError(ServiceReason.NOT_SEATED)
    return game.pk


def _is_seated(game: Game, user_id: int | None) -> bool:
    return user_id is not None and game.seats.filter(user_id=user_id).exists()
