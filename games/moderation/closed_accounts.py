"""What moderation forgets when an account is closed: the person's own words. That there was a case stays."""

from django.db.models import Q

from accounts.models import User
from games.moderation.models import Appeal, Report


def forget_words_of(user: User) -> None:
    """Delete what this person wrote in reports and appeals, and their lines and name in reports of others."""
    Report.objects.filter(reporter=user).update(sentence="")
    Appeal.objects.filter(sanction__user=user).update(text="")
    Report.objects.filter(case__person=user).update(name="")
    for each in Report.objects.exclude(Q(evidence=[])).iterator(chunk_size=100):
        kept = [line for line in each.evidence if line["user"] != user.pk]
        if len(kept) < len(each.evidence):
            Report.objects.filter(pk=each.pk).update(evidence=kept)
