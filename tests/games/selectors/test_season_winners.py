"""Whose the past seasons were."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import SeasonStanding
from games.selectors.season import season_games, season_table
from games.selectors.season_winners import season_winners
from games.statistics.thresholds import ENOUGH_PEOPLE
from tests.factories import a_person

pytestmark = pytest.mark.django_db
SEASONS = ["2026-Q2", "2026-Q1", "2025-Q4"]


def stood(season: str, name: str, games: int, over: float) -> User:
    user = a_person(name)
    SeasonStanding.objects.create(season=season, user=user, games=games, over_expectation=over)
    return user


def test_each_season_is_won_by_the_first_of_its_own_table(django_assert_num_queries: Any) -> None:
    stood("2026-Q2", "Second", 9, 1.5)
    stood("2026-Q2", "First", 9, 2.5)
    stood("2026-Q2", "Too few games", 4, 9)
    # In a season of many people more games are asked for.
    for number in range(ENOUGH_PEOPLE):
        stood("2025-Q4", f"Of many {number}", 15, number / 10)
    stood("2025-Q4", "Few among many", 14, 9)
    stood("2024-Q1", "Not asked for", 30, 9)
    with django_assert_num_queries(2):
        found = season_winners(SEASONS)
    assert [(each.season, each.row.name) for each in found] == [
        ("2026-Q2", "First"),
        ("2025-Q4", f"Of many {ENOUGH_PEOPLE - 1}"),
    ]
    for each in found:
        assert season_table(each.season, season_games(each.season))[0] == each.row


def test_closed_accounts_win_nothing() -> None:
    gone = stood("2026-Q1", "Gone", 9, 2.5)
    stood("2026-Q1", "Still here", 9, 1.5)
    User.objects.filter(pk=gone.pk).update(closed_at=timezone.now())
    assert [each.row.name for each in season_winners(SEASONS)] == ["Still here"]
    assert season_winners([]) == ()
