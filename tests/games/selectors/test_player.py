"""Reads for a player's page: how the rating came about."""

from random import Random

import pytest

from games.models import SeatResult
from games.selectors.past_games import rated_game
from games.selectors.player import find_shown_player, rating_points
from tests.factories import a_game, play_at_random

pytestmark = pytest.mark.django_db(transaction=True)


def test_history_has_a_point_for_each_game_that_counted() -> None:
    game, users = a_game(people=5, is_ranked=True)
    play_at_random(game, Random(3))
    game.refresh_from_db()
    seat = SeatResult.objects.get(result_id=game.pk, user=users[0])
    shown = find_shown_player(users[0].username, reader=None)
    assert shown is not None
    assert shown.standing is not None
    assert shown.first_rated_at == game.finished_at
    (point,) = rating_points(shown.standing, shown.first_rated_at)
    assert point.at == game.finished_at
    assert (point.rating, point.uncertainty) == (seat.rating_after, seat.uncertainty_after)
    rated = rated_game(game.pk)
    assert rated is not None
    assert len(rated.seats) == 5
