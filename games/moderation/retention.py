"""How long moderation keeps words: the evidence goes a while after the decision, its outcome stays."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from games.moderation.models import Report


def forget_evidence(now: datetime) -> tuple[str, int]:
    """Forget sentences and lines of talk of cases decided long ago; return the kind, and how many."""
    before = now - timedelta(days=settings.KEEP_REPORTS_DAYS)
    old = Report.objects.filter(case__decided_at__lt=before).exclude(Q(evidence=[], sentence=""))
    return "reports", old.update(evidence=[], sentence="")
