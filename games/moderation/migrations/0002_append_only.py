"""The audit refuses changes from here on."""

from typing import ClassVar

from django.db import migrations

from games.moderation.append_only import AUDIT_ROWS


class Migration(migrations.Migration):
    dependencies: ClassVar = [("moderation", "0001_initial")]
    operations: ClassVar = [AUDIT_ROWS.operation()]
