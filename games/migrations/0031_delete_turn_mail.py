from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0030_turn_notices'),
    ]

    operations = [
        migrations.DeleteModel(
            name='TurnMail',
        ),
    ]
