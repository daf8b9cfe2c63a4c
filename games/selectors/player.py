"""Reads of a player's page: the person, the history of the rating, the number of games.

Finished games only; selectors.rating has a person's standing.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db import connection
from django.db.models import QuerySet, Sum
from django.db.models.expressions import RawSQL

from accounts.models import User
from accounts.names import name_key, normalise_name
from games.engine.vocabulary import Party
from games.models import HeadToHead, PlayerTally, SeatResult, Void
from games.statistics import Measure, Tally
from games.values.game_kind import GameKind
from games.values.player import AccuracyPoint, Counts, RatingPoint

MOST_POINTS = 120
"""Enough points for a smooth line; more games are sampled."""
MOST_WEIGHED = 1000
"""So many of the newest games of a kind tell how well somebody chooses."""
_COLUMNS = ("ended_at", "rating_after", "uncertainty_after")


def find_player(name: str) -> User | None:
    """Return the person with this name in any capitals; closed accounts included."""
    if "\0" in name:
        # PostgreSQL accepts no null characters, and no name has one.
        return None
    return User.objects.filter(username_key=name_key(name)).select_related("preferences").first()


def find_mate(user_id: int, name: str) -> User | None:
    """Return the member of this name, or a guest of this name whom the player has met in a counted game."""
    member = find_player(name)
    if member is not None:
        return None if member.closed_at else member
    met = HeadToHead.objects.filter(user_id=user_id).values("other_id")
    guests = User.objects.guests().filter(guest_name=normalise_name(name.replace("\0", "")))
    return guests.filter(pk__in=met).order_by("pk").first()


def rating_points(user_id: int, games: int) -> list[RatingPoint]:
    """Return the history of the rating, oldest first; `games` is roughly the number of points."""
    rated = SeatResult.objects.filter(
        user_id=user_id, kind=GameKind.RANKED, rating_after__isnull=False
    )
    newest_first = rated.order_by("-ended_at", "-result_id")
    if games <= MOST_POINTS:
        rows = list(newest_first.values_list(*_COLUMNS)[:MOST_POINTS])
    else:
        rows = _looks(rated, newest_first)
    points = [
        RatingPoint(at=at, rating=rating, uncertainty=uncertainty)
        for at, rating, uncertainty in rows
        if rating is not None and uncertainty is not None
    ]
    return sorted(points, key=lambda point: point.at)


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
    rated: QuerySet[SeatResult], newest_first: QuerySet[SeatResult]
) -> list[tuple[datetime, float | None, float | None]]:
    """Return the rating at evenly spaced moments; each one finds one row of the index."""
    first = rated.order_by("ended_at", "result_id").values_list("ended_at", flat=True).first()
    last = newest_first.values_list("ended_at", flat=True).first()
    if first is None or last is None:
        return []
    # The ORM writes the SQL of one moment, which then runs for each in a list: to let the ORM
    # write them all takes longer than the database needs to answer.
    look, values = (
        newest_first.filter(ended_at__lte=RawSQL("moments.moment", []))
        .values("pk")[:1]
        .query.sql_with_params()
    )
    moments = [connection.ops.adapt_datetimefield_value(each) for each in _moments(first, last)]
    rows = ", ".join(["(%s)"] * len(moments))
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH moments(moment) AS (VALUES {rows}) SELECT ({look}) FROM moments",  # noqa: S608
            [*moments, *values],
        )
        found = {row[0] for row in cursor.fetchall()}
    return list(SeatResult.objects.filter(pk__in=found).values_list(*_COLUMNS))


def _moments(first: datetime, last: datetime) -> Iterator[datetime]:
    for number in range(MOST_POINTS):
        yield first + (last - first) * number / (MOST_POINTS - 1)


def games_and_wins(user_id: int) -> Tally:
    """Return this person's counted games of all kinds, and how many of them were won."""
    rows = PlayerTally.objects.filter(user_id=user_id, measure=Measure.WON.value)
    sums = rows.aggregate(won=Sum("successes"), games=Sum("instances"))
    return Tally(sums["won"] or 0, sums["games"] or 0)


def games_by_kind(user_id: int) -> Counts:
    """Return the number of counted games of each kind for this person."""
    rows = (
        PlayerTally.objects.filter(user_id=user_id, measure=Measure.WON.value)
        .values_list("kind")
        .annotate(games=Sum("instances"))
    )
    return {kind: games for kind, games in rows if games}
