"""Packed logs: much smaller, the same for every reader, and undone without a trace."""

import json
import re
import zlib
from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.models import CommunityTally, Game, GameEvent, PackedLog, PlayerTally
from games.selectors.event_rows import event_rows
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from games.services.packing import A_MINUTE, pack_game, pack_old_games, pack_some, unpack_game
from games.services.statistics import rebuild
from games.values.packed_log import LogRow, pack, unpack
from tests.factories import a_game, a_person, play_at_random
from tests.games.statistics.stored import random_games

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def rows_of(game: Game) -> list[tuple[Any, ...]]:
    return list(game.events.order_by("seq").values_list(*LogRow._fields))


def a_finished_game(seed: int = 5) -> Game:
    game, _users = a_game(7)
    play_at_random(game, Random(seed))
    game.refresh_from_db()
    assert game.finished_at is not None
    return game


def pages_of(game: Game) -> list[bytes]:
    """What anybody is shown of a finished game."""
    forget_all()
    paths = ("replay/", "replay/9/", "rounds/3/", "record.json", "embed/")
    answers = [Client().get(f"/games/{game.code}/{path}") for path in paths]
    return [without_secrets_of_the_visit(answer.content) for answer in answers]


def without_secrets_of_the_visit(page: bytes) -> bytes:
    return re.sub(rb'(X-CSRFToken": |nonce=|value=)"[\w+/=-]{20,}"', b"", page)


def test_packed_game_is_the_same_for_everybody() -> None:
    game = a_finished_game()
    rows, log, pages = rows_of(game), load_table(game.pk).log, pages_of(game)
    assert pack_game(game.pk)

    assert not game.events.exists()
    forget_all()
    assert load_table(game.pk).log == log
    assert pages_of(game) == pages
    assert [tuple(row) for _game, row in event_rows([game.pk])] == rows


def test_unpacking_gives_the_same_rows() -> None:
    game = a_finished_game()
    rows = rows_of(game)
    pack_game(game.pk)
    assert unpack_game(game.pk)
    assert rows_of(game) == rows
    assert not PackedLog.objects.exists()
    # Neither does anything a second time.
    assert not unpack_game(game.pk)
    assert pack_game(game.pk)
    assert not pack_game(game.pk)


def test_rows_of_packed_and_other_games_come_together() -> None:
    games = [a_finished_game(seed) for seed in (1, 2, 3)]
    ids = [game.pk for game in games]
    before = sorted(event_rows(ids))
    enacted = sorted(event_rows(ids, ["policy_enacted"]))
    pack_game(ids[1])
    assert sorted(event_rows(ids)) == before
    assert sorted(event_rows(ids, ["policy_enacted"])) == enacted
    assert list(event_rows([0])) == []


def test_only_games_that_ended_long_ago_are_packed() -> None:
    old, new = a_finished_game(1), a_finished_game(2)
    running, _users = a_game(5)
    now = timezone.now()
    Game.objects.filter(pk__in=[old.pk, running.pk]).update(started_at=now - timedelta(days=90))
    Game.objects.filter(pk=old.pk).update(finished_at=now - timedelta(days=8))
    assert pack_old_games(now) == 1
    assert set(GameEvent.objects.values_list("game", flat=True)) == {new.pk, running.pk}
    assert not pack_game(running.pk)
    assert load_table(running.pk).version == running.version


def test_clock_packs_a_few_each_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.packing.A_MINUTE", 2)
    for seed in range(3):
        a_finished_game(seed)
    Game.objects.update(finished_at=timezone.now() - timedelta(days=40))
    pack_some(timezone.now())
    assert PackedLog.objects.count() == 2
    pack_some(timezone.now())
    assert PackedLog.objects.count() == 3
    assert A_MINUTE >= 5


