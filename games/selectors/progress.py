"""How far games are, without their events."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from games.models import ChatMessage, Game
from games.models.game import GameQuerySet
from games.selectors.access import watchable_at
from games.selectors.written_query import WrittenQuery
from games.values.refusals import GameError, ServiceReason


class Progress(NamedTuple):
    """Numbers that grow with every change of a game."""

    version: int
    seating: int
    said: int
    """The number of the last line of talk, 0 before the first."""


def progress_of(game_ids: Iterable[int]) -> dict[int, Progress]:
    """Return where each of these games is now, in one query; deleted ones are left out."""
    return dict(map(_progress, _columns(Game.objects.filter(pk__in=list(game_ids)))))


def find_progress(code: str, user_id: int | None) -> tuple[int, Progress]:
    """Return the id of the game at this address and where it is, if this person (None: a visitor) may look at it.

    One query. Raises GameError(GAME_NOT_FOUND).
    """
    found = _WATCHABLE.rows(code, user_id)
    if not found:
        raise GameError(ServiceReason.GAME_NOT_FOUND)
    return _progress(found[0])


def _columns(games: GameQuerySet) -> QuerySet[Game, tuple[int, int, int, int | None]]:
    # One index seek for each game, however much was said.
    lines = ChatMessage.objects.filter(game=OuterRef("pk")).order_by("-number")
    rows = games.annotate(said=Subquery(lines.values("number")[:1]))
    return rows.values_list("pk", "version", "seating", "said")


def _progress(row: tuple[int, int, int, int | None]) -> tuple[int, Progress]:
    """Return the id of a game and where it is."""
    game_id, version, seating, said = row
    return game_id, Progress(version, seating, said or 0)


_WATCHABLE = WrittenQuery(lambda code, user_id: _columns(watchable_at(code, user_id)))
