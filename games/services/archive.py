"""The archive of a whole site: every row of every table as JSON lines, compressed.

Doors: write_archive, read_archive, ArchiveError. The same file goes into either kind of database, so a
club can move from SQLite to PostgreSQL. The first line names the migrations it was made with.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import User
from games.models import Game

FORMAT = "secret-hitler-site"


class ArchiveError(Exception):
    """An archive that cannot be written or read; the reason in one sentence."""


def write_archive(path: Path) -> dict[str, int]:
    """Write all there is at one moment, while people play on; how many rows of what.

    Raises ArchiveError when there is a file of this name already.
    """
    try:
        with path.open("xb") as raw, gzip.open(raw, "wt", encoding="utf-8") as file, _snapshot():
            file.write(json.dumps({"format": FORMAT, "migrations": _migrations()}) + "\n")
            return {model._meta.label_lower: _write(model, file) for model in _models()}
    except FileExistsError:
        raise ArchiveError(f"{path} is there already") from None


def read_archive(path: Path) -> dict[str, int]:
    """Fill an empty database of the same migrations, all or nothing; how many rows of what.

    Raises ArchiveError.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file, transaction.atomic():
            _check(path, file.readline())
            _remove_what_migrate_made()
            counts = Counter(_read(file))
            ContentType.objects.clear_cache()
            _continue_numbers()
            connection.check_constraints()
            return dict(counts)
    except FileNotFoundError:
        raise ArchiveError(f"{path} is not there") from None
    except (OSError, EOFError, UnicodeDecodeError, DeserializationError) as error:
        raise ArchiveError(f"{path} is damaged: {error}") from None
    except IntegrityError as error:
        raise ArchiveError(f"what is in {path} does not fit together: {error}") from None


class _ExactEncoder(DjangoJSONEncoder):
    """Django's own leaves out the microseconds."""

    def default(self, o: Any) -> Any:
        """The value as JSON knows it."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def _models() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if model._meta.managed]


def _migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


@contextmanager
def _snapshot() -> Iterator[None]:
    """One moment for all tables; nobody who writes is kept waiting."""
    sqlite = connection.vendor == "sqlite"
    # Django's own transactions take SQLite's write lock at once.
    begin = "BEGIN DEFERRED" if sqlite else "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    with connection.cursor() as cursor:
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _write(model: type[models.Model], file: IO[str]) -> int:
    count = 0

    def counted() -> Iterator[models.Model]:
        nonlocal count
        for row in model._base_manager.order_by("pk").iterator(chunk_size=1000):
            count += 1
            yield row

    serializers.serialize("jsonl", counted(), stream=file, cls=_ExactEncoder)
    return count


def _check(path: Path, line: str) -> None:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ArchiveError(f"{path} is not an archive of this site")
    if header.get("migrations") != _migrations():
        raise ArchiveError(
            f"{path} was made with other migrations: restore it with the release that made it,"
            " then migrate"
        )
    if User.objects.exists() or Game.objects.exists():
        raise ArchiveError("the database is not empty")


def _remove_what_migrate_made() -> None:
    for model in (Permission, ContentType):
        model.objects.all().delete()


def _read(file: IO[str]) -> Iterator[str]:
    for found in serializers.deserialize("jsonl", file):
        # As it was written: no signals' work, no new time stamps.
        found.save(force_insert=True)
        yield found.object._meta.label_lower


def _continue_numbers() -> None:
    """Rows that come later are numbered on from here."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
