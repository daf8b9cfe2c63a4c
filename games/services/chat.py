"""The only writer of table talk: messages, claims, notes, marks, mutes.

A line is written while the game's row is locked, and checked against the state at that moment: no
message slips into a silence that has just begun. Lines are numbered without gaps, so readers get
each one once by asking for higher numbers.
"""

import hashlib
from typing import Any, assert_never

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from games.engine.table_talk import (
    CLAIMABLE_CONTENTS,
    NO_COMMENT,
    ClaimableAct,
    Silence,
    audience_for,
    channel_of,
    claimable_acts,
    silence_of,
)
from games.engine.vocabulary import Channel, ClaimKind, SeatNumber
from games.models import ChatMessage, Claim, Game, GameNotes, Mute, Seat
from games.models.chat import NOTES_MAX_LENGTH
from games.selectors.game import load_table
from games.selectors.hearing import hear, is_admitted_to
from games.services.decision_clock import pause_before_speaking
from games.services.lobby_names import free_name
from games.services.talk_limit import (
    refuse_flood,
    refuse_free_text,
    refuse_haste,
    refuse_text,
    refuse_the_muted,
)
from games.table import GameTable
from games.transport.broadcast import announce_chat
from games.values.chat import (
    ClaimRequest,
    Mark,
    PhraseRequest,
    SayRequest,
    SlowMode,
    TalkMode,
    TalkRequest,
)
from games.values.refusals import GameError, ServiceReason

_SILENT = {
    Silence.PRESIDENT: ServiceReason.PRESIDENT_IS_SILENT,
    Silence.CHANCELLOR: ServiceReason.CHANCELLOR_IS_SILENT,
    Silence.NOT_ADMITTED: ServiceReason.CAME_TOO_LATE,
}


def talk(*, game_id: int, user_id: int | None, request: TalkRequest) -> None:
    """Say a free or ready-made sentence, or make a claim. Raises what these raise."""
    match request:
        case SayRequest():
            say(
                game_id=game_id,
                user_id=user_id,
                text=request.text,
                message_id=request.message_id,
            )
        case PhraseRequest():
            say_phrase(
                game_id=game_id,
                user_id=user_id,
                phrase=request.phrase,
                about=request.about,
                message_id=request.message_id,
            )
        case ClaimRequest():
            make_claim(
                game_id=game_id,
                user_id=user_id,
                round_=request.round,
                kind=request.kind,
                content=request.content,
            )
        case _:
            assert_never(request)


def say(*, game_id: int, user_id: int | None, text: str, message_id: str = "") -> None:
    """Say this where the person may speak now; a message sent twice is said once.

    Raises GameError: SIGN_IN_FIRST, CHAT_IS_OFF, MUTED_BY_STAFF, PHRASES_ONLY, GUESTS_CHOOSE,
    PRESIDENT_IS_SILENT, CHANCELLOR_IS_SILENT, CAME_TOO_LATE, NOTHING_SAID, MESSAGE_TOO_LONG,
    LISTED_WORD, SLOW_MODE, TALKING_TOO_FAST. Raises Game.DoesNotExist.
    """
    user_id = _signed_in(user_id)
    with transaction.atomic():
        table, key = _open(game_id, user_id, message_id, text)
        refuse_free_text(
            user_id, table.talk, is_public=table.is_public, guests_write=table.guests_write
        )
        refuse_text(text)
        _say_once(table, user_id, key, text=text)


def say_phrase(
    *,
    game_id: int,
    user_id: int | None,
    phrase: str,
    about: SeatNumber | None,
    message_id: str = "",
) -> None:
    """Say a ready-made sentence, which each reader reads in their own language.

    Raises GameError as `say` does, and MALFORMED for a seat that is not at the table.
    """
    user_id = _signed_in(user_id)
    with transaction.atomic():
        table, key = _open(game_id, user_id, message_id, f"{phrase}:{about}")
        if about is not None and about >= len(table.occupants):
            raise GameError(ServiceReason.MALFORMED)
        _say_once(table, user_id, key, phrase=phrase, about=about)


