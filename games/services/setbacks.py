"""Repeated failures: retried more and more rarely, reported once, and not in the way of other work.

Kept in memory: a process that starts again retries, and reports, again.
"""

import logging
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import TracebackType
from typing import Generic, TypeVar

from django.utils import timezone

Key = TypeVar("Key", bound=Hashable)

FIRST_PAUSE = timedelta(seconds=1)
LONGEST_PAUSE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class _Setback:
    pause: timedelta
    until: datetime


class Setbacks(Generic[Key]):
    """Failures of one kind of work, by the key of its object.

    `message` is the log's text for a failure, with one placeholder for the key; it must not hold
    secrets.
    """

    def __init__(self, logger: logging.Logger, message: str) -> None:
        self.logger, self.message = logger, message
        self.known: dict[Key, _Setback] = {}

    def waiting(self, now: datetime) -> set[Key]:
        """Return the keys that must not be retried yet."""
        # A key that has not been tried for long is gone, or another process has it.
        for key, setback in list(self.known.items()):
            if now - setback.until > 2 * LONGEST_PAUSE:
                del self.known[key]
        return {key for key, setback in self.known.items() if setback.until > now}

    def guarding(self, key: Key, now: datetime | None = None) -> "_Guard[Key]":
        """Return a context manager for one try: its exceptions go no further.

        `now` is the time of the try; without it, of its failure.
        """
        return _Guard(self, key, now)

    def failed(self, key: Key, now: datetime, error: BaseException | None) -> None:
        """Note that a try has failed with this exception."""
        last = self.known.get(key)
        if last is None:
            self.logger.error(self.message, key, exc_info=error)
        elif last.pause == LONGEST_PAUSE:
            self.logger.warning(f"{self.message}, still", key)
        pause = FIRST_PAUSE if last is None else min(2 * last.pause, LONGEST_PAUSE)
        self.known[key] = _Setback(pause, now + pause)

    def worked(self, key: Key) -> None:
        """Note that a try has worked."""
        if self.known and self.known.pop(key, None) is not None:
            self.logger.info(f"{self.message}, but now it could", key)


class _Guard(Generic[Key]):
    """One try; a class, as a table makes nine of them for every action."""

    __slots__ = ("key", "now", "setbacks")

    def __init__(self, setbacks: Setbacks[Key], key: Key, now: datetime | None) -> None:
        self.setbacks, self.key, self.now = setbacks, key, now

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> bool:
        if kind is None:
            self.setbacks.worked(self.key)
            return False
        if not issubclass(kind, Exception):
            return False
        self.setbacks.failed(self.key, self.now or timezone.now(), error)
        return True
