"""How long data is kept: what nobody needs any more is forgotten once a night.

The days are settings, and the page about privacy names them. Sessions that people end, sign-outs and what was said in a lobby
go at once, where they end; numbers of finished games stay.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from accounts.arrivals import forget_arrivals
from accounts.friends import forget_requests
from accounts.models import User
from accounts.notices import forget_notices
from accounts.own_sessions import forget_expired
from accounts.presence import forget_presences
from accounts.services import close_account
from accounts.signals import forgetting
from games.models import ChatMessage, ClockBeat, Game, LobbySeat, Seat

AT_HOUR = 3
"""The hour, in UTC, from which the clock forgets what is due that day."""
A_SWEEP = 200
"""Guests and games in one minute of the clock, for which every table waits; the rest follows in the next."""


def forget_nightly(now: datetime) -> None:
    """Forget what is due, once a day, however many clocks ask; what is too much for one minute in several."""
    if now.hour < AT_HOUR:
        return
    today = now.date()
    due = ClockBeat.objects.filter(Q(tidied_on=None) | Q(tidied_on__lt=today))
    if due.update(tidied_on=today):
        counts = forget_old_data(now, most=A_SWEEP)
        if max(counts["guests"], counts["talk"]) >= A_SWEEP:
            ClockBeat.objects.update(tidied_on=None)


def forget_old_data(now: datetime, *, most: int | None = None) -> dict[str, int]:
    """Forget what has been kept long enough, in short transactions; return how much of each kind.

    `most`: how many guests, and games with talk, at one time.
    """
    counts: dict[str, int] = {
        "guests": _close_idle_guests(now - timedelta(days=settings.KEEP_IDLE_GUESTS_DAYS), most),
        "talk": _forget_talk(now - timedelta(days=settings.KEEP_TALK_DAYS), most),
        "voice_links": _forget_voice_links(now - timedelta(days=settings.KEEP_TALK_DAYS)),
        "arrivals": forget_arrivals(now),
        "friend requests": forget_requests(now),
        "presences": forget_presences(now),
        "sessions": forget_expired(now),
        "notices": forget_notices(now - timedelta(days=settings.KEEP_NOTICES_DAYS)),
    }
    answers: list[Any] = forgetting.send(User, now=now)
    for _receiver, (kind, count) in answers:
        counts[kind] = count
    return counts


def _close_idle_guests(before: datetime, most: int | None) -> int:
    """Close the accounts of guests who have neither come nor played since then."""
    played = Seat.objects.filter(
        Q(game__status=Game.Status.RUNNING) | Q(game__started_at__gte=before)
    )
    waiting = LobbySeat.objects.filter(seen_at__gte=before)
    idle = User.objects.guests().filter(closed_at=None, date_joined__lt=before)
    idle = idle.filter(Q(last_login=None) | Q(last_login__lt=before))
    idle = idle.exclude(seats__in=played).exclude(lobby_seats__in=waiting)
    found = list(idle.order_by("pk")[:most])
    for guest in found:
        close_account(user=guest)
    return len(found)


def _forget_talk(before: datetime, most: int | None) -> int:
    """Forget what was written at tables whose games ended before then; claims and ready-made sentences stay."""
    written = ChatMessage.objects.exclude(text="").filter(game__finished_at__lt=before)
    # The oldest first: these are the first in the index.
    games = list(written.order_by("game_id").values_list("game_id", flat=True).distinct()[:most])
    forgotten = 0
    for game_id in games:
        with transaction.atomic():
            lines = ChatMessage.objects.filter(game_id=game_id).exclude(text="")
            forgotten += lines.update(text="", message_key=None)
            Game.objects.filter(pk=game_id).update(seating=F("seating") + 1)
    return forgotten


def _forget_voice_links(before: datetime) -> int:
    """Forget where people heard each other in games that ended before then."""
    kept = Game.objects.filter(finished_at__lt=before).exclude(voice_link="")
    return kept.update(voice_link="")
