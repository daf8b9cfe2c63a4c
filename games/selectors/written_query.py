"""Queries whose SQL Django writes only once.

To write the SQL of a small query takes Django longer than to answer it takes the database. So what every socket or
every sweep of the clock asks is written with placeholders for its values, which are replaced whenever it is asked.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from django.db import connection
from django.db.models import QuerySet

Asked: TypeAlias = str | int | None
"""What such a query may be asked about: text, whole numbers (ids above all), or nobody."""

_PLACEHOLDER = 32_700
"""Numbers from this one on stand for others: every column of numbers takes them, and no query of ours names them."""


class WrittenQuery:
    """A query for columns of rows, asked again and again about other values.

    Values and columns are text and whole numbers: nothing that a database gives in a form of its own, such as times.
    """

    def __init__(self, write: Callable[..., QuerySet[Any, tuple[Any, ...]]]) -> None:
        """`write` gets the values and returns the queryset, by `values_list`; it may differ by which values are None."""
        self._write = write
        self._written: dict[tuple[Any, ...], tuple[str, tuple[Any, ...]]] = {}

    def rows(self, *values: Asked) -> list[tuple[Any, ...]]:
        """Return the rows about these values; one query."""
        shape = (connection.vendor, *map(type, values))
        if shape not in self._written:
            query = self._write(*map(_placeholder, range(len(values)), values)).query
            self._written[shape] = query.sql_with_params()
        sql, given = self._written[shape]
        meant = {_placeholder(place, value): value for place, value in enumerate(values)}
        with connection.cursor() as cursor:
            cursor.execute(sql, [meant.get(each, each) for each in given])
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def _placeholder(place: int, value: Asked) -> Asked:
    """Return what the SQL is written with, in place of this value."""
    if value is None:
        return None
    return f"value {place}" if isinstance(value, str) else _PLACEHOLDER + place
