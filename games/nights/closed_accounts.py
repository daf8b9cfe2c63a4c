"""What becomes of nights when an account is closed: the person comes no more, and their own words go."""

from accounts.models import User
from games.nights.announcing import cancel_locked, lock_night
from games.nights.models import ENDED, Night, NightPlace, NightStatus, PlaceState
from games.nights.places import leave_night


def forget_person(user: User) -> None:
    """Take this person out of all nights; cancel those they have announced; empty what they wrote.

    A night that has begun goes on by itself.
    """
    coming = NightPlace.objects.filter(user=user, state=PlaceState.COMING)
    for night_id in coming.exclude(night__status__in=ENDED).values_list("night_id", flat=True):
        leave_night(night_id=night_id, user=user)
    own = Night.objects.filter(organiser=user)
    before = own.filter(status__in=(NightStatus.ANNOUNCED, NightStatus.CHECKING_IN))
    for night_id in before.values_list("pk", flat=True):
        cancel_locked(lock_night(night_id), by=user)
    own.update(text="", voice_url="")
