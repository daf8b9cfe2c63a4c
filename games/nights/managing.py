"""What the organiser can do while a night runs: pause, go on, draw again, begin at once. Each act is noted."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.nights.acts import note_act
from games.nights.announcing import lock_own_night
from games.nights.clock import latest_round
from games.nights.drawing import draw
from games.nights.models import Night, NightAct, NightRound, NightStatus
from games.nights.refusals import NightError, NightRefusal
from games.nights.schedule import BEFORE_FIRST


@transaction.atomic
def pause_night(*, night_id: int, user: User) -> None:
    """Let no further round begin; games that have begun are played on. Raises NightError."""
    night = lock_own_night(night_id=night_id, user=user)
    if night.status != NightStatus.RUNNING:
        raise NightError(NightRefusal.NOT_NOW)
    night.status = NightStatus.PAUSED
    night.save(update_fields=["status"])
    note_act(night, NightAct.Kind.PAUSED, by=user)


@transaction.atomic
def resume_night(*, night_id: int, user: User) -> None:
    """Go on after a pause: a round that was drawn begins in a minute at the earliest. Raises NightError."""
    night = lock_own_night(night_id=night_id, user=user)
    if night.status != NightStatus.PAUSED:
        raise NightError(NightRefusal.NOT_NOW)
    now = timezone.now()
    drawn = _drawn(night)
    if drawn is not None:
        drawn.begins_at = max(drawn.begins_at, now + BEFORE_FIRST)
        drawn.save(update_fields=["begins_at"])
    night.status = NightStatus.RUNNING
    _look_now(night, now)
    note_act(night, NightAct.Kind.RESUMED, by=user)


@transaction.atomic
def redraw_round(*, night_id: int, user: User) -> None:
    """Draw the round that has not begun once more, with whoever is there now. Raises NightError."""
    night = lock_own_night(night_id=night_id, user=user)
    drawn = _drawn(night)
    if drawn is None:
        raise NightError(NightRefusal.NOT_NOW)
    now = timezone.now()
    draw(night, number=drawn.number, drawn_at=now, begins_at=drawn.begins_at)
    _look_now(night, now)
    note_act(night, NightAct.Kind.REDRAWN, by=user, round_number=drawn.number)


@transaction.atomic
def begin_round(*, night_id: int, user: User) -> None:
    """Begin the round that is drawn at once. Raises NightError."""
    night = lock_own_night(night_id=night_id, user=user)
    drawn = _drawn(night)
    if drawn is None or night.status != NightStatus.RUNNING:
        raise NightError(NightRefusal.NOT_NOW)
    now = timezone.now()
    NightRound.objects.filter(pk=drawn.pk).update(begins_at=now)
    _look_now(night, now)
    note_act(night, NightAct.Kind.BEGUN, by=user, round_number=drawn.number)


def _drawn(night: Night) -> NightRound | None:
    latest = latest_round(night)
    return latest if latest is not None and latest.begun_at is None else None


def _look_now(night: Night, now: datetime) -> None:
    night.due_at = now
    night.save(update_fields=["status", "due_at"])
