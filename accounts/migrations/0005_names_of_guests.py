"""Guests share names: each keeps the name, and what is unique of them becomes a handle."""

from typing import Any

from django.db import migrations, models

from accounts.names import guest_handle, name_key, name_skeleton, validate_name

A_BATCH = 500


def free_names(apps: Any, _schema_editor: Any) -> None:
    """Those who walked in so far are called as before, and their names block nobody else's."""
    users = apps.get_model("accounts", "User").objects
    guests = users.filter(is_guest=True, closed_at=None, guest_name="").order_by("pk")
    while batch := list(guests[:A_BATCH]):
        for guest in batch:
            guest.guest_name, guest.username = guest.username, guest_handle()
            guest.username_key = name_key(guest.username)
            guest.username_skeleton = name_skeleton(guest.username)
        fields = ["guest_name", "username", "username_key", "username_skeleton"]
        users.bulk_update(batch, fields)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_turn_mails")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="guest_name",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Others may have it too. Empty for whoever has an account: their name is their own.",
                max_length=24,
                validators=[validate_name],
                verbose_name="name of a guest",
            ),
        ),
        migrations.RunPython(free_names, migrations.RunPython.noop, elidable=True),
    ]
