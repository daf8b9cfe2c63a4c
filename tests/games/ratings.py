"""People with a rating, for tests."""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from games.models import PlayerRating
from games.statistics.rating import pack, start_beliefs
from tests.factories import a_person


def give_rating(
    person: User,
    rating: float,
    *,
    uncertainty: float = 30,
    games: int = 80,
    at: datetime | None = None,
) -> User:
    """Give a person this rating on both sides, after a last ranked game at this moment or now; return the person."""
    PlayerRating.objects.create(
        user=person, state=pack(start_beliefs()), rating=rating, uncertainty=uncertainty,
        liberal=rating, liberal_uncertainty=uncertainty, fascist=rating, fascist_uncertainty=uncertainty,
        games=games, wins=games // 2, last_ranked_at=at or timezone.now(),
    )  # fmt: skip
    return person


def rated(
    rating: float, *, name: str = "", uncertainty: float = 30, games: int = 80, days: float = 0
) -> User:
    """A person with this rating, who played the last ranked game so many days ago."""
    person = a_person(name, is_guest=False)
    at = timezone.now() - timedelta(days=days)
    return give_rating(person, rating, uncertainty=uncertainty, games=games, at=at)
