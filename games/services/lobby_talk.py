"""The only writer of talk in lobbies, by the rules of table talk: its mode, its limits, its mutes.

It is for those who sit there, and stays in the lobby: it is deleted when the game begins or the lobby closes. So
talk at the table begins with those who play, and nothing is kept of people who left before.
"""

import hashlib

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from games.models import Lobby, LobbyMessage, LobbySeat, Mute
from games.services.lobby_seats import lock_open_lobby
from games.services.talk_limit import (
    refuse_flood,
    refuse_free_text,
    refuse_haste,
    refuse_text,
    refuse_the_muted,
)
from games.transport.broadcast import announce_lobby
from games.values.chat import (
    ClaimRequest,
    PhraseRequest,
    SayRequest,
    SlowMode,
    TalkMode,
    TalkRequest,
)
from games.values.refusals import GameError, ServiceReason

MOST_LINES = 200


@transaction.atomic
def talk_in_lobby(*, lobby_id: int, user: User, request: TalkRequest) -> None:
    """Say a free or a ready-made sentence; one that is sent twice is said once.

    Raises GameError: NOT_SEATED, MUTED_BY_STAFF, CHAT_IS_OFF, PHRASES_ONLY, GUESTS_CHOOSE, NOTHING_SAID, MESSAGE_TOO_LONG,
    LISTED_WORD, SLOW_MODE, TALKING_TOO_FAST, MALFORMED for a claim or a sentence about a player, LOBBY_STARTED,
    LOBBY_CLOSED.
    """
    lobby = lock_open_lobby(lobby_id)
    seat = _seat_of(lobby, user)
    refuse_the_muted(user.pk)
    text, phrase, message_id = _content(lobby, user, request)
    key = None
    if message_id:
        # The key covers the content: an old page that says something new is not a repetition.
        digest = hashlib.sha256(f"{text}:{phrase}".encode()).hexdigest()[:12]
        key = f"{user.pk}:{message_id}:{digest}"
        if lobby.messages.filter(message_key=key).exists():
            return
    now = timezone.now()
    if lobby.slow_mode != SlowMode.OFF:
        last = lobby.messages.filter(user=user).aggregate(last=Max("created_at"))["last"]
        refuse_haste(last, SlowMode(lobby.slow_mode), now)
    refuse_flood(user.pk, now)
    number = (lobby.messages.aggregate(last=Max("number"))["last"] or 0) + 1
    LobbyMessage.objects.create(
        lobby=lobby,
        number=number,
        user=user,
        name=seat.name,
        text=text,
        phrase=phrase,
        message_key=key,
        created_at=now,
    )
    lobby.messages.filter(number__lte=number - MOST_LINES).delete()
    # Talk keeps a lobby open, but the list of lobbies does not change.
    lobby.save(update_fields=["changed_at"])
    announce_lobby(lobby.pk)


def _content(lobby: Lobby, user: User, request: TalkRequest) -> tuple[str, str, str]:
    """Return text, phrase, and the id of the message, if it may be said here."""
    mode = TalkMode(lobby.talk)
    if mode is TalkMode.NONE:
        raise GameError(ServiceReason.CHAT_IS_OFF)
    match request:
        case PhraseRequest():
            if request.about is not None:
                raise GameError(ServiceReason.MALFORMED)
            return "", request.phrase, request.message_id
        case SayRequest():
            refuse_free_text(
                user.pk, mode, is_public=lobby.is_public, guests_write=lobby.guests_write
            )
            refuse_text(request.text)
            return request.text, "", request.message_id
        case ClaimRequest():
            raise GameError(ServiceReason.MALFORMED)


@transaction.atomic
def mute_in_lobby(*, lobby_id: int, user: User, seat_id: int, is_muted: bool) -> None:
    """Mute a person who sits in the same lobby, or hear them again, here and at every table.

    Raises GameError: NOT_SEATED, NAME_NOT_IN_LOBBY, LOBBY_STARTED, LOBBY_CLOSED.
    """
    lobby = lock_open_lobby(lobby_id)
    _seat_of(lobby, user)
    others = lobby.seats.filter(user__isnull=False).exclude(user=user)
    seat = others.filter(pk=seat_id).first()
    if seat is None:
        raise GameError(ServiceReason.NAME_NOT_IN_LOBBY)
    if is_muted:
        Mute.objects.get_or_create(user=user, muted_id=seat.user_id)
    else:
        Mute.objects.filter(user=user, muted_id=seat.user_id).delete()
    announce_lobby(lobby.pk)


def _seat_of(lobby: Lobby, user: User) -> LobbySeat:
    seat = lobby.seats.filter(user=user).first()
    if seat is None:
        raise GameError(ServiceReason.NOT_SEATED)
    return seat
