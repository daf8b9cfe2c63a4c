"""Everybody has an emblem: whoever is here is given one by number, closed accounts wear none."""

from itertools import islice
from typing import Any

from django.db import migrations, models

from accounts.emblems import deal_emblem, numbered_emblem, validate_emblem

A_BATCH = 500


def deal_to_everybody(apps: Any, _schema_editor: Any) -> None:
    """One each, the same whenever this runs; neighbours differ."""
    users = apps.get_model("accounts", "User").objects
    users.exclude(closed_at=None).update(emblem="")
    people = users.filter(closed_at=None).order_by("pk").only("pk").iterator(A_BATCH)
    while batch := list(islice(people, A_BATCH)):
        for person in batch:
            person.emblem = str(numbered_emblem(person.pk))
        users.bulk_update(batch, ["emblem"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_names_of_guests")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="emblem",
            field=models.CharField(
                blank=True,
                default=deal_emblem,
                help_text="Symbol, ink and ground; empty for a closed account.",
                max_length=40,
                validators=[validate_emblem],
                verbose_name="emblem",
            ),
        ),
        migrations.RunPython(deal_to_everybody, migrations.RunPython.noop, elidable=True),
    ]
