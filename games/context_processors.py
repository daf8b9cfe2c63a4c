"""Template variable on every page: where its reader is playing."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.selectors.lobby import places_of
from games.values.lobby import SEATED, PlaceKind


@dataclass(frozen=True, slots=True, kw_only=True)
class _RunningGame:
    """A place that expects the reader: a table, a lobby, or a rematch."""

    url: str
    name: str
    kind: str


def running_game(request: HttpRequest) -> dict[str, object]:
    """Return the reader's own table, lazily, on every page but the table's own."""
    return {"running_game": SimpleLazyObject(lambda: _find_running_game(request))}


def _find_running_game(request: HttpRequest) -> _RunningGame | None:
    """Return the place; one query for people who are signed in, none for visitors."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return None
    for place in places_of(user.pk):
        name = "games:table" if place.kind is PlaceKind.GAME else "games:lobby"
        url = reverse(name, args=[place.code])
        if not request.path.startswith(url):
            return _RunningGame(url=url, name=place.name, kind=place.kind.value)
        if place.kind in SEATED:
            # The reader is there already, so no link elsewhere is offered.
            return None
    return None
