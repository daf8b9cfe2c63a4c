"""The event loop of a serving process: uvloop's, with Twisted's reactor on it.

Import it before anything else that touches Twisted, which takes the first loop it finds. Every
action is read, handed to a thread and sent to a table's tabs on this loop; asyncio's own loop is
written in Python and makes an action about a fifteenth more expensive.
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
    # Daphne makes its loop when it is imported.
    from daphne.server import Server, twisted_loop

__all__ = ["Server", "twisted_loop"]
