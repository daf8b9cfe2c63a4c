"""Reads for a player's page: how the rating came about."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from games.models import Game, GameResult, SeatResult
from games.selectors.past_games import rated_game
from games.selectors.player import MOST_POINTS, find_shown_player, rating_points
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


def test_long_history_has_the_last_game_before_each_of_many_moments() -> None:
    rng = Random(6)
    game, users = a_game(people=5, is_ranked=True)
    play_at_random(game, Random(3))
    first = SeatResult.objects.get(result_id=game.pk, user=users[0])
    rows = [first]
    for number in range(150):
        ended = rows[-1].ended_at + timedelta(seconds=rng.choice((1, 60, 9000)), microseconds=7)
        other = Game.objects.create(code=f"game{number}", name="A table", player_count=5)
        result = GameResult.objects.create(
            game=other, number=number + 2, kind="ranked", edition="retail", size=5, seconds=9,
            winner="liberal", victory="five_liberal_policies", ended_at=ended, rounds=5,
        )  # fmt: skip
        row = SeatResult(
            result=result, user=users[0], seat=0, role="liberal", team="liberal", won=True, kind="ranked", size=5,
            ended_at=ended, is_rated=True, rating_after=1500 + rng.random(), uncertainty_after=rng.random(),
        )  # fmt: skip
        row.save()
        rows.append(row)
    shown = find_shown_player(users[0].username, reader=None)
    assert shown is not None
    assert shown.standing is not None
    last = rows[-1].ended_at
    standing = replace(shown.standing, games=len(rows), last_ranked_at=last)
    points = rating_points(standing, shown.first_rated_at)
    moments = [
        first.ended_at + (last - first.ended_at) * number / (MOST_POINTS - 1)
        for number in range(MOST_POINTS)
    ]
    met = {
        max((row for row in rows if row.ended_at <= at), key=lambda row: row.ended_at)
        for at in moments
    }
    assert 20 < len(met) < MOST_POINTS
    for point, row in zip(points, sorted(met, key=lambda row: row.ended_at), strict=True):
        assert point.at == row.ended_at
        assert point.rating == pytest.approx(row.rating_after, abs=1e-9)
        assert point.uncertainty == pytest.approx(row.uncertainty_after, abs=1e-9)
