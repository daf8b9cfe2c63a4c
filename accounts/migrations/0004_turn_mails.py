from django.db import migrations, models


def a_field(default):
    return models.BooleanField(
        default=default,
        help_text="For games with hours or days for each decision: once when it waits for you, once before the time is up.",
        verbose_name="mails when a slow game waits",
    )


class Migration(migrations.Migration):
    """Off for everybody who is here already: they gave their address for a forgotten password only."""

    dependencies = [
        ("accounts", "0003_sign_outs"),
    ]

    operations = [
        migrations.AddField("preferences", "turn_mails", a_field(False)),
        migrations.AlterField("preferences", "turn_mails", a_field(True)),
    ]
