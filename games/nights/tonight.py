"""The nights of this evening, for the home page: those that run, and those that begin within a day."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet
from django.urls import reverse

from games.nights.models import Night, NightStatus, PlaceState
from games.values.coming_night import ComingNight

AHEAD = timedelta(hours=24)
SHOWN = 3
RUNNING = (NightStatus.CHECKING_IN, NightStatus.RUNNING, NightStatus.PAUSED)


def nights_tonight(now: datetime) -> tuple[ComingNight, ...]:
    """Return the first of them in order of their beginning; one query."""
    soon = Q(status=NightStatus.ANNOUNCED, starts_at__lt=now + AHEAD)
    found = Night.objects.filter(soon | Q(status__in=RUNNING)).order_by("starts_at", "pk")
    return _shown(found)


def nights_of_club(now: datetime, club_id: int) -> tuple[ComingNight, ...]:
    """Return the next nights of a club, those that run among them."""
    coming = Q(status=NightStatus.ANNOUNCED, starts_at__gt=now) | Q(status__in=RUNNING)
    return _shown(Night.objects.filter(coming, club=club_id).order_by("starts_at", "pk"))


def _shown(found: QuerySet[Night]) -> tuple[ComingNight, ...]:
    """Return each with those who want to come, whom its page shows to everybody; one query."""
    coming = FilteredRelation("people", condition=Q(people__state=PlaceState.COMING))
    nights = Night.objects.filter(pk__in=found.values("pk")[:SHOWN]).annotate(coming=coming)
    rows = nights.order_by("starts_at", "pk").values_list(
        "name", "code", "starts_at", "status", "places", "coming__user_id", named=True
    )
    return tuple(_night(list(each)) for _code, each in groupby(rows, key=lambda row: row.code))


def _night(rows: Sequence[Any]) -> ComingNight:
    """Return one night; each row has somebody who comes, and a night to which nobody comes has one row with nobody."""
    night = rows[0]
    people = frozenset(row.coming__user_id for row in rows if row.coming__user_id is not None)
    return ComingNight(
        name=night.name,
        url=reverse("nights:night", args=[night.code]),
        starts_at=night.starts_at,
        has_begun=night.status != NightStatus.ANNOUNCED,
        coming=len(people),
        places=night.places,
        people=people,
    )
