"""Play again with the people of a finished game, whenever that was: a lobby with its settings, and all are invited.

A rematch (services.lobby_rematch) is for those who are still at the table; this is for later.
"""

from django.db import transaction

from accounts.models import User
from games.models import Game, Lobby
from games.services.invitations import invite_all
from games.services.lobby import open_lobby
from games.services.lobby_rematch import apply_settings_of
from games.values.refusals import GameError, ServiceReason


@transaction.atomic
def play_again(*, game: Game, user: User) -> Lobby:
    """Open a lobby with the settings of this game, and invite everybody who played in it.

    Raises GameError: NOT_SEATED, GAME_RUNNING, SIGN_IN_FIRST for a guest, and those of open_lobby.
    """
    if not game.seats.filter(user=user).exists():
        raise GameError(ServiceReason.NOT_SEATED)
    if game.status == Game.Status.RUNNING:
        raise GameError(ServiceReason.GAME_RUNNING)
    if user.is_guest:
        raise GameError(ServiceReason.SIGN_IN_FIRST)
    lobby = Lobby(host=user)
    apply_settings_of(game, lobby)
    open_lobby(lobby, user)
    people = User.objects.filter(seats__game=game).exclude(pk=user.pk).order_by("seats__number")
    invite_all(lobby, user, people)
    return lobby
