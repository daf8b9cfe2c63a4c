"""A condition for thousands of numbers, which PostgreSQL gets as one array.

Django writes a parameter for each number of `__in`, and with thousands of them that takes as long as the query.
"""

from collections.abc import Collection

from django.db import connection
from django.db.models import BooleanField, F, Func, Q, Value


def among(column: str, numbers: Collection[int]) -> Q | Func:
    """Return the condition, for `filter`, that this column of whole numbers holds one of these; on either database.

    With no numbers Django knows that no row matches, and asks no database.
    """
    if connection.vendor != "postgresql" or not numbers:
        return Q((f"{column}__in", list(numbers)))
    # As Python writes a list of numbers.
    array = f"{{{str(list(numbers))[1:-1]}}}"
    return Func(
        F(column),
        Value(array),
        template="%(expressions)s::bigint[])",
        arg_joiner=" = ANY(",
        output_field=BooleanField(),
    )
