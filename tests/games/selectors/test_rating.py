"""Reads of ratings: the leaderboard and its order, standings, seasons, chances."""

import math
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.engine.vocabulary import BoardKind, Edition
from games.models import PlayerRating, SeasonStanding, SideBias
from games.selectors.rating import (
    leaderboard,
    leaderboard_games,
    leaderboard_place,
    leaderboard_size,
    liberal_chance,
    near_leaderboard,
    percentile,
    season_games,
    season_table,
    seasons,
    standing,
)
from games.statistics.rating import (
    PROVISIONAL_GAMES,
    Model,
    pack,
    rate_game,
    start_beliefs,
)
from games.statistics.thresholds import ENOUGH_PEOPLE, LEADERBOARD_STEPS
from tests.factories import a_person

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
GAMES = LEADERBOARD_STEPS[-1]


def rated(
    rating: float, *, uncertainty: float = 30, games: int = 80, days: float = 1, **fields: Any
) -> User:
    user = a_person(is_guest=False)
    PlayerRating.objects.create(
        user=user, state=pack(start_beliefs()), rating=rating, uncertainty=uncertainty,
        liberal=rating, liberal_uncertainty=uncertainty, fascist=rating,
        fascist_uncertainty=uncertainty, games=games, wins=games // 2,
        last_ranked_at=NOW - timedelta(days=days), **fields,
    )  # fmt: skip
    return user


def test_leaderboard_is_for_who_has_played_enough_and_lately() -> None:
    here = rated(1600)
    rated(1700, games=74)
    rated(1700, days=31)
    gone = rated(1700)
    User.objects.filter(pk=gone.pk).update(closed_at=NOW)
    assert [row.user_id for row in leaderboard(NOW, GAMES)] == [here.pk]
    assert leaderboard_size(NOW, GAMES) == 1


def test_leaderboard_orders_by_what_is_certain_now() -> None:
    bold = rated(1650, uncertainty=60)
    sure = rated(1640, uncertainty=20)
    # 1655 less 20, but three weeks of absence make that less than 1634.
    away = rated(1655, uncertainty=20, days=21)
    still = rated(1649, uncertainty=22, days=0)
    rows = leaderboard(NOW, GAMES)
    assert [row.user_id for row in rows] == [away.pk, still.pk, sure.pk, bold.pk]
    shown = [row.rating - row.uncertainty for row in rows]
    assert shown == sorted(shown, reverse=True)
    assert rows[0].uncertainty == pytest.approx(math.sqrt(20**2 + 20**2 * 21 / 30))
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert [row.rank for row in leaderboard(NOW, GAMES, offset=2, limit=1)] == [3]


def test_absence_changes_the_order() -> None:
    away = rated(1650, uncertainty=15, days=29)
    here = rated(1645, uncertainty=15, days=0)
    assert [row.user_id for row in leaderboard(NOW, GAMES)] == [here.pk, away.pk]


def test_leaderboard_asks_the_database_once(django_assert_num_queries: Any) -> None:
    for points in range(1500, 1510):
        rated(points)
    with django_assert_num_queries(1):
        assert len(leaderboard(NOW, GAMES)) == 10


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
        "games_leaderboard": Q(games__gte=GAMES),
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


def test_season_table_needs_thirty_games() -> None:
    people = [a_person() for _ in range(3)]
    for user, games, over in zip(people, (30, 40, 29), (1.5, 2.5, 9.0), strict=True):
        SeasonStanding.objects.create(
            season="2026-Q4", user=user, games=games, wins=15, expected=15 - over,
            over_expectation=over,
        )  # fmt: skip
    SeasonStanding.objects.create(season="2026-Q3", user=people[0], games=1, wins=1, expected=0.5)
    assert [row.user_id for row in season_table("2026-Q4", 30)] == [people[1].pk, people[0].pk]
    assert seasons() == ["2026-Q4", "2026-Q3"]


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


