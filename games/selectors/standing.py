"""Reads of one person's rating: what it is now, and how it compares with others.

A stored uncertainty is that of the last ranked game. It grows while the person is away; what is shown
is always the uncertainty of now.
"""

from datetime import datetime

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from games.models import PlayerRating
from games.statistics.rating import PROVISIONAL_GAMES, away_uncertainty
from games.statistics.thresholds import ENOUGH_PEOPLE
from games.values.player import Standing

SECONDS_A_DAY = 86_400.0


def standing(user_id: int, now: datetime) -> Standing | None:
    """Return a player's standing; None before the first counted ranked game."""
    row = PlayerRating.objects.select_related("user").defer("state").filter(pk=user_id).first()
    return None if row is None else standing_from(row, now)


def with_ratings(people: QuerySet[User]) -> QuerySet[User]:
    """Return these people with what `standing_of` has to know of each."""
    return people.select_related("rating").defer("rating__state")


def standing_of(person: User, now: datetime) -> Standing | None:
    """Return the standing of somebody found `with_ratings`; None before the first counted ranked game; no query."""
    row: PlayerRating | None = getattr(person, "rating", None)
    return None if row is None else standing_from(row, now)


def find_rated(user_id: int, now: datetime) -> tuple[User, Standing | None] | None:
    """Return a person and their standing, or None before the first; None for a closed account; one query."""
    person = with_ratings(User.objects.filter(pk=user_id, closed_at=None)).first()
    return None if person is None else (person, standing_of(person, now))


def percentile(rating: float) -> float | None:
    """Return the share of settled players who are below, 0 to 1; None among too few to say so."""
    settled = PlayerRating.objects.filter(games__gte=PROVISIONAL_GAMES).aggregate(
        total=Count("pk"), below=Count("pk", filter=Q(rating__lt=rating))
    )
    if settled["total"] < ENOUGH_PEOPLE:
        return None
    share: float = settled["below"] / settled["total"]
    return share


def standing_from(row: PlayerRating, now: datetime, rank: int | None = None) -> Standing:
    days = (now - row.last_ranked_at).total_seconds() / SECONDS_A_DAY
    return Standing(
        user_id=row.pk,
        name=row.user.display_name,
        face=row.user.face,
        rating=row.rating,
        uncertainty=away_uncertainty(row.uncertainty, days),
        liberal=row.liberal,
        liberal_uncertainty=away_uncertainty(row.liberal_uncertainty, days),
        fascist=row.fascist,
        fascist_uncertainty=away_uncertainty(row.fascist_uncertainty, days),
        games=row.games,
        wins=row.wins,
        peak=row.peak,
        peak_at=row.peak_at,
        last_ranked_at=row.last_ranked_at,
        is_provisional=row.games < PROVISIONAL_GAMES,
        rank=rank,
    )
