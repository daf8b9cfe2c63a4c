"""Threads beside the one that rebuilds on PostgreSQL: they wait for the database while it computes."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from django.db import connection

_Part = TypeVar("_Part")
_Found = TypeVar("_Found")


@contextmanager
def thread_beside(name: str) -> Iterator[Executor | None]:
    """Yield a thread with a connection of its own, which is given back at the end; None where it would not help.

    SQLite has one writer at a time, and a transaction that is under way hides its rows from other connections.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield None
        return
    with ThreadPoolExecutor(1, name) as beside:
        try:
            yield beside
        finally:
            # Named here, `connection.close` would be that of this thread.
            beside.submit(_give_connection_back)


def _give_connection_back() -> None:
    connection.close()


def read_ahead(
    parts: Iterable[_Part], read: Callable[[_Part], _Found], beside: Executor | None
) -> Iterator[tuple[_Part, _Found]]:
    """Yield each part with what is read for it; in that thread, if there is one, while the part before is worked on.

    Raises what `read` raises, in the turn of that part.
    """
    if beside is None:
        for part in parts:
            yield part, read(part)
        return
    before: tuple[_Part, Future[_Found]] | None = None
    for part in parts:
        reading = part, beside.submit(read, part)
        if before is not None:
            yield before[0], before[1].result()
        before = reading
    if before is not None:
        yield before[0], before[1].result()
