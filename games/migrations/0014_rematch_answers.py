"""Who said no to a rematch, and how long its lobby waits for those who have not answered."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0013_presence_in_lobbies")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="declines_rematch",
            field=models.BooleanField(default=False, verbose_name="said no to a rematch"),
        ),
        migrations.AddField(
            model_name="lobby",
            name="waits_until",
            field=models.DateTimeField(blank=True, null=True, verbose_name="waits for answers until"),
        ),
    ]
