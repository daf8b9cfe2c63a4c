"""A rebuild of the ratings that was killed goes on where it was."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0042_written_talk")]

    operations = [
        migrations.CreateModel(
            name="RatingCheckpoint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("wanted", models.PositiveIntegerField(verbose_name="corrections asked for")),
                ("number", models.PositiveIntegerField(verbose_name="number of the last game")),
                ("head", models.TextField(verbose_name="weights and side biases")),
                ("players", models.BinaryField(verbose_name="players")),
                ("seasons", models.BinaryField(verbose_name="seasons")),
            ],
            options={
                "verbose_name": "checkpoint of the ratings",
                "verbose_name_plural": "checkpoints of the ratings",
            },
        ),
    ]
