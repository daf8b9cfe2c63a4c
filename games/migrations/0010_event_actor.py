"""Events say who brought them about; 0011 says it of those that are there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_names_at_tables")]

    operations = [
        migrations.AddField(
            model_name="gameevent",
            name="actor",
            field=models.CharField(
                choices=[
                    ("person", "person"),
                    ("bot", "bot"),
                    ("stand_in", "stand_in"),
                    ("clock", "clock"),
                ],
                default="clock",
                max_length=8,
                verbose_name="who acted",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="gameevent",
            name="acting_seat",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="seat that acted"
            ),
        ),
    ]
