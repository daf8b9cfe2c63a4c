"""One row holds all measures of a person, kind, role and size; until now each measure had a row of its own."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

MEASURES = (
    'finished', 'won', 'expected', 'won_predicted', 'danger_votes', 'elected_hitler',
    'passed_liberal', 'enacted_liberal', 'honest_claims', 'honest_investigations', 'shots', 'trusted_president',
    'trusted_chancellor', 'survived', 'hitler_elected', 'hitler_shot', 'pace', 'timed_out',
)
COLUMNS = ', '.join(f'{each}_successes, {each}_instances' for each in MEASURES)


def join_rows(apps, schema_editor):
    """Write the rows of each measure into the one row of all of them, in the database alone."""
    sums = ', '.join(
        f"COALESCE(MAX(CASE WHEN measure = '{each}' THEN {part} END), 0)"
        for each in MEASURES
        for part in ('successes', 'instances')
    )
    schema_editor.execute(
        f'INSERT INTO games_joinedtally (user_id, kind, role, size, {COLUMNS})'
        f' SELECT user_id, kind, role, size, {sums} FROM games_playertally GROUP BY user_id, kind, role, size'
    )


def part_rows(apps, schema_editor):
    for each in MEASURES:
        schema_editor.execute(
            'INSERT INTO games_playertally (user_id, kind, measure, role, size, successes, instances)'
            f" SELECT user_id, kind, '{each}', role, size, {each}_successes, {each}_instances"
            f' FROM games_joinedtally WHERE {each}_successes <> 0 OR {each}_instances <> 0'
        )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0044_fewer_indexes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    # A primary key cannot be altered to one of several columns, so the table is made anew.
    operations = [
        migrations.CreateModel(
            name='JoinedTally',
            fields=[
                ('pk', models.CompositePrimaryKey('user', 'kind', 'role', 'size', blank=True, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('ranked', 'ranked'), ('casual', 'casual'), ('bots', 'bots')], max_length=8, verbose_name='kind of game')),
                ('role', models.CharField(choices=[('liberal', 'liberal'), ('fascist', 'fascist'), ('hitler', 'hitler')], max_length=8, verbose_name='role')),
                ('size', models.PositiveSmallIntegerField(verbose_name='players')),
                ('finished_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('finished_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('won_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('won_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('expected_successes', models.BigIntegerField(db_default=0, default=0, verbose_name='successes')),
                ('expected_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('won_predicted_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('won_predicted_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('danger_votes_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('danger_votes_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('elected_hitler_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('elected_hitler_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('passed_liberal_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('passed_liberal_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('enacted_liberal_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('enacted_liberal_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('honest_claims_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('honest_claims_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('honest_investigations_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('honest_investigations_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('shots_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('shots_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('trusted_president_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('trusted_president_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('trusted_chancellor_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('trusted_chancellor_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('survived_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('survived_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('hitler_elected_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('hitler_elected_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('hitler_shot_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('hitler_shot_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('pace_successes', models.BigIntegerField(db_default=0, default=0, verbose_name='successes')),
                ('pace_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('timed_out_successes', models.IntegerField(db_default=0, default=0, verbose_name='successes')),
                ('timed_out_instances', models.IntegerField(db_default=0, default=0, verbose_name='instances')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'tally',
                'verbose_name_plural': 'tallies',
            },
        ),
        migrations.RunPython(join_rows, part_rows),
        migrations.DeleteModel(name='PlayerTally'),
        migrations.RenameModel(old_name='JoinedTally', new_name='PlayerTally'),
        migrations.AlterField(
            model_name='playertally',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
    ]
