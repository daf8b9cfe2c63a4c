"""The clock's loop: plays everything that is due, on the event loop of the process that runs it.

Any number of processes may run one: services.clock decides what is due and is idempotent. A task
of its own sends pushes and mails about notices.
"""

import asyncio
import logging
from contextlib import suppress
from time import monotonic

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone

from games.transport.metrics import CLOCK_ACTIONS, CLOCK_SWEPT

logger = logging.getLogger(__name__)

LONGEST_PAUSE_SECONDS = 5.0
BESIDE_EVERY_SECONDS = 0.5
"""At most so often a sweep looks at what no table waits for, which is two thirds of its questions to the database."""
COUNT_EVERY_SECONDS = 2.0
"""At most so often games that have ended are counted: several together take little more than one."""


async def clock_loop(stop: asyncio.Event | None = None) -> None:
    """Sweep and send mails until `stop` is set."""
    # Imported here, because services import this package to announce changes.
    from games.live.notice_sending import delivery_loop

    stop = stop or asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_sweep_again_and_again(stop))
        tasks.create_task(delivery_loop(stop))


async def _sweep_again_and_again(stop: asyncio.Event) -> None:
    """Sweep at each interval; a sweep that fails is logged, and the next one follows."""
    from games.services.clock import run_due

    pause = settings.CLOCK_INTERVAL_SECONDS
    looked_beside_at, counted_at = -BESIDE_EVERY_SECONDS, -COUNT_EVERY_SECONDS
    while not stop.is_set():
        only_play = monotonic() - looked_beside_at < BESIDE_EVERY_SECONDS
        counts = not only_play and monotonic() - counted_at >= COUNT_EVERY_SECONDS
        try:
            sweep = database_sync_to_async(run_due)
            CLOCK_ACTIONS.inc(await sweep(timezone.now(), only_play=only_play, counts=counts))
            if not only_play:
                looked_beside_at = monotonic()
            if counts:
                counted_at = monotonic()
            CLOCK_SWEPT.set_to_current_time()
            pause = settings.CLOCK_INTERVAL_SECONDS
        except Exception:
            logger.exception("A sweep of the clock failed")
            # While the database is away, sweeps get rarer, so that the log stays readable.
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), pause)
