"""A season's table is found by who has played enough, and put in order then; an index in its order was hardly used."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0046_pairs_by_their_people'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='seasonstanding',
            name='games_season_table',
        ),
        migrations.AddIndex(
            model_name='seasonstanding',
            index=models.Index(fields=['season', 'games'], name='games_of_a_season'),
        ),
    ]
