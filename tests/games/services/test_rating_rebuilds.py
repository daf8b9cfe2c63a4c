"""Rebuilds of ratings: the same numbers, however they were stopped."""

import signal
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import connection
from django.db.models import F

from games.models import (
    CountedGame,
    GameResult,
    PlayerRating,
    RatingCheckpoint,
    RatingState,
    SeasonStanding,
    SeatResult,
)
from games.services import rating_chain, rating_corrections, rating_rebuild
from games.services.rating import rate_ended
from games.services.rating_rebuild import Rebuild
from games.services.rating_rebuild import rebuild as rebuild_ratings
from games.services.result import annul
from tests.factories import a_person
from tests.games.services.killed import run_killed
from tests.games.services.test_rating import ended_games, everything, forget_ratings
from tests.games.statistics.stored import a_crowd, random_games


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
    assert run_killed(REBUILDER) == -signal.SIGKILL
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
        patch.setattr(rating_corrections, "write_points", lambda _corrections: 1 / 0)
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


@pytest.mark.django_db(transaction=True)
def test_part_that_cannot_be_written_leaves_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    ended_games(40)
    rate_ended()
    before = everything()
    SeatResult.objects.filter(is_rated=True).update(rating_after=0)
    written: list[rating_chain.Corrections] = []

    def write(corrections: rating_chain.Corrections) -> None:
        if len(written) == 3:
            raise ZeroDivisionError
        written.append(corrections)
        rating_chain.write_points(corrections)

    with monkeypatch.context() as patch:
        patch.setattr(rating_corrections, "write_points", write)
        with pytest.raises(ZeroDivisionError):
            rebuild_ratings()
    right = set(SeatResult.objects.filter(rating_after__gt=0).values_list("result", flat=True))
    wrong = set(SeatResult.objects.filter(rating_after=0).values_list("result", flat=True))
    assert right == set().union(*(each.touched for each in written))
    assert right
    assert wrong
    assert not right & wrong
    due = CountedGame.objects.filter(due_at__isnull=False)
    assert right <= set(due.values_list("pk", flat=True))
    rebuild_ratings()
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_most_corrected_rows_of_postgresql_stay_on_their_pages() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL writes a row anew")
    ended_games(300)
    rate_ended()
    table = SeatResult._meta.db_table

    def pages() -> dict[int, str]:
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT id, split_part(ctid::text, ',', 1) FROM {table} WHERE is_rated"
            )
            return dict(cursor.fetchall())

    def share_that_moves() -> float:
        SeatResult.objects.filter(is_rated=True).update(rating_after=0)
        with connection.cursor() as cursor:
            # Until then no page has room.
            cursor.execute(f"VACUUM FULL {table}")
        before = pages()
        assert rebuild_ratings().changed == len(before)
        after = pages()
        return sum(after[row] != page for row, page in before.items()) / len(before)

    # While the server analyses the table beside, it keeps all old rows, and every row moves.
    assert any(share_that_moves() < 1 / 3 for _attempt in range(3))


@pytest.mark.django_db(transaction=True)
def test_seasons_that_are_over_are_set_right_before_the_rebuild_is_done() -> None:
    games = ended_games(40)
    rate_ended()
    # The first 20 games were two years ago.
    for model in (GameResult, SeatResult):
        early = model.objects.filter(ended_at__lte=games[19].finished_at)
        early.update(ended_at=F("ended_at") - timedelta(days=730))
    rebuild_ratings()
    before = everything()
    first = SeasonStanding.objects.order_by("season").values_list("season", flat=True)[0]
    SeasonStanding.objects.update(expected=0)
    anew = Rebuild(has_checkpoints=True)
    assert anew.step(15)
    assert set(SeasonStanding.objects.values_list("expected", flat=True)) == {0}
    assert anew.step(15)
    assert not SeasonStanding.objects.filter(season=first, expected=0).exists()
    assert not SeasonStanding.objects.exclude(season=first).exclude(expected=0).exists()
    assert anew.step(15)
    assert anew.finish()
    assert everything() == before
