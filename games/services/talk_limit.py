"""How much a person may say in a short time, over all tables and lobbies."""

from datetime import datetime, timedelta

from django.conf import settings

from games.models import ChatMessage, LobbyMessage
from games.values.refusals import GameError, ServiceReason


def refuse_flood(user_id: int, now: datetime) -> None:
    """Raise GameError(TALKING_TOO_FAST) if this person has just said as much as is allowed."""
    since = now - timedelta(seconds=settings.CHAT_BURST_SECONDS)
    said = sum(
        each.objects.filter(user_id=user_id, created_at__gt=since).count()
        for each in (ChatMessage, LobbyMessage)
    )
    if said >= settings.CHAT_BURST:
        raise GameError(ServiceReason.TALKING_TOO_FAST)
