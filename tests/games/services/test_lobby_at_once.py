"""Lobbies under simultaneous requests: the last seat, one place each, one start."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connections
from django.utils import timezone

from games.models import Game, Lobby, LobbySeat
from games.selectors.rematch import awaited_seats
from games.services import lobby_start
from games.services.lobby_rematch import decline_rematch, rematch
from games.services.lobby_seats import leave_lobby
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_person
from tests.games.lobbies import a_finished_game, a_full_table, a_table, join, people_of


def at_once(acts: Sequence[Callable[[], object]]) -> list[ServiceReason | None]:
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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_number", range(3))
def test_rematch_answered_both_ways_at_once_is_one_lobby_of_those_who_came(
    round_number: int,
) -> None:
    game, users = a_finished_game()
    first, second, third = users
    yes, no = (partial(act, game=game) for act in (rematch, decline_rematch))
    answers = [partial(yes, user=first)] * 2 + [partial(no, user=third)]
    answers += [partial(yes, user=second), partial(no, user=second)]
    assert at_once(answers) == [None] * len(answers)
    lobby = Lobby.objects.get(rematch_of=game)
    assert lobby.status == Lobby.Status.OPEN
    assert sorted(user.pk for user in people_of(lobby)) == [first.pk, second.pk]
    assert lobby.seats.filter(user=None).count() == 2
    # The last word counts: who says no once more is not waited for, who says yes comes.
    no(user=third)
    assert awaited_seats(lobby, timezone.now()) == ()
    yes(user=third)
    assert set(people_of(lobby)) == set(users)


@pytest.mark.django_db(transaction=True)
def test_rematch_joined_and_left_at_once_seats_nobody_twice() -> None:
    game, users = a_finished_game()
    lobby = rematch(game=game, user=users[0])
    acts: list[Callable[[], object]] = [
        partial(rematch, game=game, user=user) for user in users[1:] for _ in range(2)
    ]
    acts.append(partial(leave_lobby, lobby_id=lobby.pk, user=users[0]))
    assert set(at_once(acts)) == {None}
    lobby.refresh_from_db()
    assert lobby.status == Lobby.Status.OPEN
    assert sorted(user.pk for user in people_of(lobby)) == [user.pk for user in users[1:]]
    assert lobby.host_id in {user.pk for user in users[1:]}
