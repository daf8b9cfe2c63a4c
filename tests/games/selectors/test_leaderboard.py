"""Reads of the leaderboard: who stands on it, in which order, and how many games it asks for."""

import math
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.selectors.leaderboard import (
    leaderboard_games,
    leaderboard_page,
    leaderboard_place,
    leaderboard_size,
    near_leaderboard,
)
from games.selectors.standing import standing
from games.statistics.thresholds import ENOUGH_PEOPLE, LEADERBOARD_STEPS
from tests.games.ratings import rated

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
GAMES = LEADERBOARD_STEPS[-1]


def test_leaderboard_is_for_who_has_played_enough_and_lately() -> None:
    here = rated(1600)
    rated(1700, games=74)
    rated(1700, days=31)
    gone = rated(1700)
    User.objects.filter(pk=gone.pk).update(closed_at=NOW)
    assert [row.user_id for row in leaderboard_page(NOW, GAMES)] == [here.pk]
    assert leaderboard_size(NOW, GAMES) == 1


def test_leaderboard_orders_by_what_is_certain_now() -> None:
    bold = rated(1650, uncertainty=60)
    sure = rated(1640, uncertainty=20)
    # 1655 less 20, but three weeks of absence make that less than 1634.
    away = rated(1655, uncertainty=20, days=21)
    still = rated(1649, uncertainty=22, days=0)
    rows = leaderboard_page(NOW, GAMES)
    assert [row.user_id for row in rows] == [away.pk, still.pk, sure.pk, bold.pk]
    shown = [row.rating - row.uncertainty for row in rows]
    assert shown == sorted(shown, reverse=True)
    assert rows[0].uncertainty == pytest.approx(math.sqrt(20**2 + 20**2 * 21 / 30), abs=0.01)
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert [row.rank for row in leaderboard_page(NOW, GAMES, offset=2, limit=1)] == [3]


def test_absence_changes_the_order() -> None:
    away = rated(1650, uncertainty=15, days=29)
    here = rated(1645, uncertainty=15, days=0)
    assert [row.user_id for row in leaderboard_page(NOW, GAMES)] == [here.pk, away.pk]


def test_leaderboard_asks_the_database_once(django_assert_num_queries: Any) -> None:
    for points in range(1500, 1510):
        rated(points)
    with django_assert_num_queries(1):
        assert len(leaderboard_page(NOW, GAMES)) == 10


def test_leaderboard_asks_for_more_games_as_the_site_grows() -> None:
    assert leaderboard_games() == 10
    first = rated(1500, games=10)
    assert leaderboard_place(standing_of(first), NOW, leaderboard_games()) == (1, 1)
    for _person in range(ENOUGH_PEOPLE - 1):
        rated(1500, games=74)
    assert leaderboard_games() == 10
    rated(1500, games=30)
    assert leaderboard_games() == 30
    assert leaderboard_place(standing_of(first), NOW, leaderboard_games()) is None
    for _person in range(ENOUGH_PEOPLE):
        rated(1500, games=75)
    assert leaderboard_games() == 75


def test_closed_accounts_raise_no_threshold() -> None:
    people = [rated(1500, games=80) for _person in range(ENOUGH_PEOPLE)]
    assert leaderboard_games() == 75
    User.objects.filter(pk=people[0].pk).update(closed_at=NOW)
    assert leaderboard_games() == 10


def test_who_is_near_the_leaderboard_lacks_games_only() -> None:
    rated(1500, games=10)
    near, nearer = rated(1500, games=3), rated(1500, games=9)
    rated(1500, games=8, days=31)
    assert [row.user_id for row in near_leaderboard(NOW, 10, limit=5)] == [nearer.pk, near.pk]
    assert [row.user_id for row in near_leaderboard(NOW, 10, limit=1)] == [nearer.pk]


def standing_of(user: User) -> Any:
    found = standing(user.pk, NOW)
    assert found is not None
    return found


def test_a_large_board_keeps_its_order_and_says_the_same(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    people = [rated(1500 + 10 * number) for number in range(4)]
    away = rated(1700, days=31)
    standings = [found for user in people if (found := standing(user.pk, NOW))]

    def seen() -> list[Any]:
        places = [leaderboard_place(each, NOW, GAMES) for each in standings]
        parts = [leaderboard_page(NOW, GAMES, offset=offset, limit=2) for offset in (0, 1, 9)]
        return [places, parts, leaderboard_size(NOW, GAMES)]

    small = seen()
    assert small[0] == [(4, 4), (3, 4), (2, 4), (1, 4)]
    cache.clear()
    settings.HOME_KEPT_SECONDS = 2
    monkeypatch.setattr("games.selectors.leaderboard.LARGE_BOARD", 2)
    assert seen() == small
    # The order is kept, but a closed account is named no more.
    User.objects.filter(pk=people[3].pk).update(closed_at=NOW)
    assert [row.rank for row in leaderboard_page(NOW, GAMES)] == [2, 3, 4]
    # Who comes on the board has a place before the order is read again; who stays away has none.
    late = standing(rated(1505).pk, NOW)
    absent = standing(away.pk, NOW)
    assert late is not None
    assert absent is not None
    assert leaderboard_place(late, NOW, GAMES) == (4, 5)
    assert leaderboard_place(absent, NOW, GAMES) is None
    cache.clear()
