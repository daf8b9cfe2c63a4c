"""How the leaderboard has changed: the places of a week ago, from the history of ratings."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db.models import Count, OuterRef, Q, Subquery

from games.models import PlayerRating, SeatResult
from games.statistics.rating import LEADERBOARD_DAYS, away_uncertainty
from games.values.game_kind import GameKind

MOVEMENT_DAYS = 7
"""Places are compared with those of so many days ago."""
_SECONDS_A_DAY = 86_400.0
_RATED = Q(kind=GameKind.RANKED.value, rating_after__isnull=False)


def places_at(then: datetime, games: int) -> Mapping[int, int]:
    """Return everybody's place on the leaderboard of an earlier moment, with this threshold of games; two queries.

    Whoever has played no ranked game since then had today's rating. For all others it is the rating after their last
    game before that moment.
    """
    since = then - timedelta(days=LEADERBOARD_DAYS)
    rows = PlayerRating.objects.filter(
        games__gte=games, last_ranked_at__gte=since, user__closed_at=None
    )
    columns = ("pk", "rating", "uncertainty", "last_ranked_at")
    standings = {
        pk: (rating, uncertainty, at) for pk, rating, uncertainty, at in rows.values_list(*columns)
    }
    played = [pk for pk, (_rating, _uncertainty, at) in standings.items() if at > then]
    for pk in played:
        del standings[pk]
    standings.update(_before(then, games, played, since))
    lowest = {
        pk: rating - away_uncertainty(uncertainty, (then - at).total_seconds() / _SECONDS_A_DAY)
        for pk, (rating, uncertainty, at) in standings.items()
    }
    order = sorted(lowest, key=lambda pk: (-lowest[pk], pk))
    return {pk: place for place, pk in enumerate(order, start=1)}


def _before(
    then: datetime, games: int, people: Collection[int], since: datetime
) -> dict[int, tuple[float, float, datetime]]:
    """Return with what rating these people stood on the board, and since when; nobody who did not."""
    rated = SeatResult.objects.filter(_RATED, user=OuterRef("user"))
    # The last game of each person until then.
    last = rated.filter(ended_at__lte=then).order_by("-ended_at", "-result_id")
    later = rated.filter(ended_at__gt=then).order_by().values("user")
    rows = (
        SeatResult.objects.filter(_RATED, user__in=people, ended_at__gte=since, ended_at__lte=then)
        .filter(pk=Subquery(last.values("pk")[:1]))
        .annotate(later=Subquery(later.annotate(games=Count("pk")).values("games")))
    )
    columns = ("user_id", "rating_after", "uncertainty_after", "ended_at")
    return {
        pk: (rating, uncertainty, at)
        for pk, rating, uncertainty, at, count, later_games in rows.values_list(
            *columns, "user__rating__games", "later"
        )
        if count - (later_games or 0) >= games and rating is not None and uncertainty is not None
    }
