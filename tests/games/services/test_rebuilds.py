"""Rebuilds of statistics: the same numbers, however they were stopped."""

import signal
from collections.abc import Collection, Iterable
from threading import Thread

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import (
    EarnedHonour,
    GameEvent,
)
from games.selectors.honours import sheets_in_order
from games.services import statistics
from games.services.games_to_count import GamesToCount, games_to_count
from games.services.rating_rebuild import rebuild as rebuild_ratings
from games.services.result import annul
from games.services.statistics import count_due, go_on, mark_result_due, rebuild, settle
from games.statistics import Sheet, honours, honours_in_order
from games.values.honours import Honour
from tests.games.services.killed import run_killed
from tests.games.services.test_statistics import Killed, count_all, snapshot
from tests.games.statistics.stored import a_crowd, random_games


@pytest.mark.django_db
def test_adding_up_the_sheets_equals_counting_the_logs() -> None:
    games = random_games(40, a_crowd(), seed=12)
    count_all()
    ranked = [game for game, _played in games if game.is_ranked and not game.has_bots]
    assert annul(game_id=ranked[0].pk)
    rebuild_ratings()
    count_all()
    before = snapshot()
    assert len(before["PlayerTally"]) > 100
    # What is not read need not be there.
    GameEvent.objects.all().delete()

    call_command("rebuild_statistics", "--from-sheets", verbosity=0)

    assert snapshot() == before
    assert annul(game_id=ranked[1].pk)
    rebuild_ratings()
    count_all()
    without = snapshot()
    assert without != before
    rebuild(from_sheets=True)
    assert snapshot() == without


@pytest.mark.django_db
@pytest.mark.parametrize("a_batch", [pytest.param(1, marks=pytest.mark.long), 7, 150])
def test_honours_are_the_same_however_many_games_are_added_together(
    monkeypatch: pytest.MonkeyPatch, a_batch: int
) -> None:
    monkeypatch.setattr(honours, "PEOPLE", 9)
    monkeypatch.setattr(honours, "STREAK", 3)
    monkeypatch.setattr(honours, "WINS_A_ROLE", 2)
    monkeypatch.setattr(honours, "WINS_A_SIDE", 5)
    random_games(150, a_crowd(), seed=14)
    count_all()
    assert {
        Honour.FIFTY_PEOPLE,
        Honour.FIVE_IN_A_ROW,
        Honour.EVERY_ROLE,
        Honour.BOTH_SIDES,
    } <= set(EarnedHonour.objects.values_list("honour", flat=True))
    monkeypatch.setattr(statistics, "A_BATCH", a_batch)
    rebuild(from_sheets=True)
    expected = set()
    for person, sheets in sheets_in_order(User.objects.values_list("pk", flat=True)).items():
        found = honours_in_order(person, [sheet for _game, sheet in sheets])
        expected |= {(person, honour, sheets[place][0]) for honour, place in found.items()}
    rows = EarnedHonour.objects.values_list("user_id", "honour", "game_id")
    assert set(rows) == expected
    # In their order no game had to be read again.
    read: list[int] = []

    def note(people: Iterable[int]) -> dict[int, list[tuple[int, Sheet]]]:
        read.extend(people)
        return {}

    monkeypatch.setattr("games.services.honours.sheets_in_order", note)
    rebuild(from_sheets=True)
    assert set(rows.all()) == expected
    assert not read


@pytest.mark.django_db
@pytest.mark.parametrize("from_sheets", [False, True])
def test_a_rebuild_that_is_killed_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, *, from_sheets: bool
) -> None:
    random_games(20, a_crowd(), seed=13)
    count_all()
    before = snapshot()
    monkeypatch.setattr(statistics, "A_BATCH", 3)

    def die(counted: int) -> None:
        if counted > 8:
            raise Killed

    with pytest.raises(Killed):
        rebuild(die, from_sheets=from_sheets)
    assert snapshot() != before
    assert go_on() == 11

    assert snapshot() == before
    assert go_on() == 0


@pytest.mark.django_db
def test_the_clock_ends_a_rebuild_that_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    random_games(20, a_crowd(), seed=14)
    count_all()
    before = snapshot()
    monkeypatch.setattr(statistics, "go_on", lambda _progress: 0)
    rebuild(from_sheets=True)
    assert snapshot() != before

    count_all()

    assert snapshot() == before


