"""Reads of many clubs: one's own, and those that somebody looks for."""

from django.db.models import QuerySet

from accounts.models import User
from accounts.names import name_key
from games.clubs.models import Club, Membership

CLUBS_A_PAGE = 24


def find_clubs(begins: str, language: str) -> QuerySet[Club]:
    """Return the open clubs whose names begin so and that speak this language, the liveliest first."""
    clubs = Club.objects.filter(closed_at=None)
    if key := name_key(begins):
        clubs = clubs.filter(name_key__startswith=key)
    if language:
        clubs = clubs.filter(languages__contains=f" {language} ")
    return clubs.order_by("-active", "-size", "name_key")


def clubs_of(user: User) -> list[Membership]:
    """Return in which clubs a person is, those they own first; one query."""
    rows = Membership.objects.filter(user=user).select_related("club")
    return list(rows.order_by("role", "club__name_key"))
