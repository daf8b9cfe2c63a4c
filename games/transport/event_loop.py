"""The event loop of a process that serves: one of uvloop's, with Twisted's reactor on it.

Must be imported before anything else that touches Twisted, which takes the first loop it meets. Every
action is read, handed to a thread and sent to a table's tabs on this loop; asyncio's own loop is written
in Python and costs about a fifteenth of an action more.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import uvloop


@contextmanager
def _loops_of_uvloop() -> Iterator[None]:
    before = asyncio.get_event_loop_policy()
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    try:
        yield
    finally:
        asyncio.set_event_loop_policy(before)


with _loops_of_uvloop():
    # Daphne makes its loop while it is imported.
    from daphne.server import Server, twisted_loop

__all__ = ["Server", "twisted_loop"]
