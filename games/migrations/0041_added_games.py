"""A rebuild of the statistics adds up the sheets of games, and notes which it has added."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0040_packed_logs")]

    operations = [
        migrations.AddField(
            model_name="countedgame",
            name="is_added",
            field=models.BooleanField(db_default=True, default=True, verbose_name="added"),
        ),
    ]
