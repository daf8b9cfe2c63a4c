"""How the leaderboard has changed: the places of a week ago, from the history of ratings, and series of wins."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db.models import Count, OuterRef, Q, Subquery

from games.models import PlayerRating, PlayerStreak, SeatResult
from games.statistics.bests import SHORTEST_STREAK
from games.statistics.rating import LEADERBOARD_DAYS, away_uncertainty
from games.values.game_kind import GameKind

MOVEMENT_DAYS = 7
"""Places are compared with those of so many days ago."""
_SECONDS_A_DAY = 86_400.0
_RATED = Q(kind=GameKind.RANKED.value, rating_after__isnull=False)


def places_at(then: datetime, games: int) -> Mapping[int, int]:
    """Return everybody's place on the leaderboard of an earlier moment, if it asked for so many games; three queries.

    Whoever has played no ranked game since stood there with today's rating; of all others the last game before
    tells it.
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
    last = SeatResult.objects.filter(_RATED, user=OuterRef("pk"), ended_at__lte=then)
    later = Q(
        user__results__kind=GameKind.RANKED.value,
        user__results__rating_after__isnull=False,
        user__results__ended_at__gt=then,
    )
    rows = (
        PlayerRating.objects.filter(pk__in=people)
        .annotate(
            later=Count("user__results", filter=later),
            last=Subquery(last.order_by("-ended_at", "-result_id").values("pk")[:1]),
        )
        .values_list("pk", "games", "later", "last")
    )
    enough = {last: pk for pk, count, later, last in rows if count - later >= games and last}
    seats = SeatResult.objects.filter(pk__in=enough, ended_at__gte=since)
    return {
        enough[seat.pk]: (seat.rating_after, seat.uncertainty_after, seat.ended_at)
        for seat in seats
        if seat.rating_after is not None and seat.uncertainty_after is not None
    }


def ranked_streaks(user_ids: Collection[int]) -> dict[int, int]:
    """Return how many ranked games in a row these people have just won; nobody below two, or who hides the games."""
    rows = PlayerStreak.objects.filter(
        user__in=user_ids,
        kind=GameKind.RANKED.value,
        current__gte=SHORTEST_STREAK,
        user__preferences__shows_games=True,
    )
    return dict(rows.values_list("user_id", "current"))
