"""Gives PostgreSQL many rows in one statement, as an array for each column.

The driver writes each value of a parameter by itself, and with thousands of rows that takes longer than what
the database does with them. Here each array is one text.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import TypeAlias, TypeVar

from django.db import connection
from django.db.models import Model

Value: TypeAlias = bool | int | float | str | bytes | date | None
_Row = TypeVar("_Row")

_NUMBERS = {"smallint", "integer", "bigint", "double precision", "float8"}
_FEW_DIFFERENT = ("varchar", "date")
"""How the types of columns begin in which the same values stand again and again: kinds, roles, months."""

ROWS_OF_ARRAYS = 10_000
"""Rows that are given in one statement."""


def rows_of_arrays(types: Sequence[str], rows: Iterable[Sequence[Value]]) -> tuple[str, list[str]]:
    """Return SQL that yields these rows, of columns with these types, and its parameters; at least one row."""
    arrays = ", ".join(f"%s::{each}[]" for each in types)
    columns = zip(types, zip(*rows, strict=True), strict=True)
    return f"unnest({arrays})", [_array(each, column) for each, column in columns]


def parts_of(rows: Iterable[_Row], size: int) -> Iterator[list[_Row]]:
    """Yield the rows in lists of this size, the last one shorter."""
    left = iter(rows)
    while part := list(islice(left, size)):
        yield part


def replace_rows(
    model: type[Model], keys: int, columns: Sequence[str], rows: Iterable[tuple[Value, ...]]
) -> None:
    """Create or replace rows, on either database; the first `keys` of the columns are those of a unique constraint."""
    unique, others = columns[:keys], columns[keys:]
    if connection.vendor != "postgresql":
        model._default_manager.bulk_create(  # noqa: SLF001
            (model(**dict(zip(columns, row, strict=True))) for row in rows),
            update_conflicts=True,
            unique_fields=[each.removesuffix("_id") for each in unique],
            update_fields=others,
            batch_size=500,
        )
        return
    # Without an object for each row: a rebuild writes hundreds of thousands at its end.
    setting = ", ".join(f"{each} = excluded.{each}" for each in others)
    _insert(model, columns, rows, f"({', '.join(unique)}) DO UPDATE SET {setting}")


def add_missing_rows(
    model: type[Model], columns: Sequence[str], rows: Iterable[tuple[Value, ...]]
) -> None:
    """Create those of these rows whose keys are not there, on either database; the others stay as they are."""
    if connection.vendor != "postgresql":
        model._default_manager.bulk_create(  # noqa: SLF001
            (model(**dict(zip(columns, row, strict=True))) for row in rows), ignore_conflicts=True
        )
        return
    _insert(model, columns, rows, "DO NOTHING")


def _insert(
    model: type[Model], columns: Sequence[str], rows: Iterable[tuple[Value, ...]], on_conflict: str
) -> None:
    fields = {field.column: field for field in model._meta.concrete_fields}  # noqa: SLF001
    types = [str(fields[each].db_type(connection)) for each in columns]
    into = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"  # noqa: SLF001
    with connection.cursor() as cursor:
        for part in parts_of(rows, ROWS_OF_ARRAYS):
            source, parameters = rows_of_arrays(types, part)
            cursor.execute(
                f"{into} SELECT * FROM {source} ON CONFLICT {on_conflict}",  # noqa: S608
                parameters,
            )


def _array(column_type: str, values: Sequence[Value]) -> str:
    if column_type in _NUMBERS:
        # As Python writes a list of numbers; one by one they would take several times as long.
        return f"{{{str(list(values))[1:-1].replace('None', 'NULL')}}}"
    if column_type.startswith(_FEW_DIFFERENT):
        literals = {each: _literal(each) for each in set(values)}
        return f"{{{','.join([literals[each] for each in values])}}}"
    return f"{{{','.join(map(_literal, values))}}}"


def _literal(value: Value) -> str:
    """Return a value as PostgreSQL reads it in an array; a number with all its digits."""
    match value:
        case None:
            return "NULL"
        case int() | float():
            return repr(value)
        case bytes():
            return f'"\\\\x{value.hex()}"'
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case _:
            return f'"{value.isoformat()}"'
