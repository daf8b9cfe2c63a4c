"""A seat keeps the emblem that was worn when its game began; older games show the present one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_fill_event_actor")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="emblem",
            field=models.CharField(
                blank=True, default="", max_length=40, verbose_name="emblem at this table"
            ),
        ),
    ]
