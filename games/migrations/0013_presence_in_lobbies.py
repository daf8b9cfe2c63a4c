"""A seat in a lobby notes when its person was last there."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_emblems_at_tables")]

    operations = [
        migrations.AddField(
            model_name="lobbyseat",
            name="seen_at",
            field=models.DateTimeField(
                default=django.utils.timezone.now, verbose_name="last seen in the lobby"
            ),
        ),
    ]
