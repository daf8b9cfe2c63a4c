"""Who comes: join, leave, say that one is there, and be removed. A writer of places.

The first so many of those who come have a place, by when they joined; nothing moves when somebody leaves, except that
the next one is told.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.blocks import is_blocked
from accounts.models import User
from accounts.origins import Origin
from games.clubs.models import Membership
from games.nights.acts import note_act
from games.nights.announcing import lock_night, lock_own_night
from games.nights.models import (
    Night,
    NightAct,
    NightPlace,
    NightSeat,
    NightStatus,
    PlaceState,
)
from games.nights.news import tell
from games.nights.origins import note_origin
from games.nights.refusals import NightError, NightRefusal
from games.nights.schedule import CHECK_IN
from games.services.lobby_admission import require_free_to_play, require_ranked_person
from games.values.refusals import GameError, ServiceReason

NOTED_EVERY = timedelta(minutes=1)
"""How often an open page writes that somebody is still there."""


def placed(coming: Sequence[NightPlace], places: int) -> frozenset[int]:
    """Return the people with a place, of those who come in the order in which they joined."""
    return frozenset(each.user_id for each in coming[:places])


def _coming(night: Night) -> list[NightPlace]:
    return list(night.people.filter(state=PlaceState.COMING))


def _require_open(night: Night) -> None:
    if night.has_ended:
        raise NightError(NightRefusal.ENDED)


def _require_admitted(night: Night, user: User) -> None:
    if user.is_guest:
        raise NightError(NightRefusal.MEMBERS_ONLY)
    require_free_to_play(user)
    if is_blocked(user.pk, by=night.organiser_id):
        # In words that do not say so.
        raise GameError(ServiceReason.NOT_ADMITTED)
    if night.members_only and not _is_member(night, user):
        raise NightError(NightRefusal.NOT_IN_CLUB)
    if night.is_ranked:
        require_ranked_person(user)


def is_admitted(night: Night, user: User) -> bool:
    """Whether somebody with a place is still welcome: neither blocked by the organiser since, nor out of the night's club."""
    if is_blocked(user.pk, by=night.organiser_id):
        return False
    return not night.members_only or _is_member(night, user)


def _is_member(night: Night, user: User) -> bool:
    """Whether this person is in the night's club; in one that has closed there is nobody."""
    return Membership.objects.filter(club=night.club_id, club__closed_at=None, user=user).exists()


@transaction.atomic
def join_night(*, night_id: int, user: User) -> None:
    """Take a place, or the next one on the waiting list; a second time changes nothing.

    Raises NightError: MEMBERS_ONLY, ENDED, OUT; GameError for a sanction, a block, and at a ranked night for whoever may
    not play ranked games.
    """
    night = lock_night(night_id)
    _require_open(night)
    _require_admitted(night, user)
    place, is_new = NightPlace.objects.get_or_create(night=night, user=user)
    if is_new or place.state == PlaceState.COMING:
        return
    if place.state != PlaceState.LEFT:
        raise NightError(NightRefusal.OUT)
    place.state, place.joined_at, place.ready_at = PlaceState.COMING, timezone.now(), None
    place.save(update_fields=["state", "joined_at", "ready_at"])


@transaction.atomic
def leave_night(*, night_id: int, user: User) -> None:
    """Give one's place away; a game that has begun is played on. A second time changes nothing."""
    night = lock_night(night_id)
    if night.has_ended:
        return
    _take_out(night, user.pk, PlaceState.LEFT)


@transaction.atomic
def remove_from_night(*, night_id: int, user: User, person_id: int) -> None:
    """Remove somebody as the organiser, for good; a game that has begun is played on. Raises NightError."""
    night = lock_own_night(night_id=night_id, user=user)
    if person_id == user.pk or not _take_out(night, person_id, PlaceState.REMOVED):
        raise NightError(NightRefusal.NOT_NOW)
    note_act(night, NightAct.Kind.REMOVED, by=user, person_id=person_id)
    tell(night, "night_removed", [person_id])


def _take_out(night: Night, person_id: int, state: PlaceState) -> bool:
    """Take somebody out of a locked night, and tell whoever has a place now; False for somebody who does not come."""
    before = placed(_coming(night), night.places)
    own = night.people.filter(user_id=person_id, state=PlaceState.COMING)
    nothing = {"ready_at": None, "sat_out": False, "device_key": "", "connection_key": ""}
    if not own.update(state=state, **nothing):
        return False
    risen = placed(_coming(night), night.places) - before
    tell(night, "night_place", risen)
    return True


@transaction.atomic
def say_ready(
    *, night_id: int, user: User, now: datetime | None = None, origin: Origin | None = None
) -> None:
    """Say that one is there, from ten minutes before the beginning on; at a round that has begun, for the next.

    `origin`: from where, at a ranked night.

    Raises NightError: ENDED, NOT_COMING, OUT, TOO_EARLY; GameError as join_night does.
    """
    now = now or timezone.now()
    night = lock_night(night_id)
    _require_open(night)
    place = night.people.filter(user=user).first()
    if place is None or place.state == PlaceState.LEFT:
        raise NightError(NightRefusal.NOT_COMING)
    if place.state != PlaceState.COMING:
        raise NightError(NightRefusal.OUT)
    if now < night.starts_at - CHECK_IN:
        raise NightError(NightRefusal.TOO_EARLY)
    _require_admitted(night, user)
    place.ready_at = now
    place.sat_out = place.sat_out or _sits_out(night, user)
    place.save(update_fields=["ready_at", "sat_out"])
    if origin is not None:
        note_origin(place, origin)


def _sits_out(night: Night, user: User) -> bool:
    """Whether a round is being played without this person."""
    if night.status not in (NightStatus.RUNNING, NightStatus.PAUSED):
        return False
    running = night.rounds.filter(ended_at=None).exclude(begun_at=None).first()
    if running is None:
        return False
    return not NightSeat.objects.filter(table__round=running, user=user).exists()


def still_there(*, place: NightPlace, now: datetime) -> None:
    """Note that the page of somebody who has said to be there is still open."""
    known = NightPlace.objects.filter(pk=place.pk, state=PlaceState.COMING)
    # Whoever has said nothing for longer has to say it again.
    lately = Q(ready_at__gt=now - CHECK_IN) & Q(ready_at__lt=now - NOTED_EVERY)
    known.filter(lately).update(ready_at=now)
