"""Tells the other processes how many people, or TVs, watch a table, soon after they come or go.

A room has the sockets of its table, and the home page, which any process serves, names the number.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from math import inf
from time import monotonic

from channels.db import database_sync_to_async
from django.utils import timezone

from games.live.audience import Audience, ViewerKind
from games.services.setbacks import Setbacks
from games.services.watching import note_watching

logger = logging.getLogger(__name__)

# Many come at once when a game gets interesting, or when a process has started.
TELL_AFTER_SECONDS = 0.5
# Long before the number is forgotten.
TELL_AGAIN_SECONDS = 120.0

not_noted: Setbacks[int] = Setbacks(logger, "Could not tell how many watch game %s")


def count_spectators(audiences: Mapping[ViewerKind, Audience]) -> int:
    """Return how many people watch: a person in several tabs is one, a TV is none."""
    kinds = [kind for kind in audiences if kind.seat is None and not kind.is_tv]
    here = [each for kind in kinds for each in audiences[kind].connections]
    people = {each.user_id for each in here if each.user_id is not None}
    return len(people) + sum(each.user_id is None for each in here)


def count_tvs(audiences: Mapping[ViewerKind, Audience]) -> int:
    """Return how many TVs show the table."""
    return sum(len(each.connections) for kind, each in audiences.items() if kind.is_tv)


class Watching:
    """The number of those who watch one game in this process; `note` keeps it where all can read it."""

    def __init__(
        self,
        game_id: int,
        count: Callable[[], int],
        note: Callable[[int, int], None] = note_watching,
    ) -> None:
        self.game_id = game_id
        self.count = count
        self.note = note
        self._timer: asyncio.TimerHandle | None = None
        self._told = 0
        self._told_at = 0.0
        self._noting: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Tell the number in a moment: somebody came or went."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(TELL_AFTER_SECONDS, self._tell, loop)

    def keep(self) -> None:
        """Tell the number again, if it is about to be forgotten."""
        if self._told and monotonic() - self._told_at > TELL_AGAIN_SECONDS:
            self.changed()

    def _tell(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        count, before = self.count(), self._told
        self._told, self._told_at = count, monotonic()
        if count or before:
            self._noting = loop.create_task(self._note(count))

    async def _note(self, count: int) -> None:
        """Keep the number where all can read it; if that fails, tell it with the next update."""
        with not_noted.guarding(self.game_id, timezone.now()):
            told_at, self._told_at = self._told_at, -inf
            await database_sync_to_async(self.note)(self.game_id, count)
            self._told_at = told_at
