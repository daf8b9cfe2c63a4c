"""Whom a player meets at tables, in games of all kinds, and how those games went for this player."""

from django.db.models import F, Sum

from accounts.models import User
from games.models import HeadToHead
from games.selectors.people import person_of
from games.values.player import Companion

_SUMS = ("same_games", "same_wins", "opposite_games", "opposite_wins")


def company(user_id: int, most: int) -> tuple[Companion, ...]:
    """Return whom a person has played with most, the most games first; nobody who hides the list of games."""
    met = HeadToHead.objects.filter(
        user_id=user_id, other__closed_at=None, other__preferences__shows_games=True
    )
    sums = met.values("other_id").annotate(
        games=Sum(F("same_games") + F("opposite_games")),
        **{f"all_{each}": Sum(each) for each in _SUMS},
    )
    rows = list(sums.filter(games__gt=0).order_by("-games", "other_id")[:most])
    people = User.objects.in_bulk([row["other_id"] for row in rows])
    return tuple(
        Companion(
            person=person_of(people[row["other_id"]]),
            games=row["games"],
            **{each: row[f"all_{each}"] for each in _SUMS},
        )
        for row in rows
    )
