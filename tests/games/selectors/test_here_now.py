"""Who is here: at public tables and in listed lobbies, and nobody else."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Preferences, User
from games.models import Game, LobbySeat
from games.selectors.here_now import here_now
from games.values.timing import Pace
from tests.factories import a_game, a_lobby, a_person

pytestmark = pytest.mark.django_db


def waiting(name: str, **lobby: Any) -> User:
    """Somebody in a lobby of their own, at this moment."""
    user = a_person(name)
    LobbySeat.objects.create(lobby=a_lobby(user, **lobby), user=user)
    return user


def told(most: int = 20) -> tuple[int, int, set[str]]:
    here = here_now(timezone.now(), most)
    return here.playing, here.waiting, {each.person.name for each in here.people}


def test_people_at_public_tables_and_in_listed_lobbies_are_here() -> None:
    waiting("Waits")
    _game, users = a_game(people=5, bots=2, pace="relaxed")
    here = here_now(timezone.now(), 20)
    assert (here.playing, here.waiting) == (5, 1)
    assert [(each.person.name, each.is_playing) for each in here.people] == [
        ("Waits", False),
        *((user.username, True) for user in users),
    ]
    # Some of many are named, all are counted.
    here = here_now(timezone.now(), 3)
    assert (len(here.people), here.playing) == (3, 5)


@pytest.mark.parametrize("lobby", [{"is_public": False}, {"password": "x"}, {"status": "closed"}])
def test_who_waits_where_not_everybody_may_sit_down_is_not_here(lobby: dict[str, Any]) -> None:
    waiting("Waits", **lobby)
    assert told() == (0, 0, set())


def test_who_has_closed_the_page_of_a_lobby_is_gone() -> None:
    waiting("Waits")
    assert told()[1] == 1
    LobbySeat.objects.update(seen_at=timezone.now() - timedelta(seconds=30))
    assert told() == (0, 0, set())


@pytest.mark.parametrize(
    "table",
    [
        {"is_public": False},
        {"is_locked": True},
        {"pace": Pace.DAY.value},
        {"status": "finished"},
        {"pace": "none", "opened_at": timezone.now() - timedelta(minutes=11)},
    ],
)
def test_who_plays_in_private_or_for_days_or_has_long_stopped_is_not_here(
    table: dict[str, Any],
) -> None:
    game, _users = a_game(people=5, pace="relaxed")
    assert told()[0] == 5
    Game.objects.filter(pk=game.pk).update(**table)
    assert told() == (0, 0, set())


def test_who_left_the_seat_to_a_stand_in_is_not_here() -> None:
    game, users = a_game(people=5, pace="relaxed")
    game.seats.filter(number=0).update(has_stand_in=True)
    gone = game.seats.get(number=0).user
    assert gone is not None
    assert told() == (4, 0, {user.username for user in users} - {gone.username})


def test_who_hides_the_list_of_games_is_counted_and_not_named() -> None:
    shy = waiting("Shy")
    assert told() == (0, 1, {"Shy"})
    Preferences.objects.filter(user=shy).update(shows_games=False)
    assert told() == (0, 1, set())


def test_many_people_take_as_many_queries_as_one(django_assert_num_queries: Any) -> None:
    for number in range(3):
        waiting(f"Waits {number}")
        a_game(people=5, pace="relaxed")
        with django_assert_num_queries(4):
            told()
