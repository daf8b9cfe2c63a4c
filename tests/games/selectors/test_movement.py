"""How the leaderboard has changed in a week, against a history of ratings made by hand."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Preferences, User
from games.models import PlayerStreak
from games.selectors.leaderboard import leaderboard_page
from games.selectors.movement import places_at
from games.selectors.past_games import latest_ranked
from games.values.game_kind import GameKind
from tests.factories import a_person
from tests.games.ratings import give_rating
from tests.games.selectors.hand_made import a_result
from tests.games.statistics.stored import a_crowd, count_all, random_games

pytestmark = pytest.mark.django_db
NOW = timezone.now()
THEN = NOW - timedelta(days=7)
GAMES = 2


def rated(name: str, *history: tuple[float, float]) -> User:
    """A person with these ratings, each after a ranked game so many days ago; the last one is today's."""
    user = a_person(name, is_guest=False)
    last = NOW
    for days, rating in history:
        last = NOW - timedelta(days=days)
        a_result(last, won=[user], kind=GameKind.RANKED, ratings={user.pk: (rating, 30)})
    return give_rating(user, history[-1][1], games=len(history), at=last)


def names(places: Any) -> list[str]:
    ordered = sorted(places, key=places.__getitem__)
    assert [places[pk] for pk in ordered] == list(range(1, len(ordered) + 1))
    return [User.objects.get(pk=pk).username for pk in ordered]


def now_on_board(now: datetime = NOW) -> list[str]:
    return [row.name for row in leaderboard_page(now, GAMES)]


def test_places_of_a_week_ago_come_from_the_ratings_of_then() -> None:
    rated("Up", (12, 1500), (9, 1510), (1, 1700))
    rated("Down", (12, 1500), (8, 1650), (2, 1550))
    rated("Still", (12, 1500), (9, 1600))
    assert now_on_board() == ["Up", "Still", "Down"]
    assert names(places_at(THEN, GAMES)) == ["Down", "Still", "Up"]


def test_who_had_too_few_games_or_came_back_was_not_on_the_board() -> None:
    rated("Still", (12, 1500), (9, 1600))
    rated("New", (9, 1500), (6, 1600))
    rated("Back", (60, 1700), (50, 1700), (1, 1710))
    gone = rated("Gone", (36, 1800), (35, 1800))
    assert set(now_on_board()) == {"Still", "New", "Back"}
    # Gone had played less than thirty days before.
    assert names(places_at(THEN, GAMES)) == ["Gone", "Still"]
    User.objects.filter(pk=gone.pk).update(closed_at=NOW)
    assert names(places_at(THEN, GAMES)) == ["Still"]


def test_absence_counts_as_it_did_then() -> None:
    # A week ago Away had been away for three weeks, which made 1655 less than 1652.
    rated("Away", (29, 1650), (28, 1655))
    rated("Here", (9, 1600), (7.5, 1652), (1, 1400))
    assert now_on_board() == ["Away", "Here"]
    assert names(places_at(THEN, GAMES)) == ["Here", "Away"]


def test_the_history_gives_the_board_of_every_moment() -> None:
    crowd = a_crowd(10)
    games = random_games(14, crowd, seed=8)
    count_all()
    ranked = [game for game, _played in games if game.is_ranked]
    assert len(ranked) >= 3
    ends = [game.result.ended_at for game in ranked if not game.result.void]
    last = ends[-1]
    assert names(places_at(last, 1)) == [row.name for row in leaderboard_page(last, 1)]
    # Before the last game its players stood with what they had brought to it.
    before = places_at(last - timedelta(seconds=1), 1)
    assert before != places_at(last, 1)


def test_places_take_as_many_queries_for_many_as_for_few(django_assert_num_queries: Any) -> None:
    rated("Up", (12, 1500), (9, 1510), (1, 1700))
    with django_assert_num_queries(2):
        places_at(THEN, GAMES)
    for number in range(9):
        rated(f"Other {number}", (12, 1500), (9, 1510 + number), (1, 1600 - number))
    with django_assert_num_queries(2):
        assert len(places_at(THEN, GAMES)) == 10


def test_streaks_are_of_ranked_games_won_and_of_people_who_show_them() -> None:
    people = [a_person() for _ in range(5)]
    for user, kind, current in zip(
        people,
        ("ranked", "ranked", "ranked", "bots", "ranked"),
        (3, 1, -4, 5, 7),
        strict=True,
    ):
        a_result(NOW, won=[user], kind=GameKind.RANKED)
        PlayerStreak.objects.create(user=user, kind=kind, current=current)
    Preferences.objects.filter(user=people[4]).update(shows_games=False)
    forms = latest_ranked([user.pk for user in people], 5)
    assert [forms[user.pk].streak for user in people[:4]] == [3, 0, 0, 0]
    assert people[4].pk not in forms
