"""The archive of a whole site: every row of every table as JSON lines, compressed.

The file fits either kind of database, so a club can move from SQLite to PostgreSQL. The first line
names the migrations it was made with.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DataError, IntegrityError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import User
from accounts.word_models import ListedWord
from games.models import FairDeal, Game
from games.services.fair_deal import hide_seed

FORMAT = "secret-hitler-site"
# Rows in one statement on a database that cannot take a stream of them.
ROWS_AT_ONCE = 1000
# Fields whose JSON values the database takes as they are.
WHOLE_NUMBERS = (models.IntegerField, models.ForeignKey)
TEXTS = (models.CharField, models.TextField)

Row = tuple[Any, ...]
Links = dict[str, list[Row]]
"""Pairs of keys for each many-to-many column: the groups of people."""


class ArchiveError(Exception):
    """An archive that cannot be written or read, with the reason in one sentence."""


def write_archive(path: Path) -> dict[str, int]:
    """Write all rows as of one moment, while people play on; return the number of rows by table.

    The seeds of deals whose games have not ended stay here: a file is copied more easily than a database.

    Raises ArchiveError if the file exists.
    """
    try:
        # Its readers could sign in as any person: it holds sessions and password hashes.
        with (
            open(path, "xb", opener=_private) as raw,
            gzip.open(raw, "wt", encoding="utf-8") as file,
            _snapshot(),
        ):
            file.write(json.dumps({"format": FORMAT, "migrations": _migrations()}) + "\n")
            return {model._meta.label_lower: _write(model, file) for model in _models()}
    except FileExistsError:
        raise ArchiveError(f"{path} is there already") from None


def _private(path: str, flags: int) -> int:
    """Open a new file that only its owner can read, from its first byte on."""
    return os.open(path, flags, 0o600)


def read_archive(path: Path) -> dict[str, int]:
    """Fill an empty database of the same migrations, all or nothing; return the number of rows by table.

    Raises ArchiveError.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file, transaction.atomic():
            _check(path, file.readline())
            _remove_what_migrate_made()
            counts = _read(file)
            ContentType.objects.clear_cache()
            _continue_numbers()
            connection.check_constraints()
            return counts
    except FileNotFoundError:
        raise ArchiveError(f"{path} is not there") from None
    except DAMAGE as error:
        raise ArchiveError(f"{path} is damaged: {error}") from None
    except IntegrityError as error:
        raise ArchiveError(f"what is in {path} does not fit together: {error}") from None


class _DamageError(Exception):
    """A line that is not a row of any of our tables."""


# Exceptions of reading a file, of this module, and of a database that refuses a value.
DAMAGE = (OSError, EOFError, UnicodeDecodeError, OverflowError, _DamageError, DataError)


