"""Keeps checkpoints of the ratings as they are: to compress numbers takes longer than to write them, and saves little."""

from typing import Any

from django.db import migrations

_COLUMNS = "players", "seasons"


def _keep(apps: Any, schema_editor: Any, storage: str) -> None:
    # SQLite compresses nothing.
    if schema_editor.connection.vendor == "postgresql":
        table = apps.get_model("games", "RatingCheckpoint")._meta.db_table
        changes = ", ".join(f"ALTER COLUMN {each} SET STORAGE {storage}" for each in _COLUMNS)
        schema_editor.execute(f"ALTER TABLE {schema_editor.quote_name(table)} {changes}")


def keep_plain(apps: Any, schema_editor: Any) -> None:
    _keep(apps, schema_editor, "EXTERNAL")


def keep_compressed(apps: Any, schema_editor: Any) -> None:
    _keep(apps, schema_editor, "EXTENDED")


class Migration(migrations.Migration):
    dependencies = [("games", "0048_pairs_added_first")]
    operations = [migrations.RunPython(keep_plain, keep_compressed)]
