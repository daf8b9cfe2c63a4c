"""Whom a player meets at tables, in games of all kinds, and how those games went for this player."""

from django.db.models import F, Sum

from games.models import HeadToHead
from games.selectors.people import columns_of, named
from games.values.player import Companion


def company(user_id: int, most: int) -> tuple[Companion, ...]:
    """Return whom a person has played with most, the most games first; nobody who hides the list of games; one query."""
    met = HeadToHead.objects.filter(
        user_id=user_id, other__closed_at=None, other__preferences__shows_games=True
    )
    others = columns_of("other")
    sums = met.values("other_id", *others).annotate(
        games=Sum(F("same_games") + F("opposite_games")),
        beside=Sum("same_games"),
        won_beside=Sum("same_wins"),
        against=Sum("opposite_games"),
        won_against=Sum("opposite_wins"),
    )
    rows = sums.filter(games__gt=0).order_by("-games", "other_id")[:most]
    return tuple(
        Companion(
            person=named([row[each] for each in others]),
            games=row["games"],
            same_games=row["beside"],
            same_wins=row["won_beside"],
            opposite_games=row["against"],
            opposite_wins=row["won_against"],
        )
        for row in rows
    )
