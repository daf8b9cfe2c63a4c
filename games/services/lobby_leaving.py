"""Leaving lobbies for something else: another table, or the site."""

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.models import Lobby, LobbySeat
from games.services.lobby_seats import leave_lobby, lock_person


@transaction.atomic
def give_up_seat(*, code: str, user: User) -> None:
    """Leave the open lobby with this code for another table; nothing without a seat there."""
    lock_person(user)
    _leave(user, LobbySeat.objects.filter(lobby__code=code))


@transaction.atomic
def leave_open_lobbies(*, user: User) -> None:
    """Take this person out of every lobby: the account is being closed."""
    _leave(user, LobbySeat.objects.all())


def _leave(user: User, seats: QuerySet[LobbySeat]) -> None:
    # Nobody gets up while the game is being dealt: a stand-in plays for whoever is gone then.
    places = seats.filter(user=user, lobby__status=Lobby.Status.OPEN, lobby__opens_until=None)
    for lobby_id in list(places.values_list("lobby_id", flat=True)):
        leave_lobby(lobby_id=lobby_id, user=user)
