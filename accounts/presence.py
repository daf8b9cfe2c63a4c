"""Who is on the site: a lease for each person, which their open pages renew. The only writer of Presence.

A process renews the leases of all its people together, once a minute: nothing is written for a single action.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from accounts.friend_models import Friendship, Presence
from accounts.models import Preferences, User
from accounts.signals import came_online, friends_changed

RENEWED_EVERY = timedelta(seconds=60)
HOLDS_FOR = timedelta(seconds=150)
"""Long enough for two renewals, of which one may fail."""
KEPT_FOR = timedelta(days=1)


def note_online(user_ids: Collection[int]) -> None:
    """Renew the leases of these people; three statements, however many they are."""
    now = timezone.now()
    people = list(
        User.objects.filter(pk__in=user_ids, closed_at=None).values_list("pk", flat=True)
    )
    here = set(
        Presence.objects.filter(user__in=people, until__gt=now).values_list("user_id", flat=True)
    )
    Presence.objects.bulk_create(
        [Presence(user_id=pk, until=now + HOLDS_FOR) for pk in sorted(people)],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["until"],
    )
    new = tuple(pk for pk in people if pk not in here)
    if new:
        came_online.send(User, user_ids=new)


def online_friends_of(user_ids: Collection[int]) -> QuerySet[Friendship]:
    """Return the friendships of these people with friends who are on the site now.

    Nothing of people who do not show whether they are here: nobody is told of them.
    """
    return Friendship.objects.filter(
        user__in=user_ids,
        user__preferences__shows_presence=True,
        friend__presence__until__gt=timezone.now(),
    )


def shown_online(user_ids: Collection[int]) -> frozenset[int]:
    """Return which of these people are on the site now and let their friends see it."""
    leases = Presence.objects.filter(user__in=user_ids, until__gt=timezone.now())
    shown = leases.filter(user__preferences__shows_presence=True)
    return frozenset(shown.values_list("user_id", flat=True))


def show_presence(*, user: User, is_shown: bool) -> None:
    """Let friends see when this person is here, or not."""
    Preferences.objects.filter(user=user).update(shows_presence=is_shown)
    friends_changed.send(User, user_ids=tuple(_friends_online(user)))


def _friends_online(user: User) -> list[int]:
    rows = Friendship.objects.filter(user=user, friend__presence__until__gt=timezone.now())
    return list(rows.values_list("friend_id", flat=True))


def is_shown(user_id: int) -> bool:
    """Whether this person lets friends see where they are."""
    return Preferences.objects.filter(user_id=user_id, shows_presence=True).exists()


def forget_presence(user: User) -> None:
    """Forget when this person, whose account is being closed, was here."""
    Presence.objects.filter(user=user).delete()


def forget_presences(now: datetime) -> int:
    """Forget when people were here last; return how many."""
    return Presence.objects.filter(until__lt=now - KEPT_FOR).delete()[0]
