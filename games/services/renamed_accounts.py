"""Showing the new name of a person whom staff have renamed, everywhere in place of the former one."""

from django.db.models import F, Q

from accounts.models import User
from games.models import ChatMessage, Game, Lobby, LobbyMessage, LobbySeat, Seat
from games.selectors.table_cache import forget
from games.services.closed_accounts import rename_tables_of
from games.transport.broadcast import announce_lobby


def show_new_name(*, user: User, former_name: str) -> None:
    """Drop the names that the person had at single tables, and let their tables and lobbies be read again."""
    games = Q(pk__in=Seat.objects.filter(user=user).values("game_id"))
    games |= Q(pk__in=ChatMessage.objects.filter(user=user).values("game_id"))
    for model in (Seat, LobbySeat, ChatMessage, LobbyMessage):
        model.objects.filter(user=user).exclude(name="").update(name="")
    rename_tables_of(user, former_name, user.display_name)
    game_ids = list(Game.objects.filter(games).values_list("pk", flat=True))
    Game.objects.filter(pk__in=game_ids).update(seating=F("seating") + 1)
    for game_id in game_ids:
        forget(game_id)
    for lobby_id in Lobby.objects.open().filter(seats__user=user).values_list("pk", flat=True):
        announce_lobby(lobby_id)
