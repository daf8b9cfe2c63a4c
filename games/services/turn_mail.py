"""Mails of slow games, and the notices beside them: at most one of each kind to each seat about each decision.

Planning writes a row for every seat the table waits for, even if no mail is needed; each row
exists once. A process takes a row by emptying its due time in a conditional update. If it then
dies, the mail is never sent rather than sent twice. Whom to write to, and when, depends on the
clock, on the seats the table waits for, which are public, and on the reader's last visit; never on
a role or a hand (R-113).
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import F
from django.urls import reverse

from accounts.notice_models import NoticeKind
from accounts.notice_reading import mark_read
from accounts.notices import notify, withdraw_about
from games.engine.vocabulary import SeatNumber
from games.models import Game, Seat, TurnMail
from games.selectors.game import load_table
from games.selectors.seen_table import SeenTable, TableObserver
from games.selectors.turn_mail import Reader, games_to_write_about, last_seen, readers_among
from games.services.outage import move_deadlines
from games.services.setbacks import Setbacks
from games.table import GameTable
from games.values.timing import (
    CALL_AFTER_SECONDS,
    SLOW,
    Hold,
    Pace,
    TurnMailKind,
    reminder_seconds,
)

logger = logging.getLogger(__name__)

_broken: Setbacks[int] = Setbacks(logger, "Mails of game %s could not be planned")

# Short database work: live tables use the same thread.
GAMES_A_ROUND = 10
MAILS_LOOKED_AT = 20
FORGOTTEN_A_ROUND = 500
CALL_AFTER = timedelta(seconds=CALL_AFTER_SECONDS)
TRY_AGAIN_AFTER = (timedelta(minutes=2), timedelta(minutes=10), timedelta(minutes=30))
"""Pauses after failed tries, except the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueMail:
    """A mail that this process alone is to send now."""

    mail_id: int
    kind: TurnMailKind
    reader: Reader
    seen: SeenTable
    """The table as a spectator knows it; mails are made of nothing else."""
    deadline_at: datetime


def note_seen(*, seen: SeenTable, user_id: int | None, now: datetime) -> None:
    """Note a visit to a table's page: what the reader has seen needs no mail.

    Every visit is noted at slow tables, and at tables without a limit, which become deserted; at all others the first,
    which says that this person has come.
    """
    facts, seat = seen.facts, seen.viewer
    if seat is None or seen.is_over or facts.is_abandoned:
        return
    visits = Seat.objects.filter(game_id=facts.game_id, number=seat)
    is_asked_for = facts.pace in {*SLOW, Pace.NONE}
    if not is_asked_for:
        visits = visits.filter(seen_at=None)
    # The page is shown even if this fails.
    with suppress(DatabaseError):
        visits.update(seen_at=now)
        if user_id is not None and is_asked_for:
            mark_read(user_id=user_id, prefix=_key(facts.game_id))


def plan(now: datetime) -> int:
    """Write down whom to write to; return for how many games."""
    # First, so that after an outage no reminder goes out for the old deadlines.
    move_deadlines(now)
    _forget_ended()
    planned = 0
    for kind in TurnMailKind:
        # Games that cannot be planned for leave the round to the others.
        for game_id in games_to_write_about(kind, now, GAMES_A_ROUND, _broken.waiting(now)):
            with _broken.guarding(game_id, now):
                plan_game(game_id, kind, now)
                planned += 1
    return planned


def plan_game(game_id: int, kind: TurnMailKind, now: datetime) -> None:
    table = load_table(game_id)
    deadline_at, opened_at = table.deadline_at, table.opened_at
    if table.hold is not Hold.NONE or deadline_at is None or opened_at is None:
        return
    asked = _asked(table)
    readers = readers_among(asked.values())
    rows = [
        TurnMail(
            game_id=game_id,
            seat=seat,
            decision=table.decision,
            kind=kind.value,
            opened_at=opened_at,
            due_at=_due(table, seat, kind, now) if user_id in readers else None,
        )
        for seat, user_id in asked.items()
    ]
    known = TurnMail.objects.filter(game_id=game_id)
    with transaction.atomic():
        # Older ones only: another clock may already know of a later decision.
        known.filter(opened_at__lt=opened_at).exclude(decision=table.decision).delete()
        TurnMail.objects.bulk_create(rows, ignore_conflicts=True)
        # A pause has moved the decision, which is already planned for.
        same = known.filter(decision=table.decision, kind=kind.value)
        same.exclude(opened_at=opened_at).update(opened_at=opened_at)
        _tell(table, kind, asked, now)


