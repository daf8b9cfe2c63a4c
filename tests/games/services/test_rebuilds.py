"""Rebuilds of statistics and ratings: the same numbers, however they were stopped."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import (
    EarnedHonour,
    GameEvent,
    GameResult,
    PlayerRating,
    RatingCheckpoint,
    RatingState,
    SeasonStanding,
    SeatResult,
)
from games.selectors.honours import sheets_in_order
from games.services import rating_chain, rating_rebuild, statistics
from games.services.rating import rate_ended
from games.services.rating_rebuild import Rebuild
from games.services.rating_rebuild import rebuild as rebuild_ratings
from games.services.result import annul
from games.services.statistics import count_due, go_on, mark_result_due, rebuild, settle
from games.statistics import Sheet, honours, honours_in_order
from games.values.honours import Honour
from tests.factories import a_person
from tests.games.services.test_rating import ROOT, address, ended_games, everything, forget_ratings
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
@pytest.mark.parametrize("a_batch", [1, 7, 150])
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
    cleared = next(place for place, each in enumerate(sql) if each.startswith("VACUUM"))
    assert '"games_headtohead"' in sql[cleared]
    assert any('DELETE FROM "games_headtohead"' in each for each in sql[:cleared])
    assert not any('INSERT INTO "games_headtohead"' in each for each in sql[:cleared])


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


@pytest.mark.django_db(transaction=True)
def test_the_writer_of_a_rebuild_gives_its_connection_back() -> None:
    pool = getattr(connection, "pool", None)
    if pool is None:
        pytest.skip("SQLite has no pool of connections")

    def in_use() -> int:
        figures = pool.get_stats()
        return int(figures["pool_size"] - figures["pool_available"])

    random_games(12, a_crowd(), seed=17)
    rebuild_ratings()
    before = in_use()
    SeatResult.objects.update(rating_after=1.0)
    assert rebuild_ratings().changed
    assert in_use() == before


REBUILDER = """
import os, signal
import django
django.setup()
from games.services import rating_checkpoint, rating_rebuild
kept, keep = 0, rating_checkpoint.keep
def keep_and_die(*args):
    global kept
    kept += 1
    keep(*args)
    if kept == 2:
        os.kill(os.getpid(), signal.SIGKILL)
rating_checkpoint.keep = keep_and_die
rating_checkpoint._PEOPLE = 3
rating_rebuild.GAMES_A_CHECKPOINT = 20
rating_rebuild.Rebuild.step.__defaults__ = (10,)
rating_rebuild.rebuild()
"""


@pytest.mark.django_db(transaction=True)
def test_rebuild_that_is_killed_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    games = ended_games(100)
    rate_ended()
    assert annul(game_id=games[3].pk)
    rebuild_ratings()
    before = everything()
    SeatResult.objects.filter(rating_after__gt=1500).update(rating_after=0)
    PlayerRating.objects.update(rating=0)
    environment = os.environ | {"TEST_DATABASE_URL": address(), "DATABASE_URL": address()}
    environment |= {"DJANGO_SETTINGS_MODULE": "config.settings.test", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, "-c", REBUILDER], env=environment, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert everything() != before
    begun_after: list[int] = []

    def read(after: int, until: int) -> Any:
        begun_after.append(after)
        return rating_chain.read(after, until)

    monkeypatch.setattr(rating_rebuild, "read", read)
    rebuild_ratings()

    assert begun_after[0] == 40
    assert everything() == before
    # It is done, so the next one begins at the first game again.
    rebuild_ratings()
    assert 0 in begun_after


@pytest.mark.django_db(transaction=True)
def test_rebuild_that_was_killed_begins_anew_after_a_correction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = ended_games(60)
    rate_ended()
    monkeypatch.setattr(rating_rebuild, "GAMES_A_CHECKPOINT", 20)
    killed = Rebuild(has_checkpoints=True)
    assert killed.step(30)
    assert set(RatingCheckpoint.objects.values_list("number", flat=True)) == {30}
    assert annul(game_id=games[5].pk)
    rebuild_ratings()
    once = everything()
    assert not RatingCheckpoint.objects.exists()
    forget_ratings()
    rate_ended()
    assert everything() == once


@pytest.mark.django_db(transaction=True)
def test_game_annulled_before_the_writer_comes_to_it_is_not_put_back() -> None:
    games = ended_games(40)
    rate_ended()
    GameResult.objects.update(**dict.fromkeys(rating_chain.GAME_COLUMNS))
    may_write = Event()
    with ThreadPoolExecutor(1) as writer:
        writer.submit(may_write.wait)
        anew = Rebuild(writer=writer)
        assert anew.step(10)
        annul(game_id=games[5].pk)
        may_write.set()
        assert not anew.step(10)
        assert not anew.finish()
        writer.submit(connection.close)
    assert not GameResult.objects.filter(prediction__isnull=False).exists()
    rebuild_ratings()
    assert not SeatResult.objects.filter(result=games[5].pk, rating_after__gt=0).exists()
    assert RatingState.objects.get().made == 1


@pytest.mark.django_db(transaction=True)
def test_failure_of_the_writer_fails_the_rebuild(monkeypatch: pytest.MonkeyPatch) -> None:
    ended_games(40)
    rate_ended()
    before = everything()
    GameResult.objects.update(**dict.fromkeys(rating_chain.GAME_COLUMNS))
    with ThreadPoolExecutor(1) as writer, monkeypatch.context() as patch:
        anew = Rebuild(writer=writer)
        patch.setattr(rating_rebuild, "write_points", lambda _corrections: 1 / 0)
        assert anew.step(10)
        with pytest.raises(ZeroDivisionError):
            anew.step(10)
        writer.submit(connection.close)
    rebuild_ratings()
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_rebuild_writes_only_season_standings_that_differ() -> None:
    ended_games(40)
    rate_ended()
    before = everything()
    wrong, lost, *others = SeasonStanding.objects.order_by("pk")
    SeasonStanding.objects.filter(pk=wrong.pk).update(expected=0)
    lost.delete()
    for season in (wrong.season, "1999-Q1"):
        SeasonStanding.objects.create(season=season, user=a_person(), games=1, wins=1)
    rebuild_ratings()
    assert everything() == before
    kept = {wrong.pk, *(each.pk for each in others)}
    assert kept < set(SeasonStanding.objects.values_list("pk", flat=True))