@pytest.mark.django_db(transaction=True)
def test_postgresql_forgets_deleted_rows_before_a_rebuild_counts() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite takes the room of deleted rows at once")
    random_games(3, a_crowd(), seed=15)
    count_all()
    with CaptureQueriesContext(connection) as queries:
        rebuild(from_sheets=True)
    sql = [each["sql"] for each in queries]
    (emptied,) = (place for place, each in enumerate(sql) if each.startswith("TRUNCATE"))
    assert '"games_headtohead"' in sql[emptied]
    (cleared,) = (place for place, each in enumerate(sql) if each.startswith("VACUUM"))
    assert '"games_countedgame"' in sql[cleared]
    (pairs,) = (
        place for place, each in enumerate(sql) if 'INSERT INTO "games_headtohead"' in each
    )
    assert emptied < cleared < pairs
    assert not any("DELETE FROM" in each for each in sql)
    # Nothing is there that a pair could be added to.
    assert "ON CONFLICT" not in sql[pairs]


@pytest.mark.django_db(transaction=True)
def test_the_clock_of_postgresql_leaves_counting_to_a_rebuild() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on SQLite both write, one after the other")
    (game, _played), *_others = random_games(3, a_crowd(), seed=16)
    count_all()
    beside: list[int] = []

    def look(_counted: int) -> None:
        def count() -> None:
            try:
                mark_result_due(game.pk)
                beside.append(count_due(timezone.now()))
                # A sweep that began before the rebuild.
                beside.append(settle([game.pk]))
            finally:
                connection.close()

        clock = Thread(target=count)
        clock.start()
        clock.join()

    rebuild(look, from_sheets=True)
    assert beside == [0, 0]
    assert count_due(timezone.now()) == 1


@pytest.mark.django_db(transaction=True)
def test_second_rebuild_of_postgresql_waits_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on SQLite both write, one after the other")
    random_games(6, a_crowd(), seed=18)
    count_all()
    before = snapshot()
    monkeypatch.setattr(statistics, "A_BATCH", 2)
    second: list[Thread] = []
    counted: list[int] = []

    def look(_counted: int) -> None:
        def count() -> None:
            try:
                counted.append(go_on())
            finally:
                connection.close()

        if not second:
            second.append(Thread(target=count))
            second[0].start()
        second[0].join(0.1)
        assert not counted

    assert rebuild(look, from_sheets=True) == 6
    second[0].join()
    assert counted == [0]
    assert snapshot() == before


COUNTER = """
import os, signal
import django
django.setup()
from games.services import statistics
statistics.A_BATCH = 3
def die(counted):
    if counted > 8:
        os.kill(os.getpid(), signal.SIGKILL)
statistics.rebuild(die, from_sheets=True)
"""


@pytest.mark.django_db(transaction=True)
def test_process_that_is_killed_while_it_counts_leaves_the_rest_to_the_next() -> None:
    random_games(20, a_crowd(), seed=13)
    count_all()
    before = snapshot()
    assert run_killed(COUNTER) == -signal.SIGKILL
    assert snapshot() != before
    assert go_on() == 11
    assert snapshot() == before


@pytest.mark.django_db(transaction=True)
def test_failure_to_read_ahead_fails_the_rebuild_and_the_rest_can_be_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random_games(20, a_crowd(), seed=13)
    count_all()
    before = snapshot()
    monkeypatch.setattr(statistics, "A_BATCH", 3)
    batches: list[int] = []

    def fail_at_the_third(game_ids: Collection[int]) -> GamesToCount:
        batches.append(len(game_ids))
        if len(batches) == 3:
            raise ZeroDivisionError
        return games_to_count(game_ids)

    with monkeypatch.context() as patch:
        patch.setattr(statistics, "games_to_count", fail_at_the_third)
        counted: list[int] = []
        with pytest.raises(ZeroDivisionError):
            rebuild(counted.append, from_sheets=True)
    assert counted == [3, 6]
    assert go_on() == 14
    assert snapshot() == before


@pytest.mark.django_db
def test_game_that_changes_after_it_was_read_is_read_again() -> None:
    games = [game for game, _played in random_games(20, a_crowd(), seed=13)]
    count_all()
    ranked = next(game for game in games if game.is_ranked and not game.has_bots)
    mark_result_due(ranked.pk)
    read = games_to_count([ranked.pk])
    assert annul(game_id=ranked.pk)
    assert settle([ranked.pk], read=read) == 1
    count_all()
    after = snapshot()
    rebuild(from_sheets=True)
    assert snapshot() == after
