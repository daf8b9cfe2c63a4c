"""People met have no numbers of their own: two people and a kind are the key, and the only index."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COLUMNS = 'user_id, other_id, kind, same_games, same_wins, opposite_games, opposite_wins'


def move(source, target):
    def moved(apps, schema_editor):
        # In the order of the key, so that somebody's rows lie side by side.
        schema_editor.execute(
            f'INSERT INTO {target} ({COLUMNS}) SELECT {COLUMNS} FROM {source} ORDER BY user_id, other_id, kind'
        )

    return moved


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0045_tally_of_all_measures'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    # A primary key cannot be altered to one of several columns, so the table is made anew.
    operations = [
        migrations.CreateModel(
            name='KeyedHeadToHead',
            fields=[
                ('pk', models.CompositePrimaryKey('user', 'other', 'kind', blank=True, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('ranked', 'ranked'), ('casual', 'casual'), ('bots', 'bots')], max_length=8, verbose_name='kind of game')),
                ('same_games', models.IntegerField(default=0, verbose_name='games on the same side')),
                ('same_wins', models.IntegerField(default=0, verbose_name='of these won')),
                ('opposite_games', models.IntegerField(default=0, verbose_name='games on opposite sides')),
                ('opposite_wins', models.IntegerField(default=0, verbose_name='of these won')),
                ('other', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='other player')),
                ('user', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'head to head',
                'verbose_name_plural': 'heads to heads',
            },
        ),
        migrations.RunPython(
            move('games_headtohead', 'games_keyedheadtohead'), move('games_keyedheadtohead', 'games_headtohead')
        ),
        migrations.DeleteModel(name='HeadToHead'),
        migrations.RenameModel(old_name='KeyedHeadToHead', new_name='HeadToHead'),
        migrations.AlterField(
            model_name='headtohead',
            name='user',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='heads_to_heads', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
    ]
