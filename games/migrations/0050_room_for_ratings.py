"""Leaves room on PostgreSQL's pages for what ratings change in the results of games.

A row that grows or changes is written anew. Beside the old one that is quick; a row that finds no room there goes to
another page, and then every index of the table needs a new entry, far apart on a large site.
"""

from typing import Any

from django.db import migrations

_MODELS = "GameResult", "SeatResult"


def _alter(apps: Any, schema_editor: Any, change: str) -> None:
    # SQLite changes rows in their places.
    if schema_editor.connection.vendor == "postgresql":
        for model in _MODELS:
            table = schema_editor.quote_name(apps.get_model("games", model)._meta.db_table)
            schema_editor.execute(f"ALTER TABLE {table} {change}")


def leave_room(apps: Any, schema_editor: Any) -> None:
    """Fill new pages to 85 %: the rest holds the rows of one game of eight people."""
    _alter(apps, schema_editor, "SET (fillfactor = 85)")


def fill_pages(apps: Any, schema_editor: Any) -> None:
    _alter(apps, schema_editor, "RESET (fillfactor)")


class Migration(migrations.Migration):
    dependencies = [("games", "0049_plain_checkpoints")]
    operations = [migrations.RunPython(leave_room, fill_pages)]
