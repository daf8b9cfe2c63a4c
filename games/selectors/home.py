"""Reads of the home page: one's own running games, the open tables, and games that one may watch."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import cast

from django.utils import timezone

from games.models import Game, Seat
from games.selectors.lately import lately
from games.selectors.open_tables import open_lobbies
from games.selectors.public_games import read_public_games
from games.selectors.seen_table import SeenTable, see_tables
from games.signals import asked_for_nights
from games.values.coming_night import ComingNight
from games.values.lobby import HomeSnapshot
from games.values.player import RecentGame

_RECENT = 2
"""How many of the latest games the first page shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeFacts:
    """What the first page shows to everybody."""

    tables: HomeSnapshot
    recent: tuple[RecentGame, ...]
    playing: int
    """How many people play at public tables just now."""


def see_own_tables(user_id: int) -> tuple[SeenTable, ...]:
    """Return the running games that this person has a seat in, each as this person knows it; two queries at most."""
    own = Game.objects.running().filter(seats__user_id=user_id)
    seats = Seat.objects.filter(game__in=own.values("pk")).select_related("game", "user")
    return see_tables(seats.order_by("game__deadline_at", "game", "number"), user_id)


def read_home() -> HomeSnapshot:
    """Return the lists of everybody's home page that its socket keeps up to date; four queries."""
    return _read(ended=0).tables


def read_home_facts_lately() -> HomeFacts:
    """Return what everybody's home page is made of, as it was a moment ago; four queries at most.

    The page's socket brings what has changed.
    """
    return lately("facts", partial(_read, ended=_RECENT))


def _read(*, ended: int) -> HomeFacts:
    now = timezone.now()
    games = read_public_games(now, ended=ended)
    return HomeFacts(
        tables=HomeSnapshot(
            open_lobbies=open_lobbies(), games=games.running, nights=_nights_tonight(now)
        ),
        recent=games.ended,
        playing=games.playing,
    )


def _nights_tonight(now: datetime) -> tuple[ComingNight, ...]:
    """Return the game nights of this evening; the wing of nights knows."""
    answers = cast(
        "Sequence[tuple[object, tuple[ComingNight, ...]]]",
        asked_for_nights.send(sender=None, now=now),
    )
    return tuple(night for _receiver, nights in answers for night in nights)