def test_command_packs_and_undoes() -> None:
    for seed in range(3):
        a_finished_game(seed)
    Game.objects.update(finished_at=timezone.now() - timedelta(days=40))
    rows = list(GameEvent.objects.order_by("game", "seq").values_list("game", *LogRow._fields))
    out = StringIO()
    call_command("pack_games", games=2, stdout=out)
    call_command("pack_games", stdout=out)
    call_command("pack_games", undo=True, stdout=out)
    assert out.getvalue().splitlines() == ["packed: 2", "packed: 1", "unpacked: 3"]
    again = list(GameEvent.objects.order_by("game", "seq").values_list("game", *LogRow._fields))
    assert again == rows


def test_statistics_and_records_count_packed_games() -> None:
    people = [a_person(f"Player {number}", is_guest=False) for number in range(10)]
    random_games(4, people, seed=3)
    rebuild()
    before = _numbers()
    for game_id in Game.objects.values_list("pk", flat=True):
        pack_game(game_id)
    assert not GameEvent.objects.exists()
    rebuild()
    assert _numbers() == before


def _numbers() -> list[list[str]]:
    """Return all sums of people and of the community."""
    return [
        sorted(
            str([value for name, value in row.items() if name != "id"])
            for row in model.objects.values()
        )
        for model in (PlayerTally, CommunityTally)
    ]


def test_log_packed_by_the_release_before_is_read() -> None:
    rows = [LogRow(*row) for row in rows_of(a_finished_game())]
    first = rows[0].created_at
    packed = {
        "at": first.isoformat(),
        "rows": [
            [*row[1:-1], (row.created_at - first) // timedelta(microseconds=1)] for row in rows
        ],
    }
    assert unpack(b"\x01" + zlib.compress(json.dumps(packed).encode())) == rows


def test_packed_log_is_at_least_eight_times_smaller() -> None:
    """Beside what the rows take as text alone; in a table they take more than twice of that."""
    game = a_finished_game()
    rows = [LogRow(*row) for row in rows_of(game)]
    as_text = sum(len(str(tuple(row))) for row in rows)
    assert len(pack(rows)) * 8 < as_text


def test_parts_and_damage_are_refused() -> None:
    game = a_finished_game()
    rows = [LogRow(*row) for row in rows_of(game)]
    assert unpack(pack(rows)) == rows
    for wrong in ([], rows[1:], rows[::-1]):
        with pytest.raises(ValueError, match="whole log"):
            pack(wrong)
    for damaged in (b"", b"\x02", b"\x01nonsense", pack(rows)[:-9], zlib.compress(b"[]")):
        with pytest.raises(ValueError):
            unpack(damaged)


def test_kill_between_two_games_leaves_every_log_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [a_finished_game(seed) for seed in (1, 2)]
    before = {game.pk: load_table(game.pk).log for game in games}
    Game.objects.update(finished_at=timezone.now() - timedelta(days=40))
    packed: list[int] = []

    def stops(rows: list[LogRow]) -> bytes:
        packed.append(len(rows))
        if len(packed) == 2:
            raise KeyboardInterrupt
        return pack(rows)

    monkeypatch.setattr("games.services.packing.pack", stops)
    with pytest.raises(KeyboardInterrupt):
        pack_old_games(timezone.now())
    assert PackedLog.objects.count() == 1
    assert connection.in_atomic_block
    forget_all()
    assert {game.pk: load_table(game.pk).log for game in games} == before


def test_broken_log_is_reported_once_and_not_in_the_way_of_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken, other = a_finished_game(1), a_finished_game(2)
    now = timezone.now()
    Game.objects.filter(pk=broken.pk).update(finished_at=now - timedelta(days=50))
    Game.objects.filter(pk=other.pk).update(finished_at=now - timedelta(days=40))
    broken.events.filter(seq=3).delete()
    left = rows_of(broken)
    assert pack_old_games(now, 1) == 0
    assert pack_old_games(now, 1) == 1
    assert rows_of(broken) == left
    assert PackedLog.objects.get().pk == other.pk
    assert [record.message for record in caplog.records] == [
        f"The event log of game {broken.pk} could not be packed"
    ]
