"""People with a rating, for tests."""

from django.utils import timezone

from accounts.models import User
from games.models import PlayerRating
from tests.games.lobbies import registered


def rated(rating: float) -> User:
    """A member with a confirmed address and this rating."""
    person = registered()
    PlayerRating.objects.create(
        user=person,
        state=b"",
        rating=rating,
        uncertainty=50,
        liberal=0,
        liberal_uncertainty=50,
        fascist=0,
        fascist_uncertainty=50,
        last_ranked_at=timezone.now(),
    )
    return person
