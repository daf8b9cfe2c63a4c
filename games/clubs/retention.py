"""How long clubs keep questions without an answer, and news."""

from datetime import datetime, timedelta

from django.conf import settings

from games.clubs.models import Ask, ClubNews
from games.clubs.values import ASKS_KEPT_FOR


def forget_asks(now: datetime) -> tuple[str, int]:
    """Forget requests, invitations and offers that nobody has answered; return the kind, and how many."""
    old, _by_model = Ask.objects.filter(created_at__lt=now - ASKS_KEPT_FOR).delete()
    return "club requests", old


def forget_news(now: datetime) -> tuple[str, int]:
    """Forget news as old as talk at tables that is forgotten; return the kind, and how many."""
    before = now - timedelta(days=settings.KEEP_TALK_DAYS)
    old, _by_model = ClubNews.objects.filter(created_at__lt=before).delete()
    return "club news", old
