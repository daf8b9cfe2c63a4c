"""What people say while they wait in a lobby."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_rematch_answers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LobbyMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                (
                    "name",
                    models.CharField(
                        blank=True, default="", max_length=24, verbose_name="name at this table"
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=300, verbose_name="text")),
                ("phrase", models.CharField(blank=True, max_length=32, verbose_name="phrase")),
                (
                    "message_key",
                    models.CharField(
                        blank=True, max_length=120, null=True, verbose_name="sent as"
                    ),
                ),
                ("created_at", models.DateTimeField(verbose_name="created at")),
                (
                    "lobby",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.lobby",
                        verbose_name="lobby",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lobby_messages",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "message in a lobby",
                "verbose_name_plural": "messages in a lobby",
                "ordering": ["lobby", "number"],
                "indexes": [
                    models.Index(fields=["user", "-created_at"], name="games_lobby_said_lately")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("lobby", "number"), name="one_lobby_message_per_number"
                    ),
                    models.UniqueConstraint(
                        fields=("lobby", "message_key"), name="each_lobby_message_once"
                    ),
                ],
            },
        ),
    ]
