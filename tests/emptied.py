"""The database after a test that wrote to it for good."""

from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connections, transaction
from django.db.migrations.recorder import MigrationRecorder

from accounts.word_models import ListedWord
from accounts.words import first_words
from games.moderation.append_only import AUDIT_ROWS
from games.nights.append_only import NIGHT_ACTS

KEPT = {
    model._meta.db_table
    for model in (ContentType, Permission, MigrationRecorder.Migration, ListedWord)
}
"""What migrations fill, and no test changes for good."""
APPEND_ONLY = (AUDIT_ROWS, NIGHT_ACTS)
"""Tables that refuse to be emptied, with the way round it."""


def empty_tables(test_case: Any) -> None:
    """Empty every table a test can have written to, in place of TransactionTestCase's own way.

    That also empties what migrations fill and then fills it anew, which takes longer than most tests.
    """
    for alias in test_case._databases_names(include_mirrors=False):
        connection = connections[alias]
        tables = connection.introspection.django_table_names(
            only_existing=True, include_views=False
        )
        with transaction.atomic(using=alias), connection.cursor() as cursor:
            for each in APPEND_ONLY:
                cursor.execute(f"SELECT 1 FROM {each.table}")
                if cursor.fetchone():
                    allow, refuse = each.allow[connection.vendor], each.refuse[connection.vendor]
                    for statement in (*allow, f"DELETE FROM {each.table}", *refuse):
                        cursor.execute(statement)
            for table in set(tables) - KEPT - {each.table for each in APPEND_ONLY}:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
            if not ListedWord.objects.using(alias).exists():  # after `flush`
                ListedWord.objects.using(alias).bulk_create(
                    ListedWord(**row) for row in first_words()
                )
