"""Adds to many rows of sums in one statement, the same on SQLite and PostgreSQL.

Django's bulk_create can replace a row's value, not add to it. Reading before writing would lose
the additions of another process.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TypeAlias

from django.db import connection
from django.db.models import Model

from games.services.many_rows import ROWS_OF_ARRAYS, parts_of, rows_of_arrays

RowKey: TypeAlias = tuple[int | str | date, ...]
Amounts: TypeAlias = Sequence[int]

# Well below the number of parameters a statement may have (SQLite: 32,766).
ROWS_A_STATEMENT = 500


def add_up(
    model: type[Model],
    keys: Sequence[str],
    amounts: Sequence[str],
    deltas: Mapping[RowKey, Amounts],
) -> None:
    """Add to the rows with these keys, and create missing ones. Zeros are left out.

    `keys` are the fields of a unique constraint. Rows are taken in the order of their keys, so two
    transactions cannot deadlock.
    """
    rows = [(*key, *deltas[key]) for key in sorted(deltas) if any(deltas[key])]
    if not rows:
        return
    quote = connection.ops.quote_name
    fields = {field.name: field for field in model._meta.concrete_fields}  # noqa: SLF001
    names = {name: quote(str(field.column)) for name, field in fields.items()}
    table = quote(model._meta.db_table)  # noqa: SLF001
    key_columns, sums = [names[each] for each in keys], [names[each] for each in amounts]
    columns = ", ".join([*key_columns, *sums])
    added = ", ".join(f"{each} = {table}.{each} + excluded.{each}" for each in sums)
    # Only names and types of our own tables and columns are put into the statements; values are parameters.
    into = f"INSERT INTO {table} ({columns})"
    adding = f"ON CONFLICT ({', '.join(key_columns)}) DO UPDATE SET {added}"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            types = [str(fields[each].db_type(connection)) for each in (*keys, *amounts)]
            for part in parts_of(rows, ROWS_OF_ARRAYS):
                source, parameters = rows_of_arrays(types, part)
                cursor.execute(f"{into} SELECT * FROM {source} {adding}", parameters)  # noqa: S608
            return
        one = f"({', '.join(['%s'] * (len(keys) + len(amounts)))})"
        for start in range(0, len(rows), ROWS_A_STATEMENT):
            part = rows[start : start + ROWS_A_STATEMENT]
            cursor.execute(
                f"{into} VALUES {', '.join([one] * len(part))} {adding}",
                [value for row in part for value in row],
            )
