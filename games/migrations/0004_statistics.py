import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_table_talk"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CalibrationTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("size", models.PositiveSmallIntegerField(verbose_name="players")),
                ("number", models.PositiveSmallIntegerField(verbose_name="bin")),
                ("games", models.IntegerField(default=0, verbose_name="games")),
                (
                    "liberal_wins",
                    models.IntegerField(default=0, verbose_name="won by the liberals"),
                ),
                (
                    "predicted",
                    models.BigIntegerField(default=0, verbose_name="sum of predictions"),
                ),
                ("loss", models.BigIntegerField(default=0, verbose_name="sum of log-losses")),
            ],
            options={
                "verbose_name": "calibration tally",
                "verbose_name_plural": "calibration tallies",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("size", "number"), name="one_calibration_tally_per_bin"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CommunityTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField(verbose_name="month")),
                (
                    "kind",
                    models.CharField(
                        choices=[("ranked", "ranked"), ("casual", "casual"), ("bots", "bots")],
                        max_length=8,
                        verbose_name="kind of game",
                    ),
                ),
                ("size", models.PositiveSmallIntegerField(verbose_name="players")),
                ("band", models.PositiveSmallIntegerField(default=0, verbose_name="rating band")),
                ("measure", models.CharField(max_length=24, verbose_name="measure")),
                ("successes", models.BigIntegerField(default=0, verbose_name="successes")),
                ("instances", models.BigIntegerField(default=0, verbose_name="instances")),
            ],
            options={
                "verbose_name": "community tally",
                "verbose_name_plural": "community tallies",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "month", "size", "band", "measure"),
                        name="one_community_tally_per_measure",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CountedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="counted",
                        serialize=False,
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "due_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="to be counted from"),
                ),
                ("sheet", models.JSONField(blank=True, null=True, verbose_name="what it added")),
            ],
            options={
                "verbose_name": "counted game",
                "verbose_name_plural": "counted games",
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["due_at"],
                        name="games_to_count",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HeadToHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("ranked", "ranked"), ("casual", "casual"), ("bots", "bots")],
                        max_length=8,
                        verbose_name="kind of game",
                    ),
                ),
                (
                    "same_games",
                    models.IntegerField(default=0, verbose_name="games on the same side"),
                ),
                ("same_wins", models.IntegerField(default=0, verbose_name="of these won")),
                (
                    "opposite_games",
                    models.IntegerField(default=0, verbose_name="games on opposite sides"),
                ),
                ("opposite_wins", models.IntegerField(default=0, verbose_name="of these won")),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="other player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="heads_to_heads",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "head to head",
                "verbose_name_plural": "heads to heads",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "kind", "other"), name="one_head_to_head_per_pair"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerStreak",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("ranked", "ranked"), ("casual", "casual"), ("bots", "bots")],
                        max_length=8,
                        verbose_name="kind of game",
                    ),
                ),
                ("current", models.IntegerField(default=0, verbose_name="current")),
                ("longest_won", models.IntegerField(default=0, verbose_name="longest won")),
                ("longest_lost", models.IntegerField(default=0, verbose_name="longest lost")),
                (
                    "last_end_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="last game ended at"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="streaks",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "streak",
                "verbose_name_plural": "streaks",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "kind"), name="one_streak_per_player")
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("ranked", "ranked"), ("casual", "casual"), ("bots", "bots")],
                        max_length=8,
                        verbose_name="kind of game",
                    ),
                ),
                ("measure", models.CharField(max_length=24, verbose_name="measure")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("liberal", "liberal"),
                            ("fascist", "fascist"),
                            ("hitler", "hitler"),
                        ],
                        max_length=8,
                        verbose_name="role",
                    ),
                ),
                ("size", models.PositiveSmallIntegerField(verbose_name="players")),
                ("successes", models.BigIntegerField(default=0, verbose_name="successes")),
                ("instances", models.BigIntegerField(default=0, verbose_name="instances")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "tally",
                "verbose_name_plural": "tallies",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "kind", "measure", "role", "size"),
                        name="one_tally_per_measure",
                    )
                ],
            },
        ),
    ]
