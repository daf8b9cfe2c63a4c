"""What the clock does for nights: reminders, check-in, rounds. Each process with a clock may try; one succeeds."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.models import Game
from games.nights.announcing import cancel_locked, lock_night
from games.nights.drawing import draw
from games.nights.models import Night, NightRound, NightStatus, NightTable, PlaceState
from games.nights.news import tell
from games.nights.rounds import (
    begin,
    deal_tables,
    draw_next,
    end_round,
    finish,
    look_for_absent,
)
from games.nights.schedule import (
    BEFORE_FIRST,
    CHECK_IN,
    COME_WITHIN,
    GO_ON_WITHIN,
    LOOK_AGAIN,
    LOOK_ANYWAY,
    REMINDERS,
    START_WITHIN,
    next_reminder,
    reminders_due,
)
from games.services.setbacks import Setbacks

logger = logging.getLogger(__name__)

NIGHTS_A_SWEEP = 20
STEPS_AT_ONCE = 6
broken: Setbacks[int] = Setbacks(logger, "Game night %s could not go on")


def run_due_nights(now: datetime, outage: timedelta | None = None) -> None:
    """Move on every night that is due; after an outage people get their time again."""
    if outage is not None:
        _move_rounds(outage)
    due = Night.objects.filter(due_at__lte=now).exclude(pk__in=broken.waiting(now))
    for night_id in list(due.order_by("due_at").values_list("pk", flat=True)[:NIGHTS_A_SWEEP]):
        # One broken night must not stop the others, nor play.
        with broken.guarding(night_id, now):
            advance(night_id, now)


def _move_rounds(outage: timedelta) -> None:
    drawn = NightRound.objects.filter(ended_at=None)
    drawn.filter(begun_at=None).update(begins_at=F("begins_at") + outage)
    drawn.filter(checked_at=None).update(begun_at=F("begun_at") + outage)


def advance(night_id: int, now: datetime) -> None:
    """Do everything that is due at one night now."""
    for _step in range(STEPS_AT_ONCE):
        with transaction.atomic():
            night = lock_night(night_id)
            if night.due_at is None or night.due_at > now:
                return
            _remind(night, now)
            afterwards = _STEPS[NightStatus(night.status)](night, now)
            if afterwards is None and not night.has_ended:
                _set_due(night, now)
        # What takes the locks of games comes after the night's own lock is given back.
        if afterwards is not None:
            afterwards()
    logger.warning("Game night %s has more to do than one sweep allows", night_id)


_Afterwards = Callable[[], None] | None


def _remind(night: Night, now: datetime) -> None:
    """Send the reminder that is due, and only the last of several: the others are of no use any more."""
    due = reminders_due(night.starts_at, now)
    if due <= night.reminded or night.status not in (
        NightStatus.ANNOUNCED,
        NightStatus.CHECKING_IN,
    ):
        return
    night.reminded = due
    night.save(update_fields=["reminded"])
    sentence, _before = REMINDERS[due - 1]
    people = night.people.filter(state=PlaceState.COMING).values_list("user_id", flat=True)
    tell(night, sentence, list(people), until=night.starts_at)


def _announced(night: Night, now: datetime) -> _Afterwards:
    if now >= night.starts_at - CHECK_IN:
        _set_status(night, NightStatus.CHECKING_IN)
    return None


def _checking_in(night: Night, now: datetime) -> _Afterwards:
    if now < night.starts_at:
        return None
    if draw(night, number=1, drawn_at=now, begins_at=now + BEFORE_FIRST):
        _set_status(night, NightStatus.RUNNING)
    elif now >= night.starts_at + START_WITHIN:
        cancel_locked(night, by=None)
    return None


def _running(night: Night, now: datetime) -> _Afterwards:
    latest = latest_round(night)
    if latest is None:
        # The first round was drawn, and then too few people were there.
        if night.status == NightStatus.RUNNING:
            _set_status(night, NightStatus.CHECKING_IN)
        return None
    if latest.ended_at is not None:
        return _between(night, latest, now)
    if latest.begun_at is None:
        is_time = night.status != NightStatus.PAUSED and now >= latest.begins_at
        if is_time and begin(night, latest, now):
            return lambda: deal_tables(night, now)
        return None
    return _playing(night, latest, now)


def _between(night: Night, ended: NightRound, now: datetime) -> _Afterwards:
    assert ended.ended_at is not None
    is_waiting = night.status == NightStatus.RUNNING and not draw_next(night, ended, now)
    if is_waiting and now >= ended.ended_at + GO_ON_WITHIN:
        finish(night, now)
    return None


def _playing(night: Night, begun: NightRound, now: datetime) -> _Afterwards:
    assert begun.begun_at is not None
    tables = list(begun.tables.select_related("game"))
    if any(table.game is None and not table.outcome for table in tables):
        return lambda: deal_tables(night, now)
    for table in tables:
        if not table.outcome and table.game and table.game.status != Game.Status.RUNNING:
            # Its end was not heard of.
            note_outcome(table.game)
            table.refresh_from_db(fields=["outcome"])
    if all(table.outcome for table in tables):
        end_round(night, begun, now)
        return None
    if begun.checked_at is None and now >= begun.begun_at + COME_WITHIN:
        return lambda: look_for_absent(night, begun, now)
    return None


def _ended(_night: Night, _now: datetime) -> _Afterwards:
    return None


_STEPS: dict[NightStatus, Callable[[Night, datetime], _Afterwards]] = {
    NightStatus.ANNOUNCED: _announced,
    NightStatus.CHECKING_IN: _checking_in,
    NightStatus.RUNNING: _running,
    NightStatus.PAUSED: _running,
    NightStatus.OVER: _ended,
    NightStatus.CANCELLED: _ended,
}


def latest_round(night: Night) -> NightRound | None:
    """Return the round that is being played, has been drawn, or ended last; None before the first draw."""
    return night.rounds.order_by("-number").first()


def _set_status(night: Night, status: NightStatus) -> None:
    night.status = status
    night.save(update_fields=["status"])


def _set_due(night: Night, now: datetime) -> None:
    """Write when the night has to be looked at next."""
    night.due_at = max(_next_due(night, now), now + timedelta(milliseconds=1))
    night.save(update_fields=["due_at"])


def _next_due(night: Night, now: datetime) -> datetime:
    if night.status == NightStatus.ANNOUNCED:
        times = [next_reminder(night.starts_at, night.reminded), night.starts_at - CHECK_IN]
        return min(each for each in times if each is not None)
    if night.status == NightStatus.CHECKING_IN:
        times = [next_reminder(night.starts_at, night.reminded), night.starts_at]
        later = [each for each in times if each is not None and each > now]
        return min(later, default=now + LOOK_AGAIN)
    latest = latest_round(night)
    if latest is None or latest.ended_at is not None:
        return now + LOOK_AGAIN
    if latest.begun_at is None:
        return now + LOOK_ANYWAY if night.status == NightStatus.PAUSED else latest.begins_at
    anyway = now + LOOK_ANYWAY
    return anyway if latest.checked_at else min(anyway, latest.begun_at + COME_WITHIN)


def note_outcome(game: Game) -> None:
    """Note how the game of a night's table ended, and let the clock look after the night.

    Called in the transaction that ends the game, so it takes no lock but that of two rows.
    """
    tables = NightTable.objects.filter(game=game, outcome=NightTable.Outcome.OPEN)
    is_finished = game.status == Game.Status.FINISHED
    outcome = NightTable.Outcome.FINISHED if is_finished else NightTable.Outcome.ABANDONED
    if tables.update(outcome=outcome):
        nights = Night.objects.filter(rounds__tables__game=game).exclude(due_at=None)
        nights.update(due_at=game.finished_at)