def make_claim(
    *, game_id: int, user_id: int | None, round_: int, kind: ClaimKind, content: str
) -> None:
    """Tell the table what the player has seen, truly or not; a repeated claim changes nothing.

    Raises GameError: NOT_SEATED, the silences, CLAIM_NOT_OPEN, TALKING_TOO_FAST.
    """
    with transaction.atomic():
        table = lock(game_id)
        seat = table.seat_of(user_id)
        if seat is None:
            raise GameError(ServiceReason.NOT_SEATED)
        _refuse_the_silent(table, user_id)
        act = _claimable(table, seat, round_, kind)
        if content != NO_COMMENT and content not in CLAIMABLE_CONTENTS[kind]:
            raise GameError(ServiceReason.MALFORMED)
        latest = (
            Claim.objects.filter(message__game_id=game_id, message__seat=seat)
            .filter(round=round_, kind=kind)
            .order_by("-message__number")
            .first()
        )
        if latest is None or latest.content != content:
            _write_claim(write(table, user_id, None), act, content)


def speak_for_bot(table: GameTable, seat: SeatNumber, line: ClaimRequest | PhraseRequest) -> None:
    """Write what a bot or stand-in says; call it under the game's lock. Raises GameError(CLAIM_NOT_OPEN)."""
    match line:
        case PhraseRequest():
            _append(table, seat, phrase=line.phrase, about=line.about)
        case ClaimRequest():
            act = _claimable(table, seat, line.round, line.kind)
            _write_claim(_append(table, seat), act, line.content)


def _write_claim(message: ChatMessage, act: ClaimableAct, content: str) -> None:
    Claim.objects.create(
        message=message, round=act.round, kind=act.kind.value, target=act.target, content=content
    )


def keep_notes(*, game_id: int, user_id: int | None, text: str) -> None:
    """Save a person's notes. Raises GameError: SIGN_IN_FIRST, NOTES_TOO_LONG."""
    user_id = _signed_in(user_id)
    if len(text) > NOTES_MAX_LENGTH:
        raise GameError(ServiceReason.NOTES_TOO_LONG)
    GameNotes.objects.update_or_create(game_id=game_id, user_id=user_id, defaults={"text": text})


@transaction.atomic
def mark_player(*, game_id: int, user_id: int | None, seat: SeatNumber, mark: Mark) -> None:
    """Save a private mark on a player. Raises GameError: SIGN_IN_FIRST, MALFORMED."""
    user_id = _signed_in(user_id)
    if not Seat.objects.filter(game_id=game_id, number=seat).exists():
        raise GameError(ServiceReason.MALFORMED)
    GameNotes.objects.get_or_create(game_id=game_id, user_id=user_id)
    sheet = GameNotes.objects.select_for_update().get(game_id=game_id, user_id=user_id)
    sheet.marks.pop(str(seat), None)
    if mark is not Mark.NONE:
        sheet.marks[str(seat)] = mark.value
    sheet.save(update_fields=["marks"])


def mute(*, game_id: int, user_id: int | None, author: str, is_muted: bool) -> None:
    """Mute a person who plays or speaks at this table, or hear them again.

    `author` is the person's key at the table, see SaidLine.author. Raises GameError:
    SIGN_IN_FIRST, and MALFORMED for a key that belongs to no person whom the caller may hear.
    """
    user_id = _signed_in(user_id)
    person = hear(game_id, user_id).people.get(author)
    if person is None or person == user_id:
        raise GameError(ServiceReason.MALFORMED)
    if is_muted:
        Mute.objects.get_or_create(user_id=user_id, muted_id=person)
    else:
        Mute.objects.filter(user_id=user_id, muted_id=person).delete()


def _signed_in(user_id: int | None) -> int:
    """Return who speaks. Raises GameError(SIGN_IN_FIRST)."""
    if user_id is None:
        raise GameError(ServiceReason.SIGN_IN_FIRST)
    return user_id


def _open(
    game_id: int, user_id: int, message_id: str, content: str
) -> tuple[GameTable, str | None]:
    """Lock and return the table, with the message's key; raises GameError for people who may not speak."""
    table = lock(game_id)
    if table.talk is TalkMode.NONE:
        raise GameError(ServiceReason.CHAT_IS_OFF)
    seat = table.seat_of(user_id)
    refuse_the_muted(user_id, plays_since=None if seat is None else table.started_at)
    key = None
    if message_id:
        # The key covers the content: an old page that says something new is not a repetition.
        digest = hashlib.sha256(content.encode()).hexdigest()[:12]
        key = f"{user_id}:{message_id}:{digest}"
        if _is_written(game_id, key):
            return table, key
    _refuse_the_silent(table, user_id)
    return table, key


