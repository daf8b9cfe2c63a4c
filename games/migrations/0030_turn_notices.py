"""Mails of slow games become deliveries of their notices: what is still to be sent will be, and nothing twice.

Of decisions that were planned for, nobody is told again.
"""

from typing import Any

from django.db import migrations, models

SENTENCES = {"call": "turn_waits", "reminder": "turn_ends_soon"}
ROWS_AT_ONCE = 500


def move(apps: Any, _schema_editor: Any) -> None:
    """Note which decisions are told of, and write a delivery for each mail that was or is to be sent."""
    mails = apps.get_model("games", "TurnMail").objects.filter(game__status="running")
    games = apps.get_model("games", "Game").objects
    for column, kind in (("called_for", "call"), ("reminded_for", "reminder")):
        planned = mails.filter(kind=kind, opened_at=models.F("game__opened_at"))
        told_of = games.filter(pk__in=planned.values("game_id"))
        told_of.update(**{column: models.F("opened_at")})
    sent_or_due = mails.exclude(due_at=None, sent_at=None)
    for mail in sent_or_due.select_related("game").iterator(ROWS_AT_ONCE):
        _deliver(apps, mail)


def _deliver(apps: Any, mail: Any) -> None:
    seat = apps.get_model("games", "Seat").objects.filter(game_id=mail.game_id, number=mail.seat)
    user_id = seat.values_list("user_id", flat=True).first()
    if user_id is None:
        return
    notice, _is_new = apps.get_model("accounts", "Notice").objects.get_or_create(
        user_id=user_id,
        key=f"turn:{mail.game_id}:{mail.decision}:{mail.kind}",
        defaults={
            "kind": "turn",
            "sentence": SENTENCES[mail.kind],
            "facts": {"table": mail.game.name},
            "path": f"/games/{mail.game.code}/",
            "expires_at": mail.game.deadline_at,
        },
    )
    apps.get_model("accounts", "NoticeDelivery").objects.get_or_create(
        notice=notice,
        device=None,
        defaults={"due_at": mail.due_at, "tries": mail.tries, "sent_at": mail.sent_at},
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0029_delete_rating_notice"), ("accounts", "0017_about")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="called_for",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                null=True,
                verbose_name="absent people told of the decision open since",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="reminded_for",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                null=True,
                verbose_name="people told that little time is left of the decision open since",
            ),
        ),
        migrations.RunPython(move, migrations.RunPython.noop, elidable=True),
    ]
