"""Reading table talk: what was said at a game, and what one person keeps there.

Doors: said_at, notes_of, sent_by. Lines come with every channel; who hears which is settled by
engine.table_talk where they are handed out (live.room, the table's page).
"""

from games.chat_values import ClaimValue, Mark, Notes, SaidLine
from games.engine.vocabulary import Channel, ClaimKind
from games.models import ChatMessage, Claim, GameNotes, Mute


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
        name="" if row.user.closed_at else row.user.username,
        round=row.round,
        version=row.version,
        text=row.text,
        phrase=row.phrase,
        about=row.about,
        claim=None if claim is None or row.seat is None else _claim(claim, row.seat),
    )


def _claim(claim: Claim, seat: int) -> ClaimValue:
    return ClaimValue(
        seat=seat,
        round=claim.round,
        kind=ClaimKind(claim.kind),
        content=claim.content,
        target=claim.target,
    )


def sent_by(game_id: int, user_id: int | None) -> int:
    """How many lines this person has said at a game."""
    if user_id is None:
        return 0
    return ChatMessage.objects.filter(game_id=game_id, user_id=user_id).count()


def notes_of(game_id: int, user_id: int | None) -> Notes:
    """What this person wrote down at this table, and whom he or she muted anywhere."""
    if user_id is None:
        return Notes()
    muted = frozenset(
        Mute.objects.filter(user_id=user_id).values_list("muted__username", flat=True)
    )
    sheet = GameNotes.objects.filter(game_id=game_id, user_id=user_id).first()
    if sheet is None:
        return Notes(muted=muted)
    marks = {int(seat): Mark(mark) for seat, mark in sheet.marks.items()}
    return Notes(text=sheet.text, marks=marks, muted=muted)
