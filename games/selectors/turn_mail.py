"""Reads for the mails of slow games: due decisions, readers, their last visits."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q

from accounts.notice_choices import channels_for
from accounts.notice_models import NoticeKind
from games.models import ChatMessage, Game, GameEvent, Seat, TurnMail
from games.values.actor import Actor
from games.values.timing import CALL_AFTER_SECONDS, SLOW, TurnMailKind, reminder_seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A person who wants these mails and has a confirmed address."""

    user_id: int
    name: str
    address: str
    language: str
    """Empty: the browser's language, which is unknown now."""


def games_to_write_about(
    kind: TurnMailKind, now: datetime, most: int, without: Collection[int] = ()
) -> list[int]:
    """Return slow games whose clock runs and whose open decision is not planned for yet.

    At most `most` of them; `without` are games to leave out.
    """
    planned = TurnMail.objects.filter(
        game=OuterRef("pk"), kind=kind.value, opened_at=OuterRef("opened_at")
    )
    running = Game.objects.running().filter(
        _is_due(kind, now), ~Exists(planned), pace__in=SLOW, hold="", deadline_at__gt=now
    )
    running = running.exclude(pk__in=without)
    # In random order: games that cannot be planned for must not hold up all others.
    return list(running.order_by("?").values_list("pk", flat=True)[:most])


def _is_due(kind: TurnMailKind, now: datetime) -> Q:
    if kind is TurnMailKind.CALL:
        return Q(opened_at__lte=now - timedelta(seconds=CALL_AFTER_SECONDS))
    due = Q()
    for pace in SLOW:
        last = now + timedelta(seconds=reminder_seconds(pace))
        due |= Q(pace=pace.value, deadline_at__lte=last)
    return due


def readers_among(user_ids: Iterable[int]) -> dict[int, Reader]:
    """Return those of these people who want such mails and have a confirmed address."""
    channels = channels_for(list(user_ids), NoticeKind.TURN)
    rows = (
        EmailAddress.objects.filter(
            user_id__in=[user_id for user_id, wanted in channels.items() if wanted.mail],
            verified=True,
            user__is_guest=False,
            user__is_active=True,
            user__closed_at=None,
        )
        # Of several addresses the last one stays: the primary one.
        .order_by("primary", "pk")
        .values_list("user_id", "user__username", "email", "user__preferences__language")
    )
    return {
        user_id: Reader(user_id=user_id, name=name, address=address, language=language)
        for user_id, name, address, language in rows
    }


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
