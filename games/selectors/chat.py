"""Reads of table talk: the lines, admission to the spectators' talk, one person's notes.

Lines of every channel are returned; the callers (live.room, the table's page) ask
engine.table_talk who hears which.
"""

from collections.abc import Collection
from datetime import datetime
from functools import lru_cache

from django.db.models import Exists, FilteredRelation, OuterRef, Q
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.engine.vocabulary import Channel, ClaimKind
from games.models import ChatMessage, Claim, Seat
from games.values.chat import ClaimValue, Mark, Notes, SaidLine, seat_key


def said_at(game_id: int, *, after: int = 0) -> tuple[SaidLine, ...]:
    """Return every line of a game with a number above `after`, in order; two queries at most."""
    rows = (
        ChatMessage.objects.filter(game_id=game_id, number__gt=after)
        .select_related("user", "claim")
        .order_by("number")
    )
    return tuple(_line(row) for row in rows)


def claims_of(game_id: int) -> tuple[ClaimValue, ...]:
    """Return every claim that a player made in a game, in order, without those of stand-ins; one query."""
    has_person = Seat.objects.filter(
        game_id=game_id, number=OuterRef("message__seat"), user__isnull=False
    )
    rows = Claim.objects.filter(message__game_id=game_id).select_related("message")
    rows = rows.exclude(Q(message__user=None) & Exists(has_person))
    return tuple(
        _claim(row, row.message, row.message.seat)
        for row in rows.order_by("message__number")
        if row.message.seat is not None
    )


def has_new_lines(game_id: int, said: tuple[SaidLine, ...]) -> bool:
    """Whether something was said in this game after these lines."""
    last = said[-1].number if said else 0
    return ChatMessage.objects.filter(game_id=game_id, number__gt=last).exists()


def _line(row: ChatMessage) -> SaidLine:
    claim: Claim | None = getattr(row, "claim", None)
    return SaidLine(
        number=row.number,
        channel=Channel(row.channel),
        seat=row.seat,
        # Empty for a closed account: its name depends on the reader's language. A bot is named by its seat.
        name="" if row.user is None or row.user.closed_at else row.name or row.user.display_name,
        face="" if row.user is None else row.user.face,
        speaker="" if row.user_id is None else speaker_key(row.game_id, row.user_id),
        round=row.round,
        version=row.version,
        text=row.text,
        phrase=row.phrase,
        about=row.about,
        claim=None if claim is None or row.seat is None else _claim(claim, row, row.seat),
    )


@lru_cache(maxsize=4096)
def speaker_key(game_id: int, user_id: int) -> str:
    """Return an anonymous key for a person without a seat, used on the pages of one table."""
    return f"s{salted_hmac('games.speaker', f'{game_id}:{user_id}').hexdigest()[:12]}"


def _claim(claim: Claim, message: ChatMessage, seat: int) -> ClaimValue:
    return ClaimValue(
        seat=seat,
        round=claim.round,
        kind=ClaimKind(claim.kind),
        content=claim.content,
        target=claim.target,
        by_person=message.user_id is not None,
    )


def is_admitted(started_at: datetime, joined_at: datetime | None) -> bool:
    """Whether a spectator who joined the site then (None: a visitor) takes part in the spectators' talk.

    The living must not read the dead and the spectators (R-102), but a private window makes a
    visitor of any player, and a new guest in a minute. So people who had no account when the game
    began only watch. A website cannot recognise a second account: a player who has an older one
    reads along with it. A password on the table keeps strangers out where that matters. For
    viewers without a seat only; a seat's own rules come first.
    """
    return joined_at is not None and joined_at < started_at


def notes_of(game_id: int, user_id: int | None) -> Notes:
    """Return this person's notes at this table, and the people he or she muted anywhere; one query, or two."""
    if user_id is None:
        return Notes()
    # One row for each muted person, and one for whoever has muted nobody.
    rows = list(
        User.objects.filter(pk=user_id)
        .annotate(sheet=FilteredRelation("game_notes", condition=Q(game_notes__game=game_id)))
        .values_list("mutes__muted_id", "sheet__text", "sheet__marks")
    )
    text, marks = next(((text, marks) for _person, text, marks in rows), (None, None))
    return Notes(
        text=text or "",
        marks={int(seat): Mark(mark) for seat, mark in (marks or {}).items()},
        muted=_keys_of(game_id, [person for person, _text, _marks in rows if person is not None]),
    )


def _keys_of(game_id: int, people: Collection[int]) -> frozenset[str]:
    """Return the keys of these people at this table, with a seat or without one."""
    if not people:
        return frozenset()
    at_table = Seat.objects.filter(game_id=game_id, user_id__in=people)
    seats = dict(at_table.values_list("user_id", "number"))
    return frozenset(
        seat_key(seats[person]) if person in seats else speaker_key(game_id, person)
        for person in people
    )
