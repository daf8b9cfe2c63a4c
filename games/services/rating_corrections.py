"""The rows that a rebuild of ratings sets right, on their way to the database."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from functools import partial

from django.db import transaction

from games.services.rating_chain import Corrections, lock, write_points
from games.services.season_standings import season_corrections

_GAMES_A_TRANSACTION = 500
_TRANSACTIONS_A_WRITE = 8


class CorrectionsToWrite:
    """Collects what differs from the rows of many games, and writes it in a few transactions, in a thread if there is one.

    PostgreSQL puts a changed row on the page of the old one if there is room, and only then needs no new entries in the
    indexes, which take most of the time. A page has room for about one game (migration 0050), if it is not older than that,
    and once a transaction has ended, what it replaced is room again. So games that follow each other, whose rows lie on the
    same pages, are given to the transactions in turn: on a page without room the rows of the first one move, all others stay.
    """

    def __init__(self, wanted: int, *, at_once: bool, thread: Executor | None = None) -> None:
        """Write while the corrections that are asked for are these, and every time if `at_once`, in one transaction."""
        self._wanted = wanted
        self._transactions = 1 if at_once else _TRANSACTIONS_A_WRITE
        self._enough = 0 if at_once else _GAMES_A_TRANSACTION * _TRANSACTIONS_A_WRITE
        self._thread = thread
        self._writing: Future[bool] | None = None
        """What the thread has not been known to have done."""
        self._begin()

    def _begin(self) -> None:
        self._games = 0
        self._parts = [Corrections() for _each in range(self._transactions)]

    def of_next_game(self) -> Corrections:
        """Return where the next game's differences are to be noted."""
        self._games += 1
        return self._parts[self._games % self._transactions]

    def is_enough(self) -> bool:
        """Whether it is time to write."""
        return self._games >= self._enough

    def take(self) -> list[Corrections]:
        """Return what is to be written, and begin to collect anew."""
        parts = [part for part in self._parts if part.touched]
        self._begin()
        return parts

    def write(self) -> bool:
        """Write what is collected, or let the thread begin to; False if nothing more may be written, as a game was annulled.

        Raises what the thread raised in writing what was before.
        """
        return self._write(partial(write_points, part) for part in self.take())

    def write_season(self, season: str, packed: bytes) -> bool:
        """The same of the standings of a season that no later game changes."""
        return self._write(season_corrections(season, packed, self._transactions))

    def call_after(self, follow: Callable[[], None]) -> None:
        """Call this once all that was given before is written; not at all if that may not be written or fails."""
        before = self._writing

        def call() -> bool:
            # Of a thread's calls only one is under way.
            is_written = before is None or before.result()
            if is_written:
                follow()
            return is_written

        if self._thread is None:
            call()
        else:
            self._writing = self._thread.submit(call)

    def is_written(self) -> bool:
        """Wait for the thread; False if it could not write, as a game was annulled. Raises what it raised."""
        writing, self._writing = self._writing, None
        return writing is None or writing.result()

    def _write(self, parts: Iterable[Callable[[], None]]) -> bool:
        if not self.is_written():
            return False
        if self._thread is None:
            return self._call(parts)
        self._writing = self._thread.submit(self._call, parts)
        return True

    def _call(self, parts: Iterable[Callable[[], None]]) -> bool:
        """Correct rows; False if a game was annulled since they were read, so that nothing may be written."""
        for part in parts:
            with transaction.atomic():
                state = lock()
                if state is None or state.wanted != self._wanted:
                    return False
                part()
        return True
