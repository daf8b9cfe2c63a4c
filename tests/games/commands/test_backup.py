"""`manage.py backup` and `restore`: the restored data equals the original, on either kind of database."""

import gzip
import hashlib
import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Model

from accounts.models import User
from games.models import EarnedHonour, Game, GameEvent
from games.selectors.game import load_table
from games.services.chat import keep_notes
from tests.factories import a_game, play_at_random
from tests.faults._scale import of
from tests.games.services.test_statistics import count_all, snapshot
from tests.games.statistics.stored import a_crowd, random_games

pytestmark = pytest.mark.django_db(transaction=True)


def fingerprints() -> dict[str, str]:
    """Return a hash of each game's whole log and seats, and of every person."""
    found = {}
    for game in Game.objects.order_by("code"):
        rows: list[Any] = list(
            game.events.values_list(
                "seq", "kind", "payload", "actor", "acting_seat", "action_key", "created_at"
            )
        )
        rows += list(game.seats.values_list("number", "user__username", "bot_name"))
        text = json.dumps([game.code, game.started_at, game.version, rows], default=str)
        found[game.code] = hashlib.sha256(text.encode()).hexdigest()
    for person in User.objects.values("username", "password", "date_joined", "is_guest"):
        found[person["username"]] = str(person)
    for name, member, permission in Group.objects.values_list(
        "name", "user__username", "permissions__codename"
    ):
        found[f"{name} {member}"] = permission
    return found


def some_games(count: int) -> None:
    """Games of people and bots, most of them over."""
    for seed in range(count):
        game, users = a_game(5 + seed % 6, seed=seed)
        keep_notes(game_id=game.pk, user_id=users[0].pk, text="Zażółć gęślą jaźń 🙂")
        rng = Random(seed)
        play_at_random(game, rng, until=(lambda table: table.version > 40) if seed % 4 else None)
    staff = Group.objects.create(name="staff")
    staff.permissions.add(Permission.objects.get(codename="view_game"))
    staff.user_set.add(User.objects.order_by("pk")[0], User.objects.order_by("pk")[1])


def test_everything_comes_back_from_a_backup(tmp_path: Path) -> None:
    games = of(short=12, long=1000)
    some_games(games)
    before, file = fingerprints(), tmp_path / "site.jsonl.gz"
    call_command("backup", file, verbosity=0)
    call_command("flush", interactive=False, verbosity=0)
    assert fingerprints() == {}
    call_command("restore", file, verbosity=0)
    assert fingerprints() == before
    assert len(before) > 6 * games
    assert [before[name] for name in before if name.startswith("staff ")] == ["view_game"] * 2


def test_restore_speaks_to_the_database_for_each_table_and_not_for_each_row(
    tmp_path: Path,
) -> None:
    some_games(4)
    file = tmp_path / "site.jsonl.gz"
    call_command("backup", file, verbosity=0)
    call_command("flush", interactive=False, verbosity=0)
    statements = []

    def count(execute: Any, *arguments: Any) -> Any:
        statements.append(arguments[0])
        return execute(*arguments)

    with connection.execute_wrapper(count):
        call_command("restore", file, verbosity=0)
    assert GameEvent.objects.count() > 200
    assert len(statements) < 200


def test_restored_game_is_played_on_and_new_rows_get_new_numbers(tmp_path: Path) -> None:
    game, _users = a_game(5)
    file = tmp_path / "site.jsonl.gz"
    call_command("backup", file)
    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", file)
    assert play_at_random(game, Random(3)).is_over
    assert a_game(5, seed=9)[0].pk > game.pk
    assert load_table(game.pk).is_over


def test_backup_does_not_keep_players_waiting(tmp_path: Path) -> None:
    game, _users = a_game(5)
    before, is_played = fingerprints(), False
    file = tmp_path / "site.jsonl.gz"

    def act() -> None:
        play_at_random(game, Random(1), until=lambda table: table.version > 12)
        connection.close()

    def play_meanwhile(execute: Any, sql: str, *more: Any) -> Any:
        nonlocal is_played
        # The games are written by now, and their events are next.
        if f'FROM "{GameEvent._meta.db_table}"' in sql and not is_played:
            is_played = True
            # In a thread of its own, so on another connection.
            with ThreadPoolExecutor(1) as others:
                others.submit(act).result(timeout=20)
        return execute(sql, *more)

    with connection.execute_wrapper(play_meanwhile):
        call_command("backup", file)
    assert is_played
    assert fingerprints() != before
    # What is in the file is what was there when it was begun.
    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", file)
    assert fingerprints() == before


