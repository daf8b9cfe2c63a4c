"""Renews who is online: once a minute for all people with an open page in this process, never for one message.

accounts.presence keeps the leases. Who opens a page is noted a second later, together with all who came meanwhile.
"""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from time import monotonic

from channels.db import database_sync_to_async
from django.db import DatabaseError

from accounts.presence import RENEWED_EVERY, note_online
from games.transport.registry import Registry

logger = logging.getLogger(__name__)

EVERY_SECONDS = RENEWED_EVERY.total_seconds()
GATHER_SECONDS = 1.0


class _PresenceBeat:
    """The people with open sockets in one process."""

    def __init__(self) -> None:
        self.sockets: Counter[int] = Counter()
        self.renewed_at: dict[int, float] = {}
        self.somebody_came = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def come_in(self, person: int) -> None:
        """Count a socket of this person."""
        self.sockets[person] += 1
        if person not in self.renewed_at:
            self.somebody_came.set()
        if self.task is None:
            self.task = asyncio.create_task(self._beat())

    def go_out(self, person: int) -> bool:
        """Count a socket less; return whether any is left. Without sockets the beat ends."""
        self.sockets[person] -= 1
        if self.sockets[person] <= 0:
            del self.sockets[person]
        if not self.sockets and self.task is not None:
            self.task.cancel()
            self.task = None
        return bool(self.sockets)

    async def _beat(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY_SECONDS):
                    await self.somebody_came.wait()
                await asyncio.sleep(GATHER_SECONDS)
            self.somebody_came.clear()
            try:
                await self.renew()
            except DatabaseError as error:
                logger.warning("Could not note who is online: %s", error)
            except Exception:
                logger.exception("Could not note who is online")

    async def renew(self) -> None:
        """Renew the leases that are due."""
        now = monotonic()
        # Whoever left and comes back within the minute need not be noted again.
        known = {pk: at for pk, at in self.renewed_at.items() if now - at < EVERY_SECONDS}
        due = [pk for pk in self.sockets if pk not in known]
        self.renewed_at = known
        if due:
            await database_sync_to_async(note_online)(due)
            self.renewed_at |= dict.fromkeys(due, now)


beats: Registry[None, _PresenceBeat] = Registry()


def go_online(person: int) -> None:
    """Count an open socket of this person."""
    beats.open(None, _PresenceBeat).come_in(person)


def go_offline(person: int) -> None:
    """Count a socket of this person that has ended; the lease runs out by itself."""
    beat = beats.find(None)
    if beat is not None and not beat.go_out(person):
        beats.drop(None, beat)
