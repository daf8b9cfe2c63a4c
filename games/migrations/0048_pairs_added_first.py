"""A rebuild of the statistics adds all pairs of people first, and notes of which games."""

from typing import Any

from django.db import migrations, models


def note_stopped_rebuild(apps: Any, _editor: Any) -> None:
    """Let games that a stopped rebuild has left add their pairs, too: until now it added all sums together."""
    CountedGame = apps.get_model("games", "CountedGame")  # noqa: N806
    CountedGame.objects.filter(is_added=False).update(are_pairs_added=False)


class Migration(migrations.Migration):
    dependencies = [("games", "0047_games_of_a_season")]

    operations = [
        migrations.AddField(
            model_name="countedgame",
            name="are_pairs_added",
            field=models.BooleanField(db_default=True, default=True, verbose_name="heads to heads"),
        ),
        migrations.RunPython(note_stopped_rebuild, migrations.RunPython.noop),
    ]
