"""Who leads the last days, against games made by hand."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Preferences, User
from games.selectors.bests import latest_bests
from games.values.player import Best
from tests.factories import a_person
from tests.games.selectors.hand_made import a_result

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def ago(days: float) -> Any:
    return NOW - timedelta(days=days)


def told(bests: tuple[Best, ...]) -> list[tuple[str, int, int]]:
    return [(each.person.name, each.count, each.games) for each in bests]


@pytest.fixture
def people() -> tuple[User, User, User]:
    return a_person("Ana"), a_person("Bo"), a_person("Cy")


def a_week(ana: User, bo: User, cy: User) -> None:
    """Four games of this week, and one of last month in which Ana and Bo took part."""
    a_result(ago(20), won=[bo], lost=[ana])
    a_result(ago(4), won=[ana, cy], lost=[bo])
    a_result(ago(3), won=[bo], lost=[ana], winner="fascist")
    a_result(ago(2), won=[ana, cy], lost=[bo], winner="fascist")
    a_result(ago(1), won=[ana], lost=[bo, cy])


def test_the_week_is_counted_and_nothing_older(people: tuple[User, User, User]) -> None:
    a_week(*people)
    bests = latest_bests(NOW, 3)
    assert (bests.days, bests.games) == (7, 4)
    assert told(bests.won) == [("Ana", 3, 4), ("Cy", 2, 3), ("Bo", 1, 4)]
    assert told(bests.streaks) == [("Cy", 2, 3), ("Ana", 2, 4)]
    assert told(bests.liberals) == [("Ana", 2, 3), ("Cy", 1, 1)]
    assert told(bests.fascists) == [("Ana", 1, 1), ("Cy", 1, 2), ("Bo", 1, 3)]
    # Whose first game was in these days is new, the others are not.
    assert told(bests.newcomers) == [("Cy", 2, 3)]
    assert [(each.person.name, each.games) for each in bests.new] == [("Cy", 3)]
    assert len(latest_bests(NOW, 1).won) == 1


def test_duels_are_of_those_who_met_most_on_opposite_sides(
    people: tuple[User, User, User],
) -> None:
    a_week(*people)
    (duel,) = latest_bests(NOW, 3).duels
    # Bo met Ana four times this week, and Cy three times, but nobody has two duels.
    assert [each.name for each in duel.people] == ["Ana", "Bo"]
    assert duel.wins == (3, 1)


def test_where_all_are_new_nobody_is_called_a_newcomer(people: tuple[User, User, User]) -> None:
    ana, bo, cy = people
    for days in (1, 2, 3):
        a_result(ago(days), won=[ana, cy], lost=[bo])
    bests = latest_bests(NOW, 3)
    assert bests.won
    assert (bests.newcomers, bests.new) == ((), ())


def test_after_a_quiet_week_the_month_has_winners(people: tuple[User, User, User]) -> None:
    ana, bo, _cy = people
    a_result(ago(2), won=[ana], lost=[bo])
    a_result(ago(9), won=[bo], lost=[ana])
    a_result(ago(29), won=[bo], lost=[ana])
    a_result(ago(31), won=[ana], lost=[bo])
    bests = latest_bests(NOW, 3)
    assert (bests.days, bests.games) == (30, 3)
    assert told(bests.won) == [("Bo", 2, 3), ("Ana", 1, 3)]


def test_private_and_void_games_and_people_who_hide_theirs_are_left_out(
    people: tuple[User, User, User],
) -> None:
    a_week(*people)
    ana, bo, cy = people
    before = latest_bests(NOW, 3)
    a_result(ago(1), won=[bo], lost=[ana], is_public=False)
    a_result(ago(1), won=[bo], lost=[ana], void="left_early")
    assert latest_bests(NOW, 3) == before
    Preferences.objects.filter(user=ana).update(shows_games=False)
    User.objects.filter(pk=cy.pk).update(closed_at=NOW)
    bests = latest_bests(NOW, 3)
    assert told(bests.won) == [("Bo", 1, 4)]
    assert (bests.streaks, bests.new) == ((), ())


def test_many_games_take_as_many_queries_as_few(
    people: tuple[User, User, User], django_assert_num_queries: Any
) -> None:
    a_week(*people)
    with django_assert_num_queries(1):
        latest_bests(NOW, 3)
    for _game in range(9):
        a_result(ago(1), won=[a_person()], lost=[a_person(), people[0]])
    with django_assert_num_queries(1):
        latest_bests(NOW, 3)
