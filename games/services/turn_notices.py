"""Notices of slow games: the table waits for a person, and once more when little time is left.

Each seat is told of each decision once in each way. Whom to tell, and when, depends on the clock, on the seats the table
waits for, which are public, and on the reader's last visit; never on a role or a hand (R-113). What is pushed or mailed is
sent with all other notices, by accounts.deliveries, which asks here whether it is still needed.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.deliveries import register_check
from accounts.notice_models import Notice, NoticeKind
from accounts.notice_reading import mark_read
from accounts.notices import hold_until, notify, register_sentence, withdraw_about
from games.engine.vocabulary import SeatNumber
from games.models import Game, Seat
from games.selectors.game import load_table
from games.selectors.seen_table import SeenTable, TableObserver
from games.selectors.turn_notices import games_to_tell_of, last_seen
from games.services.setbacks import Setbacks
from games.table import GameTable
from games.values.timing import (
    CALL_AFTER_SECONDS,
    SLOW,
    Hold,
    Pace,
    TurnNotice,
    reminder_seconds,
)

logger = logging.getLogger(__name__)

_broken: Setbacks[int] = Setbacks(logger, "Nobody could be told that game %s waits")

# Short database work: live tables use the same thread.
GAMES_AT_ONCE = 20
CALL_AFTER = timedelta(seconds=CALL_AFTER_SECONDS)
SENTENCES = {TurnNotice.CALL: "turn_waits", TurnNotice.REMINDER: "turn_ends_soon"}
_KINDS = {sentence: kind for kind, sentence in SENTENCES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingTable:
    """What a mail may tell of."""

    kind: TurnNotice
    seen: SeenTable
    """The table as a spectator knows it; mails are made of nothing else."""
    deadline_at: datetime


def register_turn_notices() -> None:
    """Register what they say and whether they are still needed, when the app is ready."""
    register_sentence(SENTENCES[TurnNotice.CALL], _("A table waits for you: %(table)s"))
    register_sentence(SENTENCES[TurnNotice.REMINDER], _("Little time is left: %(table)s"))
    for sentence in SENTENCES.values():
        register_check(sentence, _is_needed)


def note_seen(*, seen: SeenTable, user_id: int | None, now: datetime) -> None:
    """Note a visit to a table's page: what the reader has seen needs no mail.

    Every visit is noted at slow tables, and at tables without a limit, which become deserted; at all others the first,
    which says that this person has come. Only slow tables tell anybody of a turn.
    """
    facts, seat = seen.facts, seen.viewer
    if seat is None or seen.is_over or facts.is_abandoned:
        return
    visits = Seat.objects.filter(game_id=facts.game_id, number=seat)
    if facts.pace not in {*SLOW, Pace.NONE}:
        visits = visits.filter(seen_at=None)
    # The page is shown even if this fails.
    with suppress(DatabaseError):
        visits.update(seen_at=now)
        if user_id is not None and facts.pace in SLOW:
            mark_read(user_id=user_id, prefix=_key(facts.game_id))


def tell_whose_turn_it_is(now: datetime) -> int:
    """Tell the people slow games wait for; return of how many games."""
    told = 0
    for kind in TurnNotice:
        # Games that cannot be told of leave the round to the others.
        for game_id in games_to_tell_of(kind, now, GAMES_AT_ONCE, _broken.waiting(now)):
            with _broken.guarding(game_id, now):
                _tell(load_table(game_id), kind, now)
                told += 1
    return told


def _tell(table: GameTable, kind: TurnNotice, now: datetime) -> None:
    if table.hold is not Hold.NONE or table.deadline_at is None or table.opened_at is None:
        return
    about = _key(table.game_id)
    this = f"{about}{table.decision}:"
    looking = {}
    users = []
    for seat, user_id in _asked(table).items():
        if kind is TurnNotice.REMINDER:
            users.append(user_id)
            seen_at = last_seen(table.game_id, seat, user_id)
            # No mail to a person who is looking at the table now.
            if seen_at is not None and seen_at + CALL_AFTER > now:
                looking[user_id] = seen_at + CALL_AFTER
        elif _is_news(table, seat, now):
            users.append(user_id)
    with transaction.atomic():
        # Of two clocks one does it. Nor does one that still knows a former decision.
        if not _claim(table, kind):
            return
        withdraw_about(about, besides=this)
        notify(
            users=users,
            kind=NoticeKind.TURN,
            sentence=SENTENCES[kind],
            facts={"table": table.name},
            path=reverse("games:table", args=[table.code]),
            key=f"{this}{kind.value}",
            expires_at=table.deadline_at,
            not_before=looking,
        )
        # A pause has moved the decision, of which some may know already.
        hold_until(this, table.deadline_at)


def _claim(table: GameTable, kind: TurnNotice) -> bool:
    """Note that this process tells of this decision; False if another one did, or it is past."""
    column = "called_for" if kind is TurnNotice.CALL else "reminded_for"
    open_now = Game.objects.running().filter(pk=table.game_id, opened_at=table.opened_at)
    untold = open_now.exclude(**{column: table.opened_at})
    return bool(untold.update(**{column: table.opened_at}))


def hold_turns(table: GameTable) -> None:
    """Let what was told of the open decision hold until its new deadline."""
    if table.pace in SLOW and table.deadline_at is not None:
        hold_until(f"{_key(table.game_id)}{table.decision}:", table.deadline_at)


def forget_turns(game: Game) -> None:
    """Take back what was told of a game that has ended."""
    if game.pace in SLOW:
        withdraw_about(_key(game.pk))


def what_waits(notice: Notice, now: datetime) -> WaitingTable | None:
    """Return what this notice tells of, if the table still waits for its reader."""
    table = _waiting_table(notice, now)
    if table is None or table.deadline_at is None:
        return None
    seen = TableObserver(table).seen_by(None)
    return WaitingTable(kind=_kind_of(notice), seen=seen, deadline_at=table.deadline_at)


def _waiting_table(notice: Notice, now: datetime) -> GameTable | None:
    _turn, game_id, decision, _kind = notice.key.split(":")
    try:
        table = load_table(int(game_id))
    except Game.DoesNotExist:
        return None
    is_open = table.decision == decision and table.hold is Hold.NONE
    if not is_open or table.deadline_at is None or table.deadline_at <= now:
        return None
    for seat, user_id in _asked(table).items():
        if user_id == notice.user_id:
            is_call = _kind_of(notice) is TurnNotice.CALL
            return table if not is_call or _is_news(table, seat, now) else None
    return None


def _kind_of(notice: Notice) -> TurnNotice:
    return _KINDS[notice.sentence]


def _is_needed(notice: Notice, now: datetime) -> bool:
    return _waiting_table(notice, now) is not None


def _key(game_id: int) -> str:
    """Return how the keys of notices about decisions of this game begin."""
    return f"turn:{game_id}:"


def _asked(table: GameTable) -> dict[SeatNumber, int]:
    """Seats the table waits for whose people play themselves, and these people."""
    people = {seat: table.occupants[seat].user_id for seat in table.undecided()}
    return {
        seat: user_id
        for seat, user_id in people.items()
        if user_id is not None and not table.plays_itself(seat)
    }


def _is_news(table: GameTable, seat: SeatNumber, now: datetime) -> bool:
    """Whether this person has not been here since the decision opened, with no reminder due yet."""
    user_id = table.occupants[seat].user_id
    if table.deadline_at is None or table.opened_at is None or user_id is None:
        return False
    reminder = timedelta(seconds=reminder_seconds(table.pace))
    if table.deadline_at - reminder <= now:
        return False
    seen_at = last_seen(table.game_id, seat, user_id)
    # A decision counts as a visit, so the person who opened this one knows of it.
    return seen_at is None or seen_at < table.opened_at
