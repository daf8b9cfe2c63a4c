"""Who is connected to this process: nobody holds too many sockets, and who signs out is gone at once.

Doors: come_in, go_out (every socket says so of itself), session_digest. The processes tell each other
that somebody has signed out, never with what. A visitor without a session is nobody in particular and is
not counted.
"""

import asyncio
import hashlib
from collections import defaultdict
from contextlib import aclosing
from typing import Protocol

from games.live.broadcast import PEOPLE_GROUP, bind_loop
from games.live.hearing import hear

SOCKETS_A_PERSON = 5

SIGNED_OUT = 4401
"""The page asks for itself again, and sees what its new visitor may see."""
TOO_MANY_SOCKETS = 4429
"""The page goes on by plain requests."""


class Visitor(Protocol):
    """One socket."""

    person: int | None
    """The account's number, None for somebody who is not signed in."""
    session: str
    """The digest of the session's key, empty without a session."""

    async def close(self, *, code: int) -> None:
        """Close the socket."""


class Doorkeeper:
    """The visitors of one process, eldest first."""

    def __init__(self) -> None:
        self.visitors: dict[object, list[Visitor]] = defaultdict(list)
        self.listener: asyncio.Task[None] | None = None

    async def come_in(self, visitor: Visitor) -> None:
        """Count a socket in. Of too many the eldest goes: it may be a dead one of a lost network."""
        if self.listener is None:
            self.listener = asyncio.create_task(self._listen())
        known = self.visitors[_person_of(visitor)]
        known.append(visitor)
        if _person_of(visitor) is not None and len(known) > SOCKETS_A_PERSON:
            await known.pop(0).close(code=TOO_MANY_SOCKETS)

    def go_out(self, visitor: Visitor) -> None:
        """Count a socket out; after the last one nobody listens any more."""
        person = _person_of(visitor)
        known = self.visitors.get(person, [])
        if visitor in known:
            known.remove(visitor)
        if not known:
            self.visitors.pop(person, None)
        if not self.visitors and self.listener is not None:
            self.listener.cancel()
            self.listener = None

    async def _listen(self) -> None:
        async with aclosing(hear(PEOPLE_GROUP, "doorkeeper", asyncio.Event())) as messages:
            async for message in messages:
                if message is not None:
                    await self._close_signed_out(message)

    async def _close_signed_out(self, message: dict[str, object]) -> None:
        session = message["session"]
        for visitor in list(self.visitors.get(message["person"], [])):
            if not session or visitor.session == session:
                await visitor.close(code=SIGNED_OUT)


def session_digest(session_key: str | None) -> str:
    """What stands for a session between processes: not the key, which would let anybody in."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:16] if session_key else ""


def _person_of(visitor: Visitor) -> object:
    return visitor.person if visitor.person is not None else visitor.session or None


_doorkeepers: dict[int, Doorkeeper] = {}


def _here() -> Doorkeeper:
    # Sockets belong to the event loop they are served on.
    return _doorkeepers.setdefault(id(asyncio.get_running_loop()), Doorkeeper())


async def come_in(visitor: Visitor) -> None:
    """Count a socket in; of more than five of a person the eldest is closed."""
    bind_loop()
    await _here().come_in(visitor)


def go_out(visitor: Visitor) -> None:
    """Count a socket out."""
    _here().go_out(visitor)