@pytest.mark.parametrize("read_first", [User, EarnedHonour])
def test_backup_has_the_statistics_that_a_rebuild_deletes_meanwhile(
    tmp_path: Path, read_first: type[Model]
) -> None:
    random_games(6, a_crowd(), seed=13)
    count_all()
    counted, is_deleted = snapshot(), False
    file = tmp_path / "site.jsonl.gz"

    def delete() -> None:
        try:
            call_command("rebuild_statistics", "--from-sheets", verbosity=0)
        finally:
            connection.close()

    def delete_meanwhile(execute: Any, sql: str, *more: Any) -> Any:
        nonlocal is_deleted
        if f'FROM "{read_first._meta.db_table}"' in sql and not is_deleted:
            is_deleted = True
            with ThreadPoolExecutor(1) as others:
                others.submit(delete).result(timeout=60)
        return execute(sql, *more)

    with connection.execute_wrapper(delete_meanwhile):
        call_command("backup", file)
    assert is_deleted
    assert snapshot() == counted
    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", file)
    assert snapshot() == counted


def test_only_its_owner_may_read_a_backup_from_the_first_byte_on(tmp_path: Path) -> None:
    a_game(5)
    file, seen = tmp_path / "site.jsonl.gz", set()

    def look(execute: Any, *arguments: Any) -> Any:
        if file.exists():
            seen.add(stat.S_IMODE(file.stat().st_mode))
        return execute(*arguments)

    before = os.umask(0)
    try:
        with connection.execute_wrapper(look):
            call_command("backup", file, verbosity=0)
    finally:
        os.umask(before)
    assert seen == {0o600}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_backup_never_writes_over_a_file(tmp_path: Path) -> None:
    file = tmp_path / "site.jsonl.gz"
    file.write_text("precious")
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", file)
    assert file.read_text() == "precious"


def test_restore_refuses_what_does_not_fit_and_changes_nothing(tmp_path: Path) -> None:
    a_game(5)
    file = tmp_path / "site.jsonl.gz"
    call_command("backup", file)
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", file)
    call_command("flush", interactive=False, verbosity=0)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)

    def refused(content: bytes, why: str) -> None:
        other = tmp_path / "other.jsonl.gz"
        other.write_bytes(content)
        with pytest.raises(CommandError, match=why):
            call_command("restore", other)
        assert not Game.objects.exists()
        assert not User.objects.exists()

    refused(b"no gzip at all", "damaged")
    refused(gzip.compress(b"{}\n"), "not an archive")
    refused(gzip.compress(lines[0].replace(b"games.0001", b"games.9999")), "other migrations")
    refused(gzip.compress(b"".join(lines))[:-200], "damaged")
    refused(gzip.compress(b"".join([*lines[:-1], b'{"model": "games.nothing"}\n'])), "damaged")
    nothing = b'{"model": "games.nothing", "pk": 1, "fields": {}}\n'
    refused(gzip.compress(b"".join([*lines, nothing])), "damaged")
    events = [line for line in lines if b'"games.gameevent"' in line]
    refused(gzip.compress(b"".join([*lines, events[0]])), "fit together")
    for wrong in (b'"seq": "one"', b'"seq": null', b'"seq": 99999999999999999999', b'"sec": 1'):
        one = events[0].replace(b'"seq": 1', wrong, 1)
        assert one != events[0]
        refused(gzip.compress(b"".join(one if each == events[0] else each for each in lines)),
                "fit together" if b"null" in wrong else "damaged")  # fmt: skip
    users = [line for line in lines if b'"accounts.user"' in line]
    refused(gzip.compress(b"".join(line for line in lines if line not in users)), "fit together")
    with pytest.raises(CommandError, match="is not there"):
        call_command("restore", tmp_path / "nothing")
