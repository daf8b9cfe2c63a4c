"""Rows as arrays: PostgreSQL reads what was meant, whatever the values are."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.selectors.among import among
from games.services.many_rows import parts_of, rows_of_arrays


@pytest.mark.django_db
def test_every_value_arrives_as_it_was() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has no arrays")
    types = ["varchar(30)", "bigint", "float8", "bytea", "date", "timestamptz"]
    at = datetime(2026, 11, 27, 21, 40, 1, 123456, tzinfo=UTC)
    rows = [
        (
            'a "quoted" \\ {word}, 100 %',
            -(2**62),
            0.1 + 0.2,
            b'\x00\\"\xff',
            date(2026, 2, 28),
            at,
        ),
        ("NULL", 0, 1e-300, b"", date(1, 1, 1), at),
        ("", None, None, None, None, None),
        (None, 1, 5e-324, b"\n", date(9999, 12, 31), at),
    ]
    source, parameters = rows_of_arrays(types, rows)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {source}", parameters)
        found = [(*row[:3], row[3] and bytes(row[3]), *row[4:]) for row in cursor.fetchall()]
    assert found == rows


def test_parts_hold_all_rows_in_their_order() -> None:
    assert list(parts_of(range(5), 2)) == [[0, 1], [2, 3], [4]]
    assert list(parts_of([], 2)) == []


@pytest.mark.django_db
def test_no_database_is_asked_for_the_rows_of_nobody(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert list(User.objects.filter(among("id", []))) == []
        assert User.objects.filter(among("id", [])).update(is_active=False) == 0
