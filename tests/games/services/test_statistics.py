"""Statistics kept up game by game, each game once, always equal to a full recount."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import (
    CalibrationTally,
    CommunityTally,
    CountedGame,
    EarnedHonour,
    Game,
    GameEvent,
    GameResult,
    HeadToHead,
    PlayerStreak,
    PlayerTally,
    SeatResult,
    Void,
)
from games.selectors.tally_columns import TALLY_COLUMNS
from games.services import clock, statistics
from games.services.clock import run_due
from games.services.rating import rate_ended
from games.services.rating_rebuild import keep_up
from games.services.rating_rebuild import rebuild as rebuild_ratings
from games.services.result import annul
from games.services.statistics import count_due, mark_result_due, rebuild, settle
from games.statistics import Measure
from games.statistics.measures import OF_RATINGS
from tests.factories import a_game, play_at_random
from tests.games.statistics.reference import recount
from tests.games.statistics.stored import a_crowd, random_games

TABLES = (PlayerTally, HeadToHead, PlayerStreak, CommunityTally, CalibrationTally, EarnedHonour)
Snapshot = dict[str, list[tuple[Any, ...]]]


def snapshot() -> Snapshot:
    """Return all sums in a fixed order; rows of zeros are left out."""
    found = {}
    for table in TABLES:
        names = [field.name for field in table._meta.concrete_fields if field.name != "id"]
        rows = table.objects.values_list(*names)
        sums = len(TALLY_COLUMNS) if table is PlayerTally else 2
        found[table.__name__] = sorted(row for row in rows if any(row[-sums:]))
    return found


def count_all() -> None:
    """Rate and count what is due, as the clock would."""
    keep_up()
    while count_due(timezone.now()):
        pass
    assert not CountedGame.objects.filter(due_at__isnull=False).exists()


@pytest.mark.django_db
def test_keeping_up_equals_counting_everything_anew() -> None:
    rng = Random(4)
    games = random_games(80, a_crowd())
    # Games are counted in any order, some of them before they are rated.
    waiting = [game.pk for game, _played in games]
    rng.shuffle(waiting)
    for game_id in waiting[:25]:
        settle([game_id])
    rate_ended()
    count_all()
    ranked = [game for game, _played in games if game.is_ranked and not game.has_bots]
    for game in rng.sample(ranked, 3):
        assert annul(game_id=game.pk)
        rebuild_ratings()
        count_all()
    kept_up = snapshot()

    assert {row[1] for row in kept_up["PlayerTally"]} == {"ranked", "casual", "bots"}
    assert len(kept_up["PlayerTally"]) > 200
    assert len(kept_up["CalibrationTally"]) > 10
    voids = set(GameResult.objects.values_list("void", flat=True))
    assert voids == {Void.NO, Void.LEFT_EARLY, Void.ANNULLED}
    call_command("rebuild_statistics", verbosity=0)

    assert snapshot() == kept_up


@pytest.mark.django_db
def test_an_annulled_game_leaves_no_trace() -> None:
    crowd = a_crowd()
    games = random_games(12, crowd, seed=11)
    ranked = [game for game, _played in games if game.is_ranked and not game.has_bots]
    annulled = ranked[1]
    count_all()
    before = snapshot()

    annul(game_id=annulled.pk)
    rebuild_ratings()
    count_all()
    without = snapshot()
    Game.objects.filter(pk=annulled.pk).delete()
    rebuild()

    assert without != before
    assert snapshot() == without


@pytest.mark.django_db
def test_sums_equal_those_from_the_game_records() -> None:
    games = random_games(40, a_crowd(), seed=1)
    count_all()

    expected: dict[tuple[Any, ...], Counter[str]] = defaultdict(Counter)
    for game, played in games:
        kind = kind_as_played(game)
        if game.result.void:
            continue
        for seat, numbers in enumerate(recount(played, is_ranked=kind == "ranked")):
            role = played.roles[seat]
            for measure, (successes, instances) in numbers.items():
                person = played.seats[seat].person
                key = person, kind, measure.value, role.value, game.player_count
                expected[key].update(successes=successes, instances=instances)
    of_people = {
        key: (found["successes"], found["instances"])
        for key, found in expected.items()
        if key[0] is not None
    }
    void = GameResult.objects.exclude(void=Void.NO)
    for leaver in SeatResult.objects.filter(result__in=void, is_leaver=True):
        for counted in ("finished", "won"):
            key = leaver.user_id, "ranked", counted, leaver.role, leaver.size
            successes, instances = of_people.get(key, (0, 0))
            of_people[key] = successes, instances + 1
    rows = PlayerTally.objects.values_list("user_id", "kind", "role", "size", *TALLY_COLUMNS)
    stored = {
        (person, kind, measure.value, role, size): tuple(pair)
        for person, kind, role, size, *amounts in rows
        for measure, *pair in zip(Measure, amounts[::2], amounts[1::2], strict=True)
        if any(pair) and measure not in OF_RATINGS
    }
    assert stored == of_people
    assert {key[1] for key in of_people} == {"ranked", "casual", "bots"}


def kind_as_played(game: Game) -> str:
    return "bots" if game.has_bots else "ranked" if game.is_ranked else "casual"


@pytest.mark.django_db
def test_heads_to_heads_and_streaks_are_those_of_the_games_one_by_one() -> None:
    games = random_games(60, a_crowd(10), seed=2)
    count_all()
    pairs: dict[tuple[int, str, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    results: dict[tuple[int, str], list[bool]] = defaultdict(list)
    for game, played in games:
        kind = kind_as_played(game)
        liberal = [role.value == "liberal" for role in played.roles]
        for seat, facts in enumerate(played.seats):
            if facts.person is None:
                continue
            share = SeatResult.objects.get(result_id=game.pk, user_id=facts.person)
            won = not share.is_leaver and liberal[seat] == (game.winner == "liberal")
            if share.is_leaver or not game.result.void:
                results[facts.person, kind].append(won)
            if game.result.void:
                continue
            for place, other in enumerate(played.seats):
                if other.person not in (None, facts.person):
                    assert other.person is not None
                    start = 0 if liberal[place] == liberal[seat] else 2
                    pairs[facts.person, kind, other.person][start] += 1
                    pairs[facts.person, kind, other.person][start + 1] += won
    rows = HeadToHead.objects.values_list(
        "user_id", "kind", "other_id",
        "same_games", "same_wins", "opposite_games", "opposite_wins",
    )  # fmt: skip
    assert {row[:3]: list(row[3:]) for row in rows} == pairs

    streaks = {(row.user_id, row.kind): row for row in PlayerStreak.objects.all()}
    assert streaks.keys() == results.keys()
    for player, games_of in results.items():
        streak = streaks[player]
        runs = "".join("W" if won else "L" for won in games_of)
        longest = max(map(len, runs.split("L"))), max(map(len, runs.split("W")))
        assert (streak.longest_won, streak.longest_lost) == longest
        tail = len(runs) - len(runs.rstrip(runs[-1]))
        assert streak.current == (tail if runs[-1] == "W" else -tail)


@pytest.mark.django_db
def test_a_game_is_counted_once_however_often_it_is_asked_for() -> None:
    games = random_games(3, a_crowd(), seed=3)
    count_all()
    once = snapshot()

    assert not settle([games[0][0].pk])
    for game, _played in games:
        mark_result_due(game.pk)
    count_all()
    assert not settle([99_999])

    assert snapshot() == once


class Killed(Exception):
    """The process is gone."""


@contextmanager
def killed_at(statement: int) -> Iterator[None]:
    """No statement reaches the database from this one on."""
    sent = 0

    def wrapper(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal sent
        sent += 1
        # The database itself rolls back for a dead process; releasing a savepoint writes nothing.
        if sent > statement and not sql.startswith(("ROLLBACK", "RELEASE")):
            raise Killed
        return execute(sql, *rest)

    with connection.execute_wrapper(wrapper):
        yield


@pytest.mark.django_db
def test_killed_at_any_statement_a_game_is_counted_wholly_or_not_at_all() -> None:
    crowd = a_crowd()
    random_games(1, crowd, seed=5)
    count_all()
    before = snapshot()
    ((game, _played),) = random_games(1, crowd, seed=6)
    rate_ended()
    game_id = game.pk

    statement = 0
    while True:
        try:
            with killed_at(statement):
                settle([game_id])
        except Killed:
            assert snapshot() == before, statement
            assert CountedGame.objects.get(pk=game_id).due_at is not None
            statement += 1
        else:
            break

    assert statement > 10
    kept_up = snapshot()
    assert kept_up != before
    rebuild()
    assert snapshot() == kept_up


@pytest.mark.django_db(transaction=True)
def test_many_who_count_at_once_count_each_game_once() -> None:
    crowd = a_crowd(10)
    random_games(12, crowd, seed=6)
    start = Barrier(4)
    failures: list[BaseException] = []

    def sweep() -> None:
        try:
            start.wait()
            while count_due(timezone.now()):
                pass
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    sweepers = [Thread(target=sweep) for _ in range(4)]
    for sweeper in sweepers:
        sweeper.start()
    for sweeper in sweepers:
        sweeper.join()
    assert failures == []
    together = snapshot()
    assert not CountedGame.objects.filter(due_at__isnull=False).exists()
    assert rebuild() == 12
    assert snapshot() == together


@pytest.mark.django_db(transaction=True)
def test_games_that_end_during_a_rebuild_are_counted_once() -> None:
    crowd = a_crowd(10)
    random_games(8, crowd, seed=7)
    count_all()
    later = [game.pk for game, _played in random_games(4, crowd, seed=8)]

    def go_on() -> None:
        try:
            for game_id in later:
                mark_result_due(game_id)
                count_due(timezone.now())
        finally:
            connection.close()

    beside = Thread(target=go_on)
    beside.start()
    rebuild()
    beside.join()
    while count_due(timezone.now()):
        pass
    together = snapshot()
    rebuild()
    assert snapshot() == together


@pytest.mark.django_db
def test_a_running_game_changes_nothing() -> None:
    random_games(3, a_crowd(), seed=8)
    count_all()
    before = snapshot()
    game, _users = a_game(people=6)
    play_at_random(game, Random(1), until=lambda table: table.version > 60)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING

    assert not CountedGame.objects.filter(pk=game.pk).exists()
    # Not even if it is forced.
    mark_result_due(game.pk)
    run_due(timezone.now())
    rebuild()

    assert snapshot() == before


@pytest.mark.django_db
def test_a_game_is_counted_by_the_first_sweep_after_its_end() -> None:
    game, users = a_game(people=6)
    play_at_random(game, Random(1))
    assert PlayerTally.objects.count() == 0

    run_due(timezone.now())

    played = PlayerTally.objects.filter(kind="casual", size=6)
    assert set(played.values_list("user_id", flat=True)) == {user.pk for user in users}
    assert set(played.values_list("won_instances", flat=True)) == {1}
    winners = played.filter(won_successes=1).count()
    game.refresh_from_db()
    assert winners == (4 if game.winner == "liberal" else 2)
    assert sum(played.values_list("timed_out_instances", flat=True)) > 20
    assert sum(played.values_list("timed_out_successes", flat=True)) == 0


@pytest.mark.django_db
def test_a_sweep_that_does_not_count_leaves_the_game_to_the_next_one() -> None:
    game, _users = a_game(people=6)
    play_at_random(game, Random(1))

    run_due(timezone.now(), counts=False)
    assert CountedGame.objects.get(pk=game.pk).due_at is not None
    run_due(timezone.now())
    assert CountedGame.objects.get(pk=game.pk).due_at is None


@pytest.mark.django_db
def test_the_next_sweep_goes_on_if_more_games_are_due_than_one_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random_games(5, a_crowd(), seed=9)
    for module in (clock, statistics):
        monkeypatch.setattr(module, "NEW_A_SWEEP", 2)

    def are_due() -> int:
        return CountedGame.objects.filter(due_at__isnull=False).count()

    left = [are_due()]
    for counts in (True, False, False, False):
        run_due(timezone.now(), counts=counts)
        left.append(are_due())
    assert left == [5, 3, 1, 0, 0]


@pytest.mark.django_db
def test_games_counted_together_come_to_the_same_sums_as_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random_games(12, a_crowd(), seed=9)
    with monkeypatch.context() as patch:
        patch.setattr(statistics, "NEW_AT_ONCE", 1)
        while count_due(timezone.now()):
            pass
    one_by_one = snapshot()
    for table in TABLES:
        table.objects.all().delete()
    due_again = {"is_added": False, "are_pairs_added": False, "due_at": timezone.now()}
    CountedGame.objects.update(sheet=None, **due_again)

    assert count_due(timezone.now()) == 12
    assert snapshot() == one_by_one


@pytest.mark.django_db
def test_game_that_cannot_be_counted_does_not_hold_up_others() -> None:
    (broken, _), (sound, _) = random_games(2, a_crowd(), seed=9)
    GameEvent.objects.filter(game=broken, seq=1).update(kind="unheard_of")
    now = timezone.now()

    assert count_due(now) == 1

    assert CountedGame.objects.get(pk=sound.pk).sheet is not None
    waiting = CountedGame.objects.get(pk=broken.pk)
    assert waiting.due_at is not None
    assert waiting.due_at > now
    assert count_due(now + timedelta(minutes=1)) == 0


@pytest.mark.django_db
def test_counting_takes_as_many_queries_for_many_people_as_for_few() -> None:
    taken, of_honours, sizes = set(), set(), set()
    for game, _played in random_games(20, a_crowd(10), seed=10):
        rate_ended()
        with CaptureQueriesContext(connection) as queries:
            settle([game.pk])
        if kind_as_played(game) == "ranked" and not game.result.void:
            honours = [each for each in queries if "games_earnedhonour" in each["sql"]]
            taken.add(len(queries) - len(honours))
            of_honours.add(len(honours))
            sizes.add(game.player_count)
    assert len(sizes) > 2
    # With an honour that all games of a person must be read for, and without; with somebody who may have met enough, and not.
    assert max(taken) - min(taken) <= 2, taken
    assert max(of_honours) <= 4
