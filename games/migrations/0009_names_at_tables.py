"""What a guest is called at one table, where names are unique."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_locked_games")]

    operations = [
        migrations.AddField(
            model_name=model,
            name="name",
            field=models.CharField(
                blank=True, default="", max_length=24, verbose_name="name at this table"
            ),
        )
        for model in ("lobbyseat", "seat", "chatmessage")
    ]