def lock(game_id: int) -> GameTable:
    """Lock a game for a line of talk, and return it as it is. Call it inside a transaction."""
    # Every action updates this row, so none can be written before the line is.
    Game.objects.select_for_update().get(pk=game_id)
    return load_table(game_id)


def _refuse_the_silent(table: GameTable, user_id: int | None) -> None:
    seat = table.seat_of(user_id)
    silence = silence_of(seat, table.state, is_admitted=is_admitted_to(table, user_id))
    if silence is not None:
        raise GameError(_SILENT[silence])


def _claimable(table: GameTable, seat: SeatNumber, round_: int, kind: ClaimKind) -> ClaimableAct:
    for act in claimable_acts(seat, table.state):
        if (act.round, act.kind) == (round_, kind):
            return act
    raise GameError(ServiceReason.CLAIM_NOT_OPEN)


def _say_once(table: GameTable, user_id: int, key: str | None, **sentence: Any) -> None:
    """Write a sentence, unless it is written already. Raises GameError(SLOW_MODE), and as `write` does."""
    if _is_written(table.game_id, key):
        return
    if table.slow_mode is not SlowMode.OFF:
        said = ChatMessage.objects.filter(game_id=table.game_id, user_id=user_id, claim=None)
        last = said.aggregate(last=Max("created_at"))["last"]
        refuse_haste(last, table.slow_mode, timezone.now())
    write(table, user_id, key, **sentence)


def _is_written(game_id: int, key: str | None) -> bool:
    if key is None:
        return False
    return ChatMessage.objects.filter(game_id=game_id, message_key=key).exists()


def write(
    table: GameTable,
    user_id: int | None,
    key: str | None,
    *,
    text: str = "",
    phrase: str = "",
    about: SeatNumber | None = None,
) -> ChatMessage:
    """Write a line of a person, who has not said too much; call it under the game's lock.

    Raises GameError: SIGN_IN_FIRST, TALKING_TOO_FAST; PermissionError where the person may not speak.
    """
    if user_id is None:
        raise GameError(ServiceReason.SIGN_IN_FIRST)
    now = timezone.now()
    refuse_flood(user_id, now)
    seat = table.seat_of(user_id)
    if seat is not None and table.has_bots_or_stand_ins:
        # They may have an answer.
        silent = Game.objects.running().filter(pk=table.game_id, bots_speak_at=None)
        silent.update(bots_speak_at=now + pause_before_speaking())
    return _append(
        table,
        seat,
        is_admitted=is_admitted_to(table, user_id),
        user_id=user_id,
        name="" if seat is not None else _name_without_a_seat(table, user_id),
        text=text,
        phrase=phrase,
        about=about,
        message_key=key,
    )


def _append(
    table: GameTable, seat: SeatNumber | None, *, is_admitted: bool = False, **fields: Any
) -> ChatMessage:
    """Write the next line, of this seat or of a spectator (None)."""
    channel: Channel = channel_of(seat, table.state)
    # The secrecy check, made once more where the line is written.
    audience = audience_for(channel, table.state)
    if not audience.may_speak(seat, is_admitted=is_admitted):
        # Not an assert: `python -O` removes those.
        raise PermissionError("nobody speaks where they may not")
    last = ChatMessage.objects.filter(game_id=table.game_id).aggregate(last=Max("number"))["last"]
    message = ChatMessage.objects.create(
        game_id=table.game_id,
        number=(last or 0) + 1,
        channel=channel.value,
        seat=seat,
        round=table.state.round,
        version=table.version,
        created_at=timezone.now(),
        **fields,
    )
    announce_chat(table.game_id)
    return message


def _name_without_a_seat(table: GameTable, user_id: int) -> str:
    """Return a guest's name as a spectator, unlike any other at the table; empty for members."""
    guest = User.objects.filter(pk=user_id, is_guest=True).first()
    if guest is None:
        return ""
    lines = ChatMessage.objects.filter(game_id=table.game_id, seat=None).select_related("user")
    before = lines.filter(user=guest).exclude(name="").first()
    if before is not None:
        return before.name
    others = {
        line.name or line.user.display_name for line in lines.exclude(user=guest) if line.user
    }
    seated = [each.shown_name for each in table.occupants]
    return free_name(guest, guest.display_name, [*others, *seated])
