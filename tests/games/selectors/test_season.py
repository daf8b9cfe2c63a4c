"""Reads of the tables of seasons."""

import pytest

from games.models import SeasonStanding
from games.selectors.season import played_seasons, season_games, season_table
from games.statistics.thresholds import ENOUGH_PEOPLE
from tests.factories import a_person

pytestmark = pytest.mark.django_db(transaction=True)


def test_season_table_needs_thirty_games() -> None:
    people = [a_person() for _ in range(3)]
    for user, games, over in zip(people, (30, 40, 29), (1.5, 2.5, 9.0), strict=True):
        SeasonStanding.objects.create(
            season="2026-Q4", user=user, games=games, wins=15, expected=15 - over,
            over_expectation=over,
        )  # fmt: skip
    SeasonStanding.objects.create(season="2026-Q3", user=people[0], games=1, wins=1, expected=0.5)
    assert [row.user_id for row in season_table("2026-Q4", 30)] == [people[1].pk, people[0].pk]
    assert played_seasons() == ["2026-Q4", "2026-Q3"]


def test_a_season_asks_for_more_games_as_people_play_in_it() -> None:
    def play(games: int, people: int) -> None:
        for _person in range(people):
            SeasonStanding.objects.create(season="2026-Q4", user=a_person(), games=games)

    assert season_games("2026-Q4") == 5
    play(14, ENOUGH_PEOPLE)
    play(15, ENOUGH_PEOPLE - 1)
    assert season_games("2026-Q4") == 5
    play(29, 1)
    assert season_games("2026-Q4") == 15
    play(30, ENOUGH_PEOPLE)
    assert season_games("2026-Q4") == 30
    assert season_games("2026-Q3") == 5
