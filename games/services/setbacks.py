"""What fails again and again: tried ever more rarely, reported once, and not in the way of the rest.

Kept in memory: a process that starts again tries, and reports, again.
"""

import logging
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

FIRST_PAUSE = timedelta(seconds=1)
LONGEST_PAUSE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class _Setback:
    pause: timedelta
    until: datetime


class Setbacks(Generic[Key]):
    """Of one kind of work, by what it is done to.

    `message` is what the log says of a failure, with one place for the key; never put in what is secret.
    """

    def __init__(self, logger: logging.Logger, message: str) -> None:
        self.logger, self.message = logger, message
        self.known: dict[Key, _Setback] = {}

    def waiting(self, now: datetime) -> set[Key]:
        """What is not to be tried yet."""
        # What has not been tried for long is gone, or another process has it.
        for key, setback in list(self.known.items()):
            if now - setback.until > 2 * LONGEST_PAUSE:
                del self.known[key]
        return {key for key, setback in self.known.items() if setback.until > now}

    @contextmanager
    def guarding(self, key: Key, now: datetime) -> Iterator[None]:
        """Around one try: nothing it raises goes any further."""
        try:
            yield
        except Exception:
            last = self.known.get(key)
            if last is None:
                self.logger.exception(self.message, key)
            elif last.pause == LONGEST_PAUSE:
                self.logger.warning(f"{self.message}, still", key)
            pause = FIRST_PAUSE if last is None else min(2 * last.pause, LONGEST_PAUSE)
            self.known[key] = _Setback(pause, now + pause)
        else:
            if self.known.pop(key, None) is not None:
                self.logger.info(f"{self.message}, but now it could", key)
