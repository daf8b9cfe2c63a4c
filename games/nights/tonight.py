"""The nights of this evening, for the home page: those that run, and those that begin within a day."""

from datetime import datetime, timedelta

from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse

from games.nights.models import Night, NightPlace, NightStatus, PlaceState
from games.values.coming_night import ComingNight

AHEAD = timedelta(hours=24)
SHOWN = 3
RUNNING = (NightStatus.CHECKING_IN, NightStatus.RUNNING, NightStatus.PAUSED)


def nights_tonight(now: datetime) -> tuple[ComingNight, ...]:
    """Return the first of them in order of their beginning; two queries."""
    soon = Q(status=NightStatus.ANNOUNCED, starts_at__lt=now + AHEAD)
    found = Night.objects.filter(soon | Q(status__in=RUNNING)).order_by("starts_at", "pk")
    return _shown(found)


def nights_of_club(now: datetime, club_id: int) -> tuple[ComingNight, ...]:
    """Return the next nights of a club, those that run among them."""
    coming = Q(status=NightStatus.ANNOUNCED, starts_at__gt=now) | Q(status__in=RUNNING)
    return _shown(Night.objects.filter(coming, club=club_id).order_by("starts_at", "pk"))


def _shown(found: QuerySet[Night]) -> tuple[ComingNight, ...]:
    """Return each with those who want to come, whom its page shows to everybody."""
    people = NightPlace.objects.filter(state=PlaceState.COMING)
    nights = []
    for night in found.prefetch_related(Prefetch("people", people))[:SHOWN]:
        coming = frozenset(place.user_id for place in night.people.all())
        nights.append(
            ComingNight(
                name=night.name,
                url=reverse("nights:night", args=[night.code]),
                starts_at=night.starts_at,
                has_begun=night.status != NightStatus.ANNOUNCED,
                coming=len(coming),
                places=night.places,
                people=coming,
            )
        )
    return tuple(nights)
