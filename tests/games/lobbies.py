"""Lobbies for tests, made by the services."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress

from accounts.models import User
from games.models import Game, Lobby
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.values.lobby import LobbySettings
from tests.factories import a_game, a_person


def a_table(host: User | None = None, **settings: object) -> Lobby:
    """A lobby with its host, in which guests write freely."""
    chosen = LobbySettings(**{"name": "Friday", "guests_write": True, **settings})  # type: ignore[arg-type]
    return lobbies.create_lobby(user=host or a_person(), settings=chosen)


def a_full_table(most: int = 5) -> Lobby:
    """A lobby with every seat taken by a person who is ready."""
    lobby = a_table(most_players=most)
    ready(lobby, [join(lobby) for _ in range(most - 1)])
    return lobby


def a_finished_game() -> tuple[Game, list[User]]:
    """A game of three people and two bots that is over, at a table of up to seven."""
    game, users = a_game(3, 2, is_public=True, most_players=7)
    game.status = Game.Status.FINISHED
    game.save()
    return game, users


def join(lobby: Lobby, user: User | None = None, password: str = "") -> User:
    user = user or a_person()
    seats.join_lobby(lobby_id=lobby.pk, user=user, password=password)
    return user


def ready(lobby: Lobby, people: Iterable[User]) -> None:
    for user in people:
        seats.set_ready(lobby_id=lobby.pk, user=user, is_ready=True)


def registered(name: str = "") -> User:
    """A person with a confirmed address."""
    user = a_person(name, is_guest=False)
    EmailAddress.objects.create(
        user=user, email=f"{user.pk}@example.org", primary=True, verified=True
    )
    return user


def people_of(lobby: Lobby) -> list[User]:
    return [seat.user for seat in lobby.seats.filter(user__isnull=False) if seat.user]


def seat_id(lobby: Lobby, user: User | None) -> int:
    return lobby.seats.filter(user=user)[0].pk
