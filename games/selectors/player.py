"""Reads of a player's page: the person, the history of the rating, the number of games.

Finished games only; selectors.standing has a person's standing.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.expressions import RawSQL
from django.db.models.functions import JSONArray
from django.utils import timezone

from accounts.friends import Bond, bond_of, with_bonds
from accounts.models import User
from accounts.names import name_key, normalise_name
from games.engine.vocabulary import Party
from games.models import HeadToHead, PlayerTally, SeatResult, Void
from games.selectors.leaderboard import leaderboard_step
from games.selectors.standing import standing_of, with_ratings
from games.selectors.tally_columns import instances_of
from games.statistics import Measure
from games.values.game_kind import GameKind
from games.values.player import AccuracyPoint, Counts, RatingPoint, Standing

MOST_POINTS = 120
"""Enough points for a smooth line; more games are sampled."""
MOST_WEIGHED = 1000
"""So many of the newest games of a kind tell how well somebody chooses."""
_COLUMNS = ("ended_at", "rating_after", "uncertainty_after")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlayer:
    """A person, and what their page says of them first."""

    person: User
    standing: Standing | None
    """None before the first counted ranked game."""
    bond: Bond | None
    """What the person is to the reader; None for a reader who has no friends here."""
    leaderboard_games: int
    """How many ranked games the leaderboard asks for."""
    first_rated_at: datetime | None
    """When the first game ended that has a rating."""


def find_player(name: str) -> User | None:
    """Return the person with this name in any capitals; closed accounts included."""
    if "\0" in name:
        # PostgreSQL accepts no null characters, and no name has one.
        return None
    return _named(name).select_related("preferences").first()


def find_shown_player(name: str, reader: User | None) -> ShownPlayer | None:
    """Return the person with this name with all that one row says of them; closed accounts included; one query.

    `reader` is a member who may have friends; None for anybody else.
    """
    if "\0" in name:
        return None
    people = with_ratings(_named(name).select_related("preferences"))
    if reader is not None:
        people = with_bonds(people, reader)
    oldest_first = _rated(OuterRef("pk")).order_by("ended_at", "result_id")
    found: Any = people.annotate(
        leaderboard_games=leaderboard_step(),
        first_rated_at=Subquery(oldest_first.values("ended_at")[:1]),
    ).first()
    if found is None:
        return None
    return ShownPlayer(
        person=found,
        standing=standing_of(found, timezone.now()),
        bond=None if reader is None else bond_of(found, reader),
        leaderboard_games=found.leaderboard_games,
        first_rated_at=found.first_rated_at,
    )


def _named(name: str) -> QuerySet[User]:
    return User.objects.filter(username_key=name_key(name))


def find_mate(user_id: int, name: str) -> User | None:
    """Return the member of this name, or a guest of this name whom the player has met in a counted game; two queries at most."""
    # PostgreSQL accepts no null characters, and no name has one.
    name = name.replace("\0", "")
    member = _named(name).first()
    if member is not None:
        return None if member.closed_at else member
    met = HeadToHead.objects.filter(user_id=user_id).values("other_id")
    guests = User.objects.filter(is_guest=True, closed_at=None, guest_name=normalise_name(name))
    return guests.filter(pk__in=met).order_by("pk").first()


def rating_points(standing: Standing, since: datetime | None) -> list[RatingPoint]:
    """Return the history of a rating, the oldest first; `since` is the end of the first game; one query."""
    newest_first = _rated(standing.user_id).order_by("-ended_at", "-result_id")
    rows: Iterable[tuple[Any, ...]]
    if since is None or standing.games <= MOST_POINTS:
        rows = newest_first.values_list(*_COLUMNS)[:MOST_POINTS]
    else:
        rows = _looks(newest_first, since, standing.last_ranked_at)
    points = [
        RatingPoint(at=at, rating=rating, uncertainty=uncertainty)
        for at, rating, uncertainty in rows
        if rating is not None and uncertainty is not None
    ]
    return sorted(points, key=lambda point: point.at)


def _rated(user_id: int | OuterRef) -> QuerySet[SeatResult]:
    return SeatResult.objects.filter(
        user_id=user_id, kind=GameKind.RANKED, rating_after__isnull=False
    )


def accuracy_points(user_id: int, kind: GameKind) -> list[AccuracyPoint]:
    """Return how well a person chose in the newest games of this kind, oldest first; annulled ones are left out."""
    weighed = SeatResult.objects.filter(user_id=user_id, kind=kind.value, accuracy__isnull=False)
    newest_first = weighed.exclude(result__void=Void.ANNULLED).order_by("-ended_at", "-result_id")
    rows = newest_first.values_list("ended_at", "team", "accuracy")[:MOST_WEIGHED]
    points = [
        AccuracyPoint(at=at, party=Party(team), percent=percent)
        for at, team, percent in rows
        if percent is not None
    ]
    return points[::-1]


def _looks(
    newest_first: QuerySet[SeatResult], first: datetime, last: datetime
) -> Iterator[tuple[datetime, float, float]]:
    """Yield the columns of the results at evenly spaced moments; each one finds one row of the index."""
    # The ORM writes the SQL of one moment, which then runs for each in a list: to let the ORM
    # write them all takes longer than the database needs to answer. What it finds comes in one
    # value, so that no row is looked up again.
    look, values = (
        newest_first.filter(ended_at__lte=RawSQL("moments.moment", []))
        .values_list(JSONArray(*_COLUMNS))[:1]
        .query.sql_with_params()
    )
    moments = [connection.ops.adapt_datetimefield_value(each) for each in _moments(first, last)]
    rows = ", ".join(["(%s)"] * len(moments))
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH moments(moment) AS (VALUES {rows}) SELECT DISTINCT ({look}) FROM moments",  # noqa: S608
            (*moments, *values),
        )
        found = [json.loads(text) for (text,) in cursor.fetchall() if text is not None]
    for at, rating, uncertainty in found:
        moment = datetime.fromisoformat(at)
        # SQLite keeps moments in universal time, and does not say so.
        yield moment if moment.tzinfo else moment.replace(tzinfo=UTC), rating, uncertainty


def _moments(first: datetime, last: datetime) -> Iterator[datetime]:
    for number in range(MOST_POINTS):
        yield first + (last - first) * number / (MOST_POINTS - 1)


def games_by_kind(user_id: int) -> Counts:
    """Return the number of counted games of each kind for this person."""
    rows = (
        PlayerTally.objects.filter(user_id=user_id)
        .values_list("kind")
        .annotate(games=Sum(instances_of(Measure.WON)))
    )
    return {kind: games for kind, games in rows if games}
