"""Who is here at this moment: people at public tables, and in lobbies that anybody finds in the list.

Only what anybody can see there. People do not count if they only read pages, have left their seat to a stand-in, play
a game of days, or have closed the page of their lobby. People who do not show their games are counted, not named.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Func, Q, QuerySet

from games.models import Game, Lobby, LobbySeat, Seat
from games.selectors.people import person_of
from games.values.community import HereNow, HerePerson
from games.values.lobby import AWAY_SECONDS
from games.values.timing import SLOW, Pace

RESTED = timedelta(minutes=10)
"""A table without a clock at which nothing has happened for so long may have been left by all."""


def here_now(now: datetime, most: int) -> HereNow:
    """Return how many people are here, and `most` of them with names; four queries at most."""
    waiting, playing = _waiting(now), _playing(now)
    named = {"user__preferences__shows_games": True}
    seats = waiting.filter(**named).select_related("user").order_by("-joined_at")[:most]
    people = [(seat.user, False) for seat in seats]
    if len(people) < most:
        newest_first = playing.filter(**named).order_by("-game__started_at", "number")
        rest = newest_first.select_related("user")[: most - len(people)]
        people += [(seat.user, True) for seat in rest]
    return HereNow(
        playing=playing.count(),
        waiting=waiting.count(),
        people=tuple(
            HerePerson(person=person_of(user), is_playing=is_playing)
            for user, is_playing in people
            if user is not None
        ),
    )


def count_playing(now: datetime) -> QuerySet[Seat, Any]:
    """Count how many people play at public tables just now, inside another query."""
    # An aggregate would group by each seat.
    counted = _playing(now).annotate(playing=Func(F("pk"), function="COUNT"))
    return counted.order_by().values("playing")


def _waiting(now: datetime) -> QuerySet[LobbySeat]:
    return LobbySeat.objects.filter(
        lobby__in=Lobby.objects.listed().filter(password=""),
        user__closed_at=None,
        user__isnull=False,
        seen_at__gt=now - timedelta(seconds=AWAY_SECONDS),
    )


def _playing(now: datetime) -> QuerySet[Seat]:
    running = Game.objects.running().public().exclude(pace__in=[each.value for each in SLOW])
    # Without a clock no stand-in takes the seats of people who have gone.
    is_awake = ~Q(pace=Pace.NONE.value) | Q(opened_at__gte=now - RESTED)
    return Seat.objects.filter(
        game__in=running.filter(is_awake),
        user__isnull=False,
        user__closed_at=None,
        has_stand_in=False,
    )
