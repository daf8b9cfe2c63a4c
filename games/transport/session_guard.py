"""Guards the sockets of this process: limits those of one person, closes them after a sign-out.

accounts.sign_outs writes the end of a session into the database. While any socket is open, a
process asks once a second, in one query, what has ended since; a hint from another process only
makes it ask at once. Visitors without a session are not counted here.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection
from contextlib import aclosing, suppress
from time import monotonic
from typing import Protocol

from channels.db import database_sync_to_async
from django.db import DatabaseError

from accounts.sign_outs import Ended, session_hashes, sign_outs_after
from games.transport.broadcast import PEOPLE_GROUP, bind_loop
from games.transport.broadcast import SIGNED_OUT as HINT
from games.transport.group_listener import hear
from games.transport.registry import Registry

logger = logging.getLogger(__name__)

SOCKETS_A_PERSON = 5

LOOK_SECONDS = 1.0
# How long notes are read again: a transaction may commit after another one with a higher number,
# and a socket may open just after its session was checked.
LOOK_BACK_SECONDS = 30.0
# A person who changes the password stays signed in. Their other tabs are closed a moment later,
# when the browser has the new session, so that they reconnect with it.
SETTLE_SECONDS = 1.9

SIGNED_OUT = 4401
"""The page reloads itself, and shows what its new visitor may see."""
TOO_MANY_SOCKETS = 4429
"""The page continues with plain requests."""


class Visitor(Protocol):
    """One socket."""

    person: int | None
    """The account's number, None for a visitor."""
    session: str
    """The digest of the session's key, empty without a session."""
    session_hash: str
    """The hash in the session that shows that it is still valid."""
    is_spare: bool
    """Whether its page does without it: it goes first where there are too many."""

    async def close(self, *, code: int) -> None:
        """Close the socket."""


class RecentSignOuts:
    """Recent notes, and when this process first read each."""

    def __init__(self) -> None:
        self.known_since: dict[int, float] = {}
        self.settled = 0
        """The last number that needs no reading again."""

    def take_in(self, ended: Collection[Ended], now: float) -> list[Ended]:
        """Return the notes to act on now: ended sessions at once, changed people a moment later."""
        for each in ended:
            self.known_since.setdefault(each.number, now)
        due = [
            each
            for each in ended
            if each.session or now - self.known_since[each.number] >= SETTLE_SECONDS
        ]
        for number in sorted(self.known_since):
            if now - self.known_since[number] <= LOOK_BACK_SECONDS:
                break
            self.settled = number
            del self.known_since[number]
        return due


class SessionGuard:
    """The visitors of one process, oldest first."""

    def __init__(self) -> None:
        self.visitors: dict[object, dict[Visitor, None]] = defaultdict(dict)
        self.recent = RecentSignOuts()
        self.hinted = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def come_in(self, visitor: Visitor) -> None:
        """Add a socket. Past the limit a spare one is closed, or the oldest: it may be dead after a lost network."""
        if not self.tasks:
            self.tasks = [asyncio.create_task(each) for each in (self._listen(), self._look_out())]
        known = self.visitors[_person_of(visitor)]
        known[visitor] = None
        if _person_of(visitor) is not None and len(known) > SOCKETS_A_PERSON:
            eldest = next((each for each in known if each.is_spare), next(iter(known)))
            del known[eldest]
            await _close(eldest, TOO_MANY_SOCKETS)

    def go_out(self, visitor: Visitor) -> bool:
        """Remove a socket; return whether any is left. Without sockets the guard stops listening."""
        person = _person_of(visitor)
        known = self.visitors.get(person, {})
        known.pop(visitor, None)
        if not known:
            self.visitors.pop(person, None)
        if not self.visitors:
            for task in self.tasks:
                task.cancel()
            self.tasks = []
        return bool(self.visitors)

    async def _listen(self) -> None:
        async with aclosing(hear(PEOPLE_GROUP, "guard", asyncio.Event())) as hints:
            async for hint in hints:
                if hint is not None and hint["type"] == HINT:
                    self.hinted.set()

    async def _look_out(self) -> None:
        while True:
            try:
                await self.look()
            except DatabaseError as error:
                logger.warning("Could not look who has signed out: %s", error)
            except Exception:
                logger.exception("Could not look who has signed out")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self.hinted.wait()
            self.hinted.clear()

    async def look(self) -> None:
        """Close the sockets of people who have signed out."""
        now = monotonic()
        # At first all notes that are kept: no visitor can be older than those.
        ended = await database_sync_to_async(sign_outs_after)(self.recent.settled)
        due = self.recent.take_in(ended, now)
        people = {each.person for each in due if not each.session} & self.visitors.keys()
        hashes = await database_sync_to_async(session_hashes)(people) if people else {}
        for each in due:
            for visitor in list(self.visitors.get(each.person, ())):
                is_gone = (
                    visitor.session == each.session
                    if each.session
                    else visitor.session_hash != hashes.get(each.person)
                )
                if is_gone:
                    await _close(visitor, SIGNED_OUT)


async def _close(visitor: Visitor, code: int) -> None:
    try:
        await visitor.close(code=code)
    except Exception:
        # One broken connection must not disturb the others.
        logger.debug("A socket was gone already", exc_info=True)


def _person_of(visitor: Visitor) -> object:
    return visitor.person if visitor.person is not None else visitor.session or None


guards: Registry[None, SessionGuard] = Registry()


async def come_in(visitor: Visitor) -> None:
    """Add a socket; past five of one person the oldest is closed."""
    bind_loop()
    await guards.open(None, SessionGuard).come_in(visitor)


def go_out(visitor: Visitor) -> None:
    """Remove a socket."""
    guard = guards.find(None)
    if guard is not None and not guard.go_out(visitor):
        guards.drop(None, guard)
