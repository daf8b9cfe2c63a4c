"""Whoever wanted no mails of slow games has chosen so among the notices; the preference itself goes."""

from django.db import migrations


def move(apps, _editor):
    preferences = apps.get_model('accounts', 'Preferences')
    choice = apps.get_model('accounts', 'NoticeChoice')
    unwilling = preferences.objects.filter(turn_mails=False).values_list('user_id', flat=True)
    choice.objects.bulk_create(
        (
            choice(user_id=user_id, kind='turn', here=True, push=True, mail=False)
            for user_id in unwilling.iterator()
        ),
        batch_size=1000,
    )


def move_back(apps, _editor):
    preferences = apps.get_model('accounts', 'Preferences')
    choice = apps.get_model('accounts', 'NoticeChoice')
    unwilling = choice.objects.filter(kind='turn', mail=False).values('user_id')
    preferences.objects.filter(user_id__in=unwilling).update(turn_mails=False)
    choice.objects.filter(kind='turn').delete()


class Migration(migrations.Migration):

    dependencies = [('accounts', '0015_notice_deliveries')]

    operations = [
        migrations.RunPython(move, move_back),
        migrations.RemoveField('preferences', 'turn_mails'),
    ]
