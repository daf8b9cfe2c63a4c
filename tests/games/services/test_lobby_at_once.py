"""Lobbies under simultaneous requests: the last seat, one place each, one start."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connections

from games.models import Game, Lobby, LobbySeat
from games.services import lobby_start
from games.services.lobby_rematch import rematch
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_person
from tests.games.lobbies import a_finished_game, a_full_table, a_table, join, people_of


def at_once(acts: list[Callable[[], object]]) -> list[ServiceReason | None]:
    """Run everything at the same moment, each on a thread and connection of its own."""
    together = Barrier(len(acts))

    def run(act: Callable[[], object]) -> ServiceReason | None:
        try:
            together.wait()
            act()
        except GameError as error:
            return error.reason
        else:
            return None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


@pytest.mark.django_db(transaction=True)
def test_last_seat_has_one_taker() -> None:
    lobby = a_table(most_players=5)
    for _ in range(3):
        join(lobby)
    racers = [a_person() for _ in range(6)]
    outcomes = at_once([partial(join, lobby, user) for user in racers])
    assert outcomes.count(None) == 1
    assert outcomes.count(ServiceReason.LOBBY_FULL) == 5
    assert lobby.seats.count() == 5


@pytest.mark.django_db(transaction=True)
def test_person_who_joins_everywhere_at_once_sits_once() -> None:
    tables = [a_table() for _ in range(5)]
    user = a_person()
    outcomes = at_once([partial(join, table, user) for table in tables])
    assert outcomes.count(None) == 1
    assert outcomes.count(ServiceReason.SEATED_ELSEWHERE) == 4
    assert LobbySeat.objects.filter(user=user).count() == 1


@pytest.mark.django_db(transaction=True)
def test_start_pressed_twice_starts_one_game() -> None:
    lobby = a_full_table()
    start = partial(lobby_start.start_lobby_game, lobby_id=lobby.pk, user=lobby.host)
    outcomes = at_once([start] * 4)
    assert outcomes.count(None) == 1
    assert Game.objects.filter(lobby=lobby).count() == 1


@pytest.mark.django_db(transaction=True)
def test_rematch_asked_for_by_all_at_once_is_one_lobby() -> None:
    game, users = a_finished_game()
    outcomes = at_once([partial(rematch, game=game, user=user) for user in users])
    assert outcomes == [None, None, None]
    lobby = Lobby.objects.get(rematch_of=game)
    assert set(people_of(lobby)) == set(users)
    assert lobby.seats.filter(user=None).count() == 2
