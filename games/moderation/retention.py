"""How long moderation keeps words and addresses: both are deleted some time after a decision; its outcome stays."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from games.moderation.models import Case, Report

ADDRESSES_KEPT_FOR = timedelta(days=30)
"""After the decision: so long earlier decisions about guests of one address are counted."""


def forget_evidence(now: datetime) -> tuple[str, int]:
    """Forget sentences and lines of talk of cases decided long ago; return the kind, and how many."""
    before = now - timedelta(days=settings.KEEP_REPORTS_DAYS)
    old = Report.objects.filter(case__decided_at__lt=before).exclude(Q(evidence=[], sentence=""))
    return "reports", old.update(evidence=[], sentence="")


def forget_addresses(now: datetime) -> tuple[str, int]:
    """Forget the addresses in cases decided long ago, and at once those of people who became members.

    Return the kind of data, and how many.
    """
    over = Q(decided_at__lt=now - ADDRESSES_KEPT_FOR) | Q(person__is_guest=False)
    return "addresses", Case.objects.filter(over).exclude(address="").update(address="")
