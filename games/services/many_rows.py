"""Gives PostgreSQL many rows in one statement, as an array for each column.

The driver writes each value of a parameter by itself, and with thousands of rows that takes longer than what
the database does with them. Here each array is one text.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import TypeAlias, TypeVar

Value: TypeAlias = bool | int | float | str | bytes | date | None
_Row = TypeVar("_Row")

ROWS_OF_ARRAYS = 10_000
"""Rows that are given in one statement."""


def rows_of_arrays(types: Sequence[str], rows: Iterable[Sequence[Value]]) -> tuple[str, list[str]]:
    """Return SQL that yields these rows, of columns with these types, and its parameters; at least one row."""
    arrays = ", ".join(f"%s::{each}[]" for each in types)
    return f"unnest({arrays})", [_array(column) for column in zip(*rows, strict=True)]


def parts_of(rows: Iterable[_Row], size: int) -> Iterator[list[_Row]]:
    """Yield the rows in lists of this size, the last one shorter."""
    left = iter(rows)
    while part := list(islice(left, size)):
        yield part


def _array(values: Iterable[Value]) -> str:
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
