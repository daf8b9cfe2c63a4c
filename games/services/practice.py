"""A game for one person and bots, begun at once: no clock runs, and only they have its address."""

from django.db import transaction

from accounts.models import User
from games.models import Game
from games.services.lobby import create_lobby, fresh_table_name
from games.services.lobby_seats import add_bots
from games.services.lobby_start import start_lobby_game
from games.values.lobby import LobbySettings
from games.values.timing import Pace

PLAYERS = 7
"""As many as at the table of the tour."""


@transaction.atomic
def start_practice(*, user: User) -> Game:
    """Start such a game. Raises GameError(SEATED_ELSEWHERE) for a person who is playing."""
    settings = LobbySettings(
        name=fresh_table_name(), is_public=False, most_players=PLAYERS, pace=Pace.NONE
    )
    lobby = create_lobby(user=user, settings=settings)
    add_bots(lobby_id=lobby.pk, user=user, fill=True)
    return start_lobby_game(lobby_id=lobby.pk, user=user)
