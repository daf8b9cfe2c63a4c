"""Several queries about one person, joined by UNION ALL into one query whose SQL is written only once.

With their conditions joined by OR PostgreSQL would read every row, such as all games of somebody who has played for
years. And Django takes longer to write a dozen queries than the database takes to answer them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

ANYBODY: Final = -1
"""Stands for the person in the queries; no person has this id."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What several queries find about ANYBODY."""

    sql: str
    given: tuple[Any, ...]
    """The values for its placeholders."""

    def of(self, user_id: int) -> RawSQL:
        """Return the keys of what they find about this person, for a condition with `in`."""
        return RawSQL(self.sql, [user_id if each == ANYBODY else each for each in self.given])  # noqa: S611


def gathered(queries: Iterable[QuerySet[Any]]) -> Gathered:
    """Return these queries about ANYBODY as one that finds the keys of their rows."""
    parts: list[str] = []
    given: list[Any] = []
    for number, each in enumerate(queries):
        sql, values = each.values("pk").query.sql_with_params()
        # SQLite takes an order and a limit only in a query inside another one.
        parts.append(f"SELECT * FROM ({sql}) AS part{number}")  # noqa: S608
        given += values
    return Gathered(" UNION ALL ".join(parts), tuple(given))