class _ExactEncoder(DjangoJSONEncoder):
    """Django's encoder, with microseconds."""

    def default(self, o: Any) -> Any:
        """Return the value as JSON can hold it."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def _models() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if model._meta.managed]


def _migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


@contextmanager
def _snapshot() -> Iterator[None]:
    """Read all tables as of one moment, without blocking writers."""
    sqlite = connection.vendor == "sqlite"
    # Django's own transactions would take SQLite's write lock at once.
    begin = "BEGIN DEFERRED" if sqlite else "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    with connection.cursor() as cursor:
        cursor.execute(begin)
        try:
            if not sqlite:
                # A table that is emptied at once (services.statistics) would be empty in this moment, too.
                tables = (connection.ops.quote_name(each._meta.db_table) for each in _models())
                cursor.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS SHARE MODE")
            yield
        finally:
            cursor.execute("ROLLBACK")


def _write(model: type[models.Model], file: IO[str]) -> int:
    count = 0

    def counted() -> Iterator[models.Model]:
        nonlocal count
        rows = model._base_manager.order_by("pk")
        if model is FairDeal:
            rows = rows.select_related("game")
        for row in rows.iterator(chunk_size=1000):
            count += 1
            if isinstance(row, FairDeal):
                hide_seed(row)
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
    for model in (Permission, ContentType, ListedWord):
        model.objects.all().delete()


def _read(file: IO[str]) -> dict[str, int]:
    """Write the rows as they are, without signals or new time stamps; return how many of each table.

    They go straight from the line into the table: Django's objects would cost ten times as much.
    Only the groups of people are kept in memory.
    """
    counts: Counter[str] = Counter()
    tables = {model._meta.label_lower: model for model in _models()}
    for label, objects in groupby(map(_object, file), key=lambda found: found["model"]):
        if label not in tables:
            raise _DamageError(f"there is no table {label}")
        links: Links = {}
        counts[label] += _fill(tables[label], objects, links)
        for field in tables[label]._meta.local_many_to_many:
            columns = [field.m2m_column_name(), field.m2m_reverse_name()]
            through = field.remote_field.through
            assert through is not None
            _insert(through, columns, iter(links.get(field.name, ())))
    return dict(counts)


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise _DamageError(str(error)) from None
    is_row = isinstance(found, dict) and {"model", "pk", "fields"} <= found.keys()
    if not is_row or not isinstance(found["model"], str):
        raise _DamageError("a line is no row")
    row: dict[str, Any] = found
    return row


def _fill(model: type[models.Model], objects: Iterator[dict[str, Any]], links: Links) -> int:
    """Write one table's rows, collect its many-to-many values, and return the number of rows."""
    meta, count = model._meta, 0
    # A key of several columns has none of its own: they are among the fields.
    keys = [field for field in meta.local_concrete_fields if field is meta.pk]
    columns = [field for field in meta.local_concrete_fields if field is not meta.pk]
    many = meta.local_many_to_many
    names = {field.name for field in (*columns, *many)}
    prepare = [_prepare(field) for field in (*keys, *columns)]

    def rows() -> Iterator[Row]:
        nonlocal count
        for found in objects:
            values = found["fields"]
            try:
                if values.keys() != names:
                    raise _DamageError(f"{meta.label_lower} has other columns")
                raw = (*(found["pk"] for _key in keys), *(values[field.name] for field in columns))
                row = tuple(each(value) for each, value in zip(prepare, raw, strict=True))
                for field in many:
                    pairs = links.setdefault(field.name, [])
                    pairs += ((row[0], other) for other in values[field.name])
            except (AttributeError, TypeError, ValueError, ValidationError) as error:
                raise _DamageError(f"{meta.label_lower} {found['pk']}: {error}") from None
            count += 1
            yield row

    _insert(model, [str(field.column) for field in (*keys, *columns)], rows())
    return count


def _prepare(field: "models.Field[Any, Any]") -> Callable[[Any], Any]:
    """Return a JSON value as the database takes it."""
    plain = int if isinstance(field, WHOLE_NUMBERS) else str if isinstance(field, TEXTS) else None

    def prepared(value: Any) -> Any:
        # True of nearly all values, and faster: Django's conversion takes longer than the
        # database.
        if value is None or type(value) is plain:
            return value
        return field.get_db_prep_save(field.to_python(value), connection)

    return prepared


def _insert(model: type[models.Model], columns: list[str], rows: Iterator[Row]) -> None:
    quote = connection.ops.quote_name
    into = f"{quote(model._meta.db_table)} ({', '.join(map(quote, columns))})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # The driver raises exceptions of its own inside; this turns them into Django's.
            with (
                connection.wrap_database_errors,
                cursor.copy(f"COPY {into} FROM STDIN") as copy,
            ):
                for row in rows:
                    copy.write_row(row)
            return
        places = ", ".join(["%s"] * len(columns))
        statement = f"INSERT INTO {into} VALUES ({places})"  # noqa: S608
        while batch := list(islice(rows, ROWS_AT_ONCE)):
            cursor.executemany(statement, batch)


def _continue_numbers() -> None:
    """Let new rows be numbered after these."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
