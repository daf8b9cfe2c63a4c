"""What organisers did refuses changes from here on."""

from typing import ClassVar

from django.db import migrations

from games.nights.append_only import NIGHT_ACTS


class Migration(migrations.Migration):
    dependencies: ClassVar = [("nights", "0001_initial")]
    operations: ClassVar = [NIGHT_ACTS.operation()]
