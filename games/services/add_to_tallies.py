"""Adding to many rows of sums in one statement, the same on SQLite and PostgreSQL.

Django's bulk_create can replace what stands in a row, not add to it, and reading before writing would
let two processes forget one another.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TypeAlias

from django.db import connection
from django.db.models import Model

RowKey: TypeAlias = tuple[int | str | date, ...]
Amounts: TypeAlias = tuple[int, ...]

# Well below the parameters a statement may have (SQLite: 32,766).
ROWS_A_STATEMENT = 500


def add_up(
    model: type[Model],
    keys: Sequence[str],
    amounts: Sequence[str],
    deltas: Mapping[RowKey, Amounts],
) -> None:
    """Add to the rows with these keys, making those that are missing. Zeros are left out.

    `keys` are the fields of a unique constraint. Rows are taken in the order of their keys, so two
    transactions never wait for one another in a circle.
    """
    rows = sorted((*key, *added) for key, added in deltas.items() if any(added))
    quote = connection.ops.quote_name
    names = {field.name: quote(str(field.column)) for field in model._meta.concrete_fields}  # noqa: SLF001
    table = quote(model._meta.db_table)  # noqa: SLF001
    key_columns, sums = [names[each] for each in keys], [names[each] for each in amounts]
    columns = ", ".join([*key_columns, *sums])
    added = ", ".join(f"{each} = {table}.{each} + excluded.{each}" for each in sums)
    one = f"({', '.join(['%s'] * (len(keys) + len(amounts)))})"
    with connection.cursor() as cursor:
        for start in range(0, len(rows), ROWS_A_STATEMENT):
            part = rows[start : start + ROWS_A_STATEMENT]
            # Only names of our own tables and columns are put together here; values are parameters.
            cursor.execute(
                f"INSERT INTO {table} ({columns}) VALUES {', '.join([one] * len(part))}"  # noqa: S608
                f" ON CONFLICT ({', '.join(key_columns)}) DO UPDATE SET {added}",
                [value for row in part for value in row],
            )
