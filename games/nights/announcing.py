"""Announce a night, change it, and cancel it. A writer of nights; rounds has what the clock does."""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import bar_to_write
from games.clubs.models import Club, ClubRole, Membership
from games.models import SeatResult
from games.nights.acts import note_act
from games.nights.models import ENDED, Night, NightAct, NightPlace, NightStatus, PlaceState
from games.nights.news import tell
from games.nights.refusals import NightError, NightRefusal
from games.nights.schedule import FEWEST_GAMES, MOST_AHEAD, reminders_due
from games.services.lobby_admission import require_free_to_play, require_ranked_person


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPlan:
    """What an organiser chooses; the names are those of Night's columns."""

    name: str
    text: str
    starts_at: datetime
    zone: str
    languages: list[str]
    pace: str
    talk: str
    is_ranked: bool
    voice_url: str
    places: int
    round_count: int
    club_id: int | None = None
    members_only: bool = False


def require_organiser(user: User) -> None:
    """Raise NightError for somebody who may not announce a night now, GameError for a sanction.

    Whoever leads a club may; all others have finished some games.
    """
    if user.is_guest:
        raise NightError(NightRefusal.MEMBERS_ONLY)
    if not _has_played(user) and not led_clubs(user).exists():
        raise NightError(NightRefusal.TOO_FEW_GAMES)
    require_free_to_play(user)
    if bar_to_write(user.pk):
        raise NightError(NightRefusal.MUTED)
    own = Night.objects.filter(organiser=user).exclude(status__in=ENDED)
    if own.count() >= MOST_AHEAD:
        raise NightError(NightRefusal.TOO_MANY_NIGHTS)


@transaction.atomic
def announce_night(*, user: User, plan: NightPlan) -> Night:
    """Announce a night; its organiser has the first place. Raises NightError, and GameError for a sanction."""
    User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk").first()
    require_organiser(user)
    _require_right(user, plan)
    if plan.is_ranked:
        require_ranked_person(user)
    now = timezone.now()
    night = Night.objects.create(
        organiser=user,
        reminded=reminders_due(plan.starts_at, now),
        due_at=now,
        created_at=now,
        **asdict(plan),
    )
    NightPlace.objects.create(night=night, user=user, joined_at=now)
    note_act(night, NightAct.Kind.ANNOUNCED, by=user)
    if plan.club_id is not None:
        members = Membership.objects.filter(club=plan.club_id).exclude(user=user)
        tell(night, "night_of_club", list(members.values_list("user_id", flat=True)))
    return night


def led_clubs(user: User) -> QuerySet[Club]:
    """Return the clubs whose nights this person may announce."""
    led = Membership.objects.filter(user=user, role__lte=ClubRole.OFFICER)
    return Club.objects.filter(closed_at=None, pk__in=led.values("club")).order_by("name")


def _require_right(user: User, plan: NightPlan) -> None:
    """Raise NightError unless this person leads the club, or has finished games enough to do without one."""
    if plan.club_id is not None:
        if not led_clubs(user).filter(pk=plan.club_id).exists():
            raise NightError(NightRefusal.NOT_OFFICER)
    elif not _has_played(user):
        raise NightError(NightRefusal.TOO_FEW_GAMES)


def _has_played(user: User) -> bool:
    return games_finished_by(user) == FEWEST_GAMES


def games_finished_by(user: User) -> int:
    """Return how many games this person has finished, of as many as announcing a night takes."""
    return SeatResult.objects.filter(user=user)[:FEWEST_GAMES].count()


@transaction.atomic
def change_night(*, night_id: int, user: User, plan: NightPlan) -> None:
    """Change a night of one's own before people arrive; club and rank stay. Raises NightError.

    Whoever comes is told of another time, and reminded anew. With fewer places the last who came wait.
    """
    night = lock_own_night(night_id=night_id, user=user)
    if night.status != NightStatus.ANNOUNCED:
        raise NightError(NightRefusal.NOT_NOW)
    if bar_to_write(user.pk):
        raise NightError(NightRefusal.MUTED)
    chosen = asdict(plan) | {"is_ranked": night.is_ranked, "club_id": night.club_id}
    chosen["members_only"] = night.members_only
    if all(getattr(night, name) == value for name, value in chosen.items()):
        return
    now = timezone.now()
    is_moved = plan.starts_at != night.starts_at
    for name, value in chosen.items():
        setattr(night, name, value)
    night.changes, night.changed_at, night.due_at = night.changes + 1, now, now
    if is_moved:
        night.reminded = reminders_due(plan.starts_at, now)
    night.save()
    note_act(night, NightAct.Kind.CHANGED, by=user)
    if is_moved:
        coming = night.people.filter(state=PlaceState.COMING).exclude(user=user)
        tell(night, "night_moved", list(coming.values_list("user_id", flat=True)))


def lock_night(night_id: int) -> Night:
    """Lock and return a night; call it inside a transaction. Raises Night.DoesNotExist."""
    return Night.objects.select_for_update(no_key=True).select_related(None).get(pk=night_id)


def lock_own_night(*, night_id: int, user: User) -> Night:
    """Lock a night that this person organises and that has not ended. Raises NightError."""
    night = lock_night(night_id)
    if night.organiser_id != user.pk:
        raise NightError(NightRefusal.NOT_ORGANISER)
    if night.has_ended:
        raise NightError(NightRefusal.ENDED)
    return night


@transaction.atomic
def cancel_night(*, night_id: int, user: User) -> None:
    """Cancel a night as its organiser; games that have begun are played on. Raises NightError."""
    cancel_locked(lock_own_night(night_id=night_id, user=user), by=user)


def cancel_locked(night: Night, *, by: User | None) -> None:
    """Cancel a locked night and tell whoever wanted to come; `by` None: the clock."""
    coming = night.people.filter(state=PlaceState.COMING).values_list("user_id", flat=True)
    people = [pk for pk in coming if by is None or pk != by.pk]
    close_night(night, NightStatus.CANCELLED, timezone.now())
    note_act(night, NightAct.Kind.CANCELLED, by=by)
    tell(night, "night_cancelled", people)


def close_night(night: Night, status: NightStatus, now: datetime) -> None:
    """End a locked night: its voice room, where people play from, and a round that has not begun are forgotten."""
    night.rounds.filter(begun_at=None).delete()
    night.people.update(device_key="", connection_key="")
    night.status, night.voice_url, night.due_at, night.ended_at = status, "", None, now
    night.save(update_fields=["status", "voice_url", "due_at", "ended_at"])
