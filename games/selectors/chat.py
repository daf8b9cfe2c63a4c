"""Reading table talk: what was said, who is let into spectators' talk, what one person keeps.

Lines come with every channel; who hears which is settled by engine.table_talk where they are handed out
(live.room, the table's page).
"""

from datetime import datetime
from functools import lru_cache

from django.utils.crypto import salted_hmac

from games.engine.vocabulary import Channel, ClaimKind
from games.models import ChatMessage, Claim, GameNotes, Mute, Seat
from games.values.chat import ClaimValue, Mark, Notes, SaidLine, seat_key


def said_at(game_id: int, *, after: int = 0) -> tuple[SaidLine, ...]:
    """Every line of a game with a number above `after`, in order; two queries at most."""
    rows = (
        ChatMessage.objects.filter(game_id=game_id, number__gt=after)
        .select_related("user", "claim")
        .order_by("number")
    )
    return tuple(_line(row) for row in rows)


def _line(row: ChatMessage) -> SaidLine:
    claim: Claim | None = getattr(row, "claim", None)
    return SaidLine(
        number=row.number,
        channel=Channel(row.channel),
        seat=row.seat,
        # Empty for a closed account: what it is called depends on the reader's language.
        name="" if row.user.closed_at else row.name or row.user.display_name,
        speaker=speaker_key(row.game_id, row.user_id),
        round=row.round,
        version=row.version,
        text=row.text,
        phrase=row.phrase,
        about=row.about,
        claim=None if claim is None or row.seat is None else _claim(claim, row.seat),
    )


@lru_cache(maxsize=4096)
def speaker_key(game_id: int, user_id: int) -> str:
    """Stands for a person without a seat on the pages of one table; says nothing about who it is."""
    return f"s{salted_hmac('games.speaker', f'{game_id}:{user_id}').hexdigest()[:12]}"


def _claim(claim: Claim, seat: int) -> ClaimValue:
    return ClaimValue(
        seat=seat,
        round=claim.round,
        kind=ClaimKind(claim.kind),
        content=claim.content,
        target=claim.target,
    )


def is_admitted(started_at: datetime, joined_at: datetime | None) -> bool:
    """Whether a spectator who joined the site then (None: a visitor) takes part in the talk of a game.

    The living must not read the dead and the spectators (R-102), and a private window makes a
    visitor of any player, and a new guest in a minute. So whoever was nobody yet when the game
    began only watches. What a website cannot tell is a second account: a player who has kept one
    from before the game reads along with it. Where that matters, a password on the table keeps all
    strangers out. Asked of viewers without a seat only; a seat's own rules come first.
    """
    return joined_at is not None and joined_at < started_at


def notes_of(game_id: int, user_id: int | None) -> Notes:
    """What this person wrote down at this table, and whom he or she muted anywhere."""
    if user_id is None:
        return Notes()
    people = set(Mute.objects.filter(user_id=user_id).values_list("muted_id", flat=True))
    seats = Seat.objects.filter(game_id=game_id, user_id__in=people).values_list(
        "user_id", "number"
    )
    seated = dict(seats) if people else {}
    muted = frozenset(
        seat_key(seated[each]) if each in seated else speaker_key(game_id, each) for each in people
    )
    sheet = GameNotes.objects.filter(game_id=game_id, user_id=user_id).first()
    if sheet is None:
        return Notes(muted=muted)
    marks = {int(seat): Mark(mark) for seat, mark in sheet.marks.items()}
    return Notes(text=sheet.text, marks=marks, muted=muted)
