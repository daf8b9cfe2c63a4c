"""How far games are, for many of them at once: one query, and nothing of what happened in them."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from games.models import ChatMessage, Game


class Progress(NamedTuple):
    """What grows with every change of a game."""

    version: int
    seating: int
    said: int
    """The number of the last line said, 0 before the first."""


def progress_of(game_ids: Iterable[int]) -> dict[int, Progress]:
    """Where each of these games stands now; deleted ones are left out."""
    # One seek in the index a game, however much was said.
    lines = ChatMessage.objects.filter(game=OuterRef("pk")).order_by("-number")
    rows = (
        Game.objects.filter(pk__in=list(game_ids))
        .annotate(said=Subquery(lines.values("number")[:1]))
        .values_list("pk", "version", "seating", "said")
    )
    return {pk: Progress(version, seating, said or 0) for pk, version, seating, said in rows}
