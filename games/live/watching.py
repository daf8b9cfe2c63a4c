"""Tells the other processes how many people watch a table, soon after they come or go.

A room has the sockets of its table, and the home page, which any process serves, names the number.
"""

import asyncio
from collections.abc import Callable
from time import monotonic

from games.services.watching import note_watching

# Many come at once when a game gets interesting, or when a process has started.
TELL_AFTER_SECONDS = 0.5
# Long before the number is forgotten.
TELL_AGAIN_SECONDS = 120.0


class Watching:
    """The number of people who watch one game in this process."""

    def __init__(self, game_id: int, count: Callable[[], int]) -> None:
        self.game_id = game_id
        self.count = count
        self._timer: asyncio.TimerHandle | None = None
        self._told = 0
        self._told_at = 0.0

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
            loop.run_in_executor(None, note_watching, self.game_id, count)