def test_chance_on_a_new_board_is_that_of_the_standard_one_with_more_doubt() -> None:
    model, people = Model(), [start_beliefs() for _ in range(7)]
    liberal = [True] * 4 + [False] * 3
    for _game in range(60):
        rate_game(model, Edition.RETAIL, people, liberal, liberals_won=True)
    SideBias.objects.create(
        edition="retail", size=7, state=pack(model.biases[Edition.RETAIL, BoardKind.STANDARD, 7])
    )
    ids = [a_person().pk for _ in range(7)]
    standard = liberal_chance(ids, Edition.RETAIL)
    start = liberal_chance(ids, Edition.RETAIL, "rebalanced")
    assert standard > 0.52
    assert 0.5 < start < standard
    assert liberal_chance(ids, Edition.RETAIL, "standard") == standard
    SideBias.objects.create(
        edition="retail",
        board="rebalanced",
        size=7,
        state=pack([(-1.0, 0.01)] * len(model.weights)),
    )
    assert liberal_chance(ids, Edition.RETAIL, "rebalanced") < 0.4
    assert liberal_chance(ids, Edition.RETAIL) == standard


def test_there_is_no_chance_on_a_custom_board() -> None:
    ids = [a_person().pk for _ in range(5)]
    with pytest.raises(ValueError, match="custom board"):
        liberal_chance(ids, Edition.RETAIL, "5-1-nnpee-k1-z2-v4-6x11-0x0-c1")


def test_rebalanced_board_of_five_has_the_chance_of_the_standard_one() -> None:
    ids = [a_person().pk for _ in range(5)]
    chances = {liberal_chance(ids, Edition.RETAIL, board) for board in ("standard", "rebalanced")}
    assert len(chances) == 1


def test_chance_before_a_game_depends_on_who_sits_there_and_not_on_roles() -> None:
    model, people = Model(), [start_beliefs() for _ in range(5)]
    for _game in range(60):
        rate_game(
            model, Edition.RETAIL, people, [True, True, True, False, False], liberals_won=True
        )
    users = [rated(1600) for _ in range(5)]
    for user, beliefs in zip(users, people, strict=True):
        PlayerRating.objects.filter(pk=user.pk).update(state=pack(beliefs))
    ids = [user.pk for user in users]
    chance = liberal_chance(ids, Edition.RETAIL)
    assert chance == pytest.approx(liberal_chance(ids[::-1], Edition.RETAIL), abs=1e-12)
    strangers = liberal_chance([a_person().pk for _ in range(5)], Edition.RETAIL)
    assert strangers == pytest.approx(0.46, abs=0.01)
    assert abs(chance - strangers) > 0.001


def test_a_large_board_keeps_its_order_and_says_the_same(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    people = [rated(1500 + 10 * number) for number in range(4)]
    away = rated(1700, days=31)
    standings = [found for user in people if (found := standing(user.pk, NOW))]

    def seen() -> list[Any]:
        places = [leaderboard_place(each, NOW, GAMES) for each in standings]
        parts = [leaderboard(NOW, GAMES, offset=offset, limit=2) for offset in (0, 1, 9)]
        return [places, parts, leaderboard_size(NOW, GAMES)]

    small = seen()
    assert small[0] == [(4, 4), (3, 4), (2, 4), (1, 4)]
    cache.clear()
    settings.HOME_KEPT_SECONDS = 2
    monkeypatch.setattr("games.selectors.rating.LARGE_BOARD", 2)
    assert seen() == small
    # The order is kept, but a closed account is named no more.
    User.objects.filter(pk=people[3].pk).update(closed_at=NOW)
    assert [row.rank for row in leaderboard(NOW, GAMES)] == [2, 3, 4]
    # Who comes on the board has a place before the order is read again; who stays away has none.
    late = standing(rated(1505).pk, NOW)
    absent = standing(away.pk, NOW)
    assert late is not None
    assert absent is not None
    assert leaderboard_place(late, NOW, GAMES) == (4, 5)
    assert leaderboard_place(absent, NOW, GAMES) is None
    cache.clear()
