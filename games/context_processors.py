"""What every page says about where its reader plays."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.selectors.lobby import place_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningGame:
    """Where somebody sits: at a table, or in a lobby that waits for its game."""

    url: str
    name: str
    is_lobby: bool


def running_game(request: HttpRequest) -> dict[str, object]:
    """The reader's own table, on every page but that table's own; asked when it is drawn."""
    return {"running_game": SimpleLazyObject(lambda: find_running_game(request))}


def find_running_game(request: HttpRequest) -> RunningGame | None:
    """One query for people who are signed in, none for others."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return None
    place = place_of(user.pk)
    if place is None:
        return None
    url = reverse("games:table" if place.is_game else "games:lobby", args=[place.code])
    if request.path.startswith(url):
        return None
    return RunningGame(url=url, name=place.name, is_lobby=not place.is_game)