def _tell(
    table: GameTable, kind: TurnMailKind, asked: dict[SeatNumber, int], now: datetime
) -> None:
    """Tell these people beside the mails, who hear of each decision once, and once more before its end."""
    about = _key(table.game_id)
    this = f"{about}{table.decision}:"
    withdraw_about(about, besides=this)
    is_call = kind is TurnMailKind.CALL
    notify(
        users=[
            user_id for seat, user_id in asked.items() if not is_call or _is_news(table, seat, now)
        ],
        kind=NoticeKind.TURN,
        sentence="turn_waits" if is_call else "turn_ends_soon",
        facts={"table": table.name},
        path=reverse("games:table", args=[table.code]),
        key=f"{this}{kind.value}",
        expires_at=table.deadline_at,
    )


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


def _due(table: GameTable, seat: SeatNumber, kind: TurnMailKind, now: datetime) -> datetime | None:
    """Return when to write to a person who may be written to; None for not at all."""
    if kind is TurnMailKind.CALL:
        return now if _is_news(table, seat, now) else None
    seen_at = _last_seen(table, seat)
    # Not to a person who is looking at the table now.
    return now if seen_at is None else max(now, seen_at + CALL_AFTER)


def _is_news(table: GameTable, seat: SeatNumber, now: datetime) -> bool:
    """Whether this person has not been here since the decision opened, with no reminder due yet."""
    if table.deadline_at is None or table.opened_at is None:
        return False
    reminder = timedelta(seconds=reminder_seconds(Pace(table.pace)))
    if table.deadline_at - reminder <= now:
        return False
    seen_at = _last_seen(table, seat)
    # A decision counts as a visit, so the person who opened this one knows of it.
    return seen_at is None or seen_at < table.opened_at


def _last_seen(table: GameTable, seat: SeatNumber) -> datetime | None:
    user_id = table.occupants[seat].user_id
    return None if user_id is None else last_seen(table.game_id, seat, user_id)


def take(now: datetime) -> DueMail | None:
    """Return the next mail to send, for this caller alone; None if there is none."""
    due = TurnMail.objects.filter(due_at__lte=now).order_by("due_at", "pk")
    for row in due[:MAILS_LOOKED_AT]:
        mine = TurnMail.objects.filter(pk=row.pk, due_at=row.due_at)
        if not mine.update(due_at=None, tries=F("tries") + 1):
            continue
        try:
            due_mail = _due_mail(row, now)
        except Game.DoesNotExist:
            continue
        except DatabaseError:
            raise
        except Exception:
            # It is taken already, so it is not tried again; the others are.
            logger.exception("Mail %d about a decision could not be written", row.pk)
            continue
        if due_mail is not None:
            return due_mail
    return None


def _due_mail(row: TurnMail, now: datetime) -> DueMail | None:
    """Return the mail, if the table still waits for this person."""
    table, kind = load_table(row.game_id), TurnMailKind(row.kind)
    user_id = _asked(table).get(row.seat)
    deadline_at = table.deadline_at
    if table.decision != row.decision or table.hold is not Hold.NONE or user_id is None:
        return None
    if deadline_at is None or deadline_at <= now:
        return None
    reader = readers_among([user_id]).get(user_id)
    if reader is None or (kind is TurnMailKind.CALL and not _is_news(table, row.seat, now)):
        return None
    seen = TableObserver(table).seen_by(None)
    return DueMail(mail_id=row.pk, kind=kind, reader=reader, seen=seen, deadline_at=deadline_at)


def note_sent(due_mail: DueMail, now: datetime) -> None:
    """Note that the mail server has accepted it."""
    TurnMail.objects.filter(pk=due_mail.mail_id).update(sent_at=now)


def note_failed(due_mail: DueMail, now: datetime) -> None:
    """Note a failed try: another one follows after a pause, up to a limit."""
    for tries, pause in enumerate(TRY_AGAIN_AFTER, start=1):
        TurnMail.objects.filter(pk=due_mail.mail_id, tries=tries).update(due_at=now + pause)


def _forget_ended() -> None:
    ended = TurnMail.objects.exclude(game__status=Game.Status.RUNNING)
    numbers = list(ended.values_list("pk", flat=True)[:FORGOTTEN_A_ROUND])
    if not numbers:
        return
    rows = TurnMail.objects.filter(pk__in=numbers)
    for game_id in set(rows.values_list("game_id", flat=True)):
        withdraw_about(_key(game_id))
    rows.delete()
