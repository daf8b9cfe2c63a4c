"""Games remember for themselves that they were played behind a password."""

from typing import Any

from django.db import migrations, models


def lock(apps: Any, _schema_editor: Any) -> None:
    """Take over from the lobbies what has been played so far."""
    games = apps.get_model("games", "Game").objects
    games.filter(lobby__password__gt="").update(is_locked=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0007_turn_mails")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="is_locked",
            field=models.BooleanField(default=False, verbose_name="behind a password"),
        ),
        migrations.RunPython(lock, migrations.RunPython.noop, elidable=True),
    ]
