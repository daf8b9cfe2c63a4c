"""What was told of annulled games becomes notices of the bell, read where it was read.

The bell told of a correction in one sentence for everybody and led to the details; now a notice says them itself.
What was not computed yet will be told when it is.
"""

from typing import Any

from django.db import migrations

ROWS_AT_ONCE = 500


def tell(apps: Any, _schema_editor: Any) -> None:
    """Write a notice for each; what the bell told of them goes."""
    notices = apps.get_model("accounts", "Notice").objects
    notices.filter(kind="rating", sentence="rating_corrected").delete()
    old = apps.get_model("games", "RatingNotice").objects.filter(rating_after__isnull=False)
    new = (_notice(apps, each) for each in old.select_related("game").iterator(ROWS_AT_ONCE))
    notices.bulk_create(list(new), batch_size=ROWS_AT_ONCE, ignore_conflicts=True)


def _notice(apps: Any, old: Any) -> Any:
    facts = {"before": round(old.rating_before), "after": round(old.rating_after)}
    if old.took_part:
        facts["name"] = old.game.name
    return apps.get_model("accounts", "Notice")(
        user_id=old.user_id,
        kind="rating",
        sentence="rating_own_game" if old.took_part else "rating_others_game",
        facts=facts,
        path=f"/games/{old.game.code}/" if old.took_part else "/leaderboard/",
        key=f"rating:{old.game_id}",
        created_at=old.created_at,
        read_at=old.seen_at,
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0027_table_wishes"), ("accounts", "0017_about")]

    operations = [migrations.RunPython(tell, migrations.RunPython.noop, elidable=True)]
