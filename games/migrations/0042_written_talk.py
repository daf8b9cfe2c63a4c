"""An index of the talk that is to be forgotten, so that no night looks through all talk there ever was."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0041_added_games")]

    operations = [
        migrations.AddIndex(
            model_name="chatmessage",
            index=models.Index(
                condition=models.Q(("text", ""), _negated=True),
                fields=["game"],
                name="games_written_talk",
            ),
        ),
    ]
