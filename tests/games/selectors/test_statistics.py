"""Reads of statistics: sums over counted games, with kinds of games kept apart."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine.vocabulary import BoardKind
from games.models import CalibrationTally, GameResult, HeadToHead, SeatResult, Void
from games.presenters.player.community import present_calibration, present_community
from games.presenters.player.rates import Grade
from games.selectors.statistics import (
    CommunityFilter,
    calibrations,
    community,
    community_by,
    head_to_head,
    most_met,
    numbers_by_kind,
)
from games.statistics import CommunityMeasure, Measure, Tally
from games.values.game_kind import GameKind
from tests.factories import a_person
from tests.games.statistics.stored import a_crowd, count_all, random_games


@pytest.mark.django_db
def test_numbers_of_a_person_keep_kinds_of_games_apart() -> None:
    crowd = a_crowd(10)
    random_games(25, crowd, seed=20)
    count_all()
    person = crowd[0]
    # In a void game only a leaver has played.
    counting = SeatResult.objects.filter(Q(result__void=Void.NO) | Q(is_leaver=True), user=person)
    for kind in GameKind:
        played = counting.filter(kind=kind.value)
        numbers = numbers_by_kind(person.pk)[kind]
        assert numbers.total(Measure.WON) == (played.filter(won=True).count(), played.count())
        assert numbers.sizes == tuple(sorted(set(played.values_list("size", flat=True))))
        predicted = played.filter(result__prediction__isnull=False).count()
        assert numbers.total(Measure.EXPECTED).instances == predicted
        assert (predicted > 0) == (kind is GameKind.RANKED)


@pytest.mark.django_db
def test_numbers_take_as_many_queries_for_much_as_for_little() -> None:
    crowd = a_crowd(10)
    random_games(1, crowd, seed=21)
    count_all()
    with CaptureQueriesContext(connection) as few:
        numbers_by_kind(crowd[0].pk)
        most_met(crowd[0].pk, GameKind.CASUAL)
    random_games(12, crowd, seed=22)
    count_all()
    with CaptureQueriesContext(connection) as many:
        numbers_by_kind(crowd[0].pk)
        found = most_met(crowd[0].pk, GameKind.CASUAL)
    assert len(found) > 3
    assert len(few) == len(many) == 2


@pytest.mark.django_db
def test_pairings_come_with_whom_one_played_most_and_closed_accounts_have_no_name() -> None:
    person, often, seldom = a_person("Ana"), a_person("Bo"), a_person("Cy")
    often.closed_at = timezone.now()
    often.save()
    for other, games in ((seldom, 2), (often, 15)):
        HeadToHead.objects.create(
            user=person, kind="ranked", other=other,
            same_games=games, same_wins=1, opposite_games=1, opposite_wins=0,
        )  # fmt: skip
    pairings = most_met(person.pk, GameKind.RANKED)
    assert [(each.other, each.same) for each in pairings] == [
        ("", Tally(1, 15)),
        ("Cy", Tally(1, 2)),
    ]
    met = head_to_head(person.pk, seldom.pk, GameKind.RANKED)
    assert met is not None
    assert met.opposite == Tally(0, 1)
    assert head_to_head(person.pk, seldom.pk, GameKind.CASUAL) is None
    assert head_to_head(seldom.pk, person.pk, GameKind.RANKED) is None


@pytest.mark.django_db
def test_community_adds_up_results_by_size_and_month() -> None:
    random_games(32, a_crowd(), seed=23)
    count_all()
    results = GameResult.objects.filter(kind="casual", void=Void.NO)
    rows = list(results.values_list("size", "winner", "victory", "rounds", "seconds", "ended_at"))
    wanted = CommunityFilter(kind=GameKind.CASUAL)

    def shares(winners: Iterable[tuple[Any, str]]) -> dict[Any, tuple[int, int]]:
        games: Counter[Any] = Counter()
        wins: Counter[Any] = Counter()
        for group, winner in winners:
            games[group] += 1
            wins[group] += winner == "liberal"
        return {group: (wins[group], games[group]) for group in games}

    wins = CommunityMeasure.LIBERAL_WINS
    by_size = {size: tuple(of[wins]) for size, of in community_by("size", wanted).items()}
    assert by_size == shares((row[0], row[1]) for row in rows)
    by_month = {month: tuple(of[wins]) for month, of in community_by("month", wanted).items()}
    assert by_month == shares((row[5].date().replace(day=1), row[1]) for row in rows)
    assert len(by_month) > 1
    whole = community(wanted)
    assert whole[CommunityMeasure.ROUNDS] == (sum(row[3] for row in rows), len(rows))
    assert whole[CommunityMeasure.SECONDS] == (sum(row[4] for row in rows), len(rows))
    for victory, count in Counter(row[2] for row in rows).items():
        assert whole[CommunityMeasure(victory)] == (count, len(rows))
    first = min(month for month in by_month if isinstance(month, date))
    of_month = community(CommunityFilter(kind=GameKind.CASUAL, since=first, until=first))
    assert tuple(of_month[wins]) == by_month[first]


@pytest.mark.django_db
def test_abandoned_games_are_a_share_of_all_even_if_void() -> None:
    random_games(40, a_crowd(), seed=24)
    count_all()
    ranked = GameResult.objects.filter(kind="ranked")
    left = ranked.filter(seats__is_leaver=True).distinct().count()
    assert ranked.filter(void=Void.LEFT_EARLY).exists()
    whole = community(CommunityFilter())
    assert whole[CommunityMeasure.ABANDONED] == (left, ranked.count())
    played_out = ranked.filter(void=Void.NO).count()
    assert whole[CommunityMeasure.LIBERAL_WINS].instances == played_out < ranked.count()
    bands = community_by("band", CommunityFilter())
    assert {band for band in bands if band} <= set(range(1100, 2000, 100))


@pytest.mark.django_db
def test_calibration_speaks_from_a_hundred_games_of_a_size() -> None:
    for size, games in ((7, 99), (8, 100)):
        CalibrationTally.objects.create(
            size=size, number=100, games=games, liberal_wins=games // 2,
            predicted=games * 502_000, loss=games * 690_000, size_loss=games * 693_000,
        )  # fmt: skip
    found = calibrations()
    assert list(found) == [(BoardKind.STANDARD, size) for size in range(5, 11)]
    few, enough = (present_calibration(size, found[BoardKind.STANDARD, size]) for size in (7, 8))
    assert (few.is_enough, few.games, few.points, few.log_loss) == (False, 99, (), None)
    assert enough.is_enough
    assert (enough.log_loss, enough.size_only_log_loss) == (0.69, 0.693)
    (point,) = enough.points
    assert (round(point.predicted, 1), point.actual.percent) == (50.2, 50.0)
    # Wilson's interval for 50 of 100.
    assert point.actual.low is not None
    assert round(point.actual.low, 1) == 40.4


def test_community_line_hides_what_few_games_would_make_up() -> None:
    nine = {CommunityMeasure.LIBERAL_WINS: Tally(4, 9), CommunityMeasure.ROUNDS: Tally(90, 9)}
    line = present_community("5", nine)
    assert (line.games, line.grade, line.rounds, line.liberal_wins.percent) == (
        9,
        Grade.HIDDEN,
        None,
        None,
    )
    many = {
        CommunityMeasure.LIBERAL_WINS: Tally(18, 40),
        CommunityMeasure.SECONDS: Tally(72_000, 40),
        CommunityMeasure.VETOES_GRANTED: Tally(3, 4),
    }
    line = present_community("5", many)
    assert (line.minutes, line.liberal_wins.percent) == (30.0, 45.0)
    assert (line.vetoes_granted.successes, line.vetoes_granted.percent) == (3, None)
