"""What organisers did refuses changes from here on."""

from typing import ClassVar

from django.db import migrations

from games.nights.append_only import ALLOW, REFUSE


def _run(statements, schema_editor):
    for each in statements[schema_editor.connection.vendor]:
        schema_editor.execute(each)


def refuse(_apps, schema_editor):
    _run(REFUSE, schema_editor)


def allow(_apps, schema_editor):
    _run(ALLOW, schema_editor)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("nights", "0001_initial")]
    operations: ClassVar = [migrations.RunPython(refuse, allow)]
