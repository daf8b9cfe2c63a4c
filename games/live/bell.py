"""The bells on the open pages of this process: the count of unread notices, and each new one told once.

All bells share one listener and one query: a hint says whose notices have changed, and from time to time all are
counted, as hints get lost and notices expire. Whoever has just come is counted with the others a moment later.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import partial

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.template.loader import render_to_string
from django.utils import translation

from accounts.notice_models import Notice
from accounts.notice_reading import Unread, unread_of
from accounts.notices import sentence_of
from games.transport.broadcast import NOTICED, PEOPLE_GROUP, bind_loop
from games.transport.group_listener import hear
from games.transport.registry import Registry

logger = logging.getLogger(__name__)

LOOK_SECONDS = 15.0
# Notices come in bursts, and so do pages after a restart.
GATHER_SECONDS = 0.2


@dataclass(eq=False, slots=True, kw_only=True)
class Bell:
    """The bell on one page."""

    person: int
    language: str
    send_html: Callable[[str], Awaitable[None]]
    is_alone: bool
    """Whether its socket has nothing else to say: then it is told at once how many there are, even none."""
    shown: Unread | None = None


class _Bells:
    """The bells of one process, by person."""

    def __init__(self) -> None:
        self.of: dict[int, set[Bell]] = defaultdict(set)
        self.due: set[int] = set()
        self.is_due = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def hang(self, bell: Bell) -> None:
        """Add a bell; it is brought up to date a moment later."""
        if not self.tasks:
            self.tasks = [asyncio.create_task(each) for each in (self._listen(), self._look_out())]
        self.of[bell.person].add(bell)
        self._expect([bell.person])

    def take_down(self, bell: Bell) -> None:
        """Remove a bell; without any the process stops listening."""
        hung = self.of.get(bell.person, set())
        hung.discard(bell)
        if not hung:
            self.of.pop(bell.person, None)
        if not self.of:
            bells.drop(None, self)
            for task in self.tasks:
                task.cancel()
            self.tasks = []

    def _expect(self, people: Collection[int]) -> None:
        self.due |= self.of.keys() & set(people)
        if self.due:
            self.is_due.set()

    async def _listen(self) -> None:
        async with aclosing(hear(PEOPLE_GROUP, "bell", asyncio.Event())) as hints:
            async for hint in hints:
                if hint is not None and hint["type"] == NOTICED:
                    self._expect(hint["user_ids"])

    async def _look_out(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self.is_due.wait()
                    await asyncio.sleep(GATHER_SECONDS)
            people, self.due = self.due or set(self.of), set()
            self.is_due.clear()
            try:
                await self.look(people)
            except DatabaseError as error:
                logger.warning("Could not count the notices of people: %s", error)
            except Exception:
                logger.exception("Could not count the notices of people")

    async def look(self, people: Collection[int]) -> None:
        """Bring the bells of these people up to date."""
        unread = await database_sync_to_async(unread_of)(people)
        stale = [
            (bell, unread[person])
            for person in people
            for bell in tuple(self.of.get(person, ()))
            if bell.shown != unread[person]
        ]
        new = {after.newest for bell, after in stale if _is_news(bell.shown, after)}
        notices = await database_sync_to_async(_notices)(new) if new else {}
        for bell, after in stale:
            before, bell.shown = bell.shown, after
            told = notices.get(after.newest) if _is_news(before, after) else None
            if before is None and not after.count and not bell.is_alone:
                # The page that has just come shows none either.
                continue
            try:
                await bell.send_html(_render(after.count, told, bell.language))
            except Exception:
                # One broken connection must not disturb the others.
                logger.debug("A bell is gone", exc_info=True)


def _is_news(before: Unread | None, after: Unread) -> bool:
    """Whether a page that has been open for a while is to say what the newest notice is."""
    return before is not None and after.newest > before.newest


def _notices(numbers: Collection[int]) -> dict[int, Notice]:
    return Notice.objects.in_bulk(list(numbers))


def _render(count: int, told: Notice | None, language: str) -> str:
    with translation.override(language):
        context = {"unread_notices": count, "news": "" if told is None else sentence_of(told)}
        return render_to_string("accounts/_bell_news.html", context)


bells: Registry[None, _Bells] = Registry()


def hang_bell(bell: Bell) -> Callable[[], None]:
    """Keep this bell up to date; return the function that takes it down."""
    bind_loop()
    hung = bells.open(None, _Bells)
    hung.hang(bell)
    return partial(hung.take_down, bell)
