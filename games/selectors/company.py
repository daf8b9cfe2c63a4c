"""Whom a player meets at tables, in games of all kinds, and how those games went for this player."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, F, Q, Sum, When

from games.models import HeadToHead
from games.selectors.milestones import any_of
from games.selectors.people import columns_of, named
from games.statistics import Pairing, Tally
from games.values.player import Companion

_NOBODY = 0
"""The id that no person has."""
_ROWS_A_PERSON = 5
"""Of each kind of game two people have a row. Among so many for each that is wanted, also of people who are not shown, the others
are looked for: somebody who has played for years has met thousands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """The people of a player's games."""

    people: tuple[Companion, ...] = ()
    """With whom the player has played most, the most games first; nobody who hides the list of games."""
    reader: Pairing | None = None
    """The player's games with whoever reads; None if they never met in one."""


def company(user_id: int, most: int, reader_id: int | None) -> Company:
    """Return so many of the people whom a player has met, and the games with the reader; one query.

    For `most` of 0 only the games with the reader are read: those two know them anyway.
    """
    if not most and reader_id is None:
        return Company()
    is_open = Q(other__closed_at=None, other__preferences__shows_games=True)
    is_reader = Q(other=reader_id or _NOBODY)
    met = HeadToHead.objects.filter(user_id=user_id)
    often = met.order_by(-(F("same_games") + F("opposite_games")), "other_id")
    is_often_met = Q(other__in=often.values("other")[: most * _ROWS_A_PERSON])
    sums = (
        met.filter(other__in=any_of(met, (is_reader, is_often_met), "other"))
        .filter(is_reader | is_open)
        .values("other_id", "other__preferences__shows_games", *columns_of("other"))
        .annotate(
            games=Sum(F("same_games") + F("opposite_games")),
            beside=Sum("same_games"),
            won_beside=Sum("same_wins"),
            against=Sum("opposite_games"),
            won_against=Sum("opposite_wins"),
        )
        .filter(games__gt=0)
        .order_by(Case(When(is_reader, then=0), default=1), "-games", "other_id")
    )
    # The reader comes first, in addition to the others.
    rows = list(sums[: most + 1])
    reader = next((row for row in rows if row["other_id"] == reader_id), None)
    shown = [row for row in rows if row["other__preferences__shows_games"]]
    shown.sort(key=lambda row: (-row["games"], row["other_id"]))
    return Company(
        people=tuple(_companion(row) for row in shown[:most]),
        reader=None if reader is None else _pairing(reader),
    )


def _companion(row: Mapping[str, Any]) -> Companion:
    return Companion(
        person=named([row[each] for each in columns_of("other")]),
        games=row["games"],
        same_games=row["beside"],
        same_wins=row["won_beside"],
        opposite_games=row["against"],
        opposite_wins=row["won_against"],
    )


def _pairing(row: Mapping[str, Any]) -> Pairing:
    return Pairing(
        other="",
        other_id=row["other_id"],
        same=Tally(row["won_beside"], row["beside"]),
        opposite=Tally(row["won_against"], row["against"]),
    )
