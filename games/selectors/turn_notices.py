"""Reads for the notices of slow games: due decisions, and last visits."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F, Q

from games.models import ChatMessage, Game, GameEvent, Seat
from games.values.actor import Actor
from games.values.timing import CALL_AFTER_SECONDS, SLOW, TurnNotice, reminder_seconds


def games_to_tell_of(
    kind: TurnNotice, now: datetime, most: int, without: Collection[int] = ()
) -> list[int]:
    """Return slow games whose clock runs and of whose open decision nobody is told yet in this way.

    At most `most` of them; `without` are games to leave out.
    """
    running = Game.objects.running().filter(
        _is_due(kind, now), pace__in=SLOW, hold="", deadline_at__gt=now
    )
    is_told = Q(called_for=F("opened_at"), called_for__isnull=False)
    if kind is TurnNotice.REMINDER:
        is_told = Q(reminded_for=F("opened_at"), reminded_for__isnull=False)
    waiting = running.exclude(is_told).exclude(pk__in=without)
    # In random order: games that cannot be told of must not hold up all others.
    return list(waiting.order_by("?").values_list("pk", flat=True)[:most])


def _is_due(kind: TurnNotice, now: datetime) -> Q:
    if kind is TurnNotice.CALL:
        return Q(opened_at__lte=now - timedelta(seconds=CALL_AFTER_SECONDS))
    due = Q()
    for pace in SLOW:
        last = now + timedelta(seconds=reminder_seconds(pace))
        due |= Q(pace=pace.value, deadline_at__lte=last)
    return due


def last_seen(game_id: int, seat: int, user_id: int) -> datetime | None:
    """Return when this person last opened the table's page, spoke there or decided something."""
    looked = Seat.objects.filter(game_id=game_id, number=seat).values_list("seen_at", flat=True)
    spoke = ChatMessage.objects.filter(game_id=game_id, user_id=user_id).order_by("-number")
    acted = GameEvent.objects.filter(game_id=game_id, actor=Actor.PERSON, acting_seat=seat)
    times = (
        looked.first(),
        spoke.values_list("created_at", flat=True).first(),
        acted.order_by("-seq").values_list("created_at", flat=True).first(),
    )
    return max((each for each in times if each is not None), default=None)
