"""What every page says about where its reader plays."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.selectors.lobby import places_of
from games.values.lobby import PlaceKind


@dataclass(frozen=True, slots=True, kw_only=True)
class _RunningGame:
    """Where somebody is expected: at a table, in a lobby, or at a rematch they are invited to."""

    url: str
    name: str
    kind: str


def running_game(request: HttpRequest) -> dict[str, object]:
    """The reader's own table, on every page but that table's own; asked when it is drawn."""
    return {"running_game": SimpleLazyObject(lambda: _find_running_game(request))}


def _find_running_game(request: HttpRequest) -> _RunningGame | None:
    """One query for people who are signed in, none for others."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return None
    for place in places_of(user.pk):
        name = "games:table" if place.kind is PlaceKind.GAME else "games:lobby"
        url = reverse(name, args=[place.code])
        if not request.path.startswith(url):
            return _RunningGame(url=url, name=place.name, kind=place.kind.value)
        if place.kind is not PlaceKind.INVITATION:
            # Where they belong; nothing else calls them from there.
            return None
    return None
