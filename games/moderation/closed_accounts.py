"""What moderation forgets when an account is closed: the person's own words, and their lines in the lists of a month.

That there was a case stays.
"""

from django.db.models import Q

from accounts.models import User
from games.moderation.models import Appeal, Report
from games.moderation.months import forget_lines_of


def forget_data_of(user: User) -> None:
    """Delete what this person wrote in reports and appeals, and their lines and name in reports of others.

    Lines about them in the lists of a month go as well.
    """
    forget_lines_of(user)
    Report.objects.filter(reporter=user).update(sentence="")
    Appeal.objects.filter(sanction__user=user).update(text="")
    Report.objects.filter(case__person=user).update(name="")
    for each in Report.objects.exclude(Q(evidence=[])).iterator(chunk_size=100):
        kept = [line for line in each.evidence if line["user"] != user.pk]
        if len(kept) < len(each.evidence):
            Report.objects.filter(pk=each.pk).update(evidence=kept)
