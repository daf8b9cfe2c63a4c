"""How far games are, without their events."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from games.models import ChatMessage, Game
from games.models.game import GameQuerySet
from games.selectors.access import watchable_at
from games.values.refusals import GameError, ServiceReason


class Progress(NamedTuple):
    """Numbers that grow with every change of a game."""

    version: int
    seating: int
    said: int
    """The number of the last line of talk, 0 before the first."""


def progress_of(game_ids: Iterable[int]) -> dict[int, Progress]:
    """Return where each of these games is now, in one query; deleted ones are left out."""
    return dict(_read(Game.objects.filter(pk__in=list(game_ids))))


def find_progress(code: str, user_id: int | None) -> tuple[int, Progress]:
    """Return the id of the game at this address and where it is, if this person (None: a visitor) may look at it.

    One query. Raises GameError(GAME_NOT_FOUND).
    """
    found = _read(watchable_at(code, user_id))
    if not found:
        raise GameError(ServiceReason.GAME_NOT_FOUND)
    return found[0]


def _read(games: GameQuerySet) -> list[tuple[int, Progress]]:
    """Return the id of each of these games and where it is."""
    # One index seek for each game, however much was said.
    lines = ChatMessage.objects.filter(game=OuterRef("pk")).order_by("-number")
    rows = games.annotate(said=Subquery(lines.values("number")[:1]))
    return [
        (pk, Progress(version, seating, said or 0))
        for pk, version, seating, said in rows.values_list("pk", "version", "seating", "said")
    ]
