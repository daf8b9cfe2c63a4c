"""Reads of one person's rating, and of how it compares."""

import pytest
from django.db.models import Q
from django.utils import timezone

from games.models import PlayerRating
from games.selectors.standing import percentile, standing
from games.statistics.rating import PROVISIONAL_GAMES
from games.statistics.thresholds import ENOUGH_PEOPLE, LEADERBOARD_STEPS
from tests.factories import a_person
from tests.games.ratings import rated

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()


def test_standing_is_provisional_below_thirty_games() -> None:
    new, old = rated(1510, games=29), rated(1520, games=30)
    first, second = standing(new.pk, NOW), standing(old.pk, NOW)
    assert first is not None
    assert second is not None
    assert (first.is_provisional, second.is_provisional) == (True, False)
    assert standing(a_person().pk, NOW) is None


def test_indexes_hold_whom_leaderboard_and_percentiles_ask_for() -> None:
    conditions = {index.name: index.condition for index in PlayerRating._meta.indexes}
    assert conditions == {
        "games_leaderboard": Q(games__gte=LEADERBOARD_STEPS[-1]),
        "games_percentiles": Q(games__gte=PROVISIONAL_GAMES),
    }


def test_percentile_counts_settled_players_who_stand_lower() -> None:
    assert percentile(1500) is None
    for points in range(1400, 1400 + 10 * ENOUGH_PEOPLE, 10):
        rated(points)
    rated(1000, games=3)
    assert percentile(1500) == 0.5


def test_nobody_is_better_than_a_share_of_a_handful() -> None:
    for points in range(1400, 1400 + 10 * (ENOUGH_PEOPLE - 1), 10):
        rated(points)
    assert percentile(1590) is None
    rated(1600)
    assert percentile(1600) == 1 - 1 / ENOUGH_PEOPLE
