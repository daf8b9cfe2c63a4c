"""Work that may hang, beside the event loop: on a daemon thread, for which nothing waits, not even the end of the process.

The work uses no database: live tables and the clock never wait for it.
"""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from threading import Thread
from typing import Any, TypeVar

# How long the end of the process waits for what is being sent.
LAST_SECONDS = 2.0

Result = TypeVar("Result")


def run_aside(work: Callable[[], Result]) -> "asyncio.Future[Result]":
    """Begin the work on a thread of its own; the future ends with its result, or with its exception."""
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[Result] = loop.create_future()

    def tell(give: Callable[[Any], None], what: Any) -> None:
        if not outcome.done():
            give(what)

    def run() -> None:
        try:
            told: tuple[Callable[[Any], None], Any] = (outcome.set_result, work())
        except Exception as error:  # noqa: BLE001
            told = (outcome.set_exception, error)
        # The loop may have ended meanwhile.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(tell, *told)

    Thread(target=run, name="aside", daemon=True).start()
    return outcome


async def done_or_stopped(
    under_way: "Collection[asyncio.Future[Any]]",
    stop: asyncio.Event,
    patience: float | None = None,
) -> None:
    """Wait until all of it is done, `patience` seconds are over, or a moment after `stop` is set."""
    if not under_way:
        return
    stopping = asyncio.create_task(stop.wait())
    waiting = asyncio.ensure_future(asyncio.wait(under_way, timeout=patience))
    await asyncio.wait({waiting, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not waiting.done():
        await asyncio.wait({waiting}, timeout=LAST_SECONDS)
        waiting.cancel()


async def is_set_within(stop: asyncio.Event, seconds: float) -> bool:
    """Whether `stop` is set, which is waited for so long."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return stop.is_set()
