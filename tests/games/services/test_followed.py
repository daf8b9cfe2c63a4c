"""Wins that a rebuild follows in memory: the same as are stored."""

import pytest

from accounts.models import User
from games.models import CountedGame
from games.selectors.honours import careers_of, wins_counted
from games.services.followed import WinsFollowed
from games.statistics import Sums
from tests.games.services.test_statistics import count_all
from tests.games.statistics.stored import a_crowd, random_games


@pytest.mark.django_db
def test_wins_that_are_followed_are_those_that_are_stored() -> None:
    random_games(60, a_crowd(), seed=14)
    count_all()
    people = list(User.objects.values_list("pk", flat=True))
    careers = careers_of(people, [], {})
    stored = {
        person: (career.finished, {cell: wins for cell, wins in career.wins.items() if wins})
        for person, career in careers.items()
    }
    assert len([finished for finished, wins in stored.values() if wins and finished > 1]) > 10

    begun_again = WinsFollowed(wins_counted())
    assert {person: begun_again.of(person) for person in people} == stored
    followed = WinsFollowed()
    for row in CountedGame.objects.exclude(sheet=None):
        sums = Sums()
        sums.add(row.sheet)
        followed.add(sums.players)
    assert {person: followed.of(person) for person in people} == stored


@pytest.mark.django_db
def test_games_that_are_taken_out_are_not_followed_any_more() -> None:
    random_games(10, a_crowd(), seed=14)
    count_all()
    followed = WinsFollowed(wins_counted())
    for row in CountedGame.objects.exclude(sheet=None):
        sums = Sums()
        sums.add(row.sheet, -1)
        followed.add(sums.players)
    people = User.objects.values_list("pk", flat=True)
    assert {person: followed.of(person) for person in people} == dict.fromkeys(people, (0, {}))
