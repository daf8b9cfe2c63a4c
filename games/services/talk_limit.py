"""Whether a person may write now, and write this: what is allowed to whom, how much in a short time, how soon again."""

from datetime import datetime, timedelta
from math import ceil

from django.conf import settings

from accounts.models import User
from accounts.sanctions import bar_to_write
from accounts.word_lists import is_listed_talk
from games.models import ChatMessage, LobbyMessage
from games.values.chat import TEXT_MAX_LENGTH, SlowMode, TalkMode, mode_for
from games.values.refusals import GameError, ServiceReason


def refuse_the_muted(user_id: int, *, plays_since: datetime | None = None) -> None:
    """Raise GameError(MUTED_BY_STAFF) if a sanction forbids this person to write; claims are no writing.

    `plays_since`: the start of the game in which the person has a seat. Nobody takes anything away at a table
    that has begun: the sanction binds at the next one.
    """
    bar = bar_to_write(user_id)
    if bar is not None and (plays_since is None or bar.begins_at <= plays_since):
        raise GameError(ServiceReason.MUTED_BY_STAFF)


def refuse_flood(user_id: int, now: datetime) -> None:
    """Raise GameError(TALKING_TOO_FAST) if this person has just said as much as is allowed."""
    since = now - timedelta(seconds=settings.CHAT_BURST_SECONDS)
    said = sum(
        each.objects.filter(user_id=user_id, created_at__gt=since).count()
        for each in (ChatMessage, LobbyMessage)
    )
    if said >= settings.CHAT_BURST:
        raise GameError(ServiceReason.TALKING_TOO_FAST)


def refuse_free_text(user_id: int, mode: TalkMode, *, is_public: bool, guests_write: bool) -> None:
    """Refuse free text where ready-made sentences are spoken, by all or by guests.

    Raises GameError: PHRASES_ONLY; GUESTS_CHOOSE for a guest at a listed table whose host has not allowed more.
    """
    if mode is TalkMode.PHRASES:
        raise GameError(ServiceReason.PHRASES_ONLY)
    for_guests = mode_for(mode, is_public=is_public, guests_write=guests_write, is_guest=True)
    if for_guests is not mode and User.objects.guests().filter(pk=user_id).exists():
        raise GameError(ServiceReason.GUESTS_CHOOSE)


def refuse_text(text: str) -> None:
    """Raise GameError for a free text that nobody may say: NOTHING_SAID, MESSAGE_TOO_LONG, LISTED_WORD."""
    if not text:
        raise GameError(ServiceReason.NOTHING_SAID)
    if len(text) > TEXT_MAX_LENGTH:
        raise GameError(ServiceReason.MESSAGE_TOO_LONG)
    if is_listed_talk(text):
        raise GameError(ServiceReason.LISTED_WORD)


def refuse_haste(last: datetime | None, slow_mode: SlowMode, now: datetime) -> None:
    """Raise GameError(SLOW_MODE), with the seconds left, too soon after a person's last sentence at a table."""
    if last is None:
        return
    left = slow_mode.seconds - (now - last).total_seconds()
    if left > 0:
        raise GameError(ServiceReason.SLOW_MODE, names={"seconds": ceil(left)})
