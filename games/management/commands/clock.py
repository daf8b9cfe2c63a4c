"""`manage.py clock`: runs the clock alone, beside processes started with `serve --no-clock`."""

import asyncio
import logging
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.live.clock_loop import clock_loop
from games.transport.broadcast import bind_loop
from games.transport.metrics import serve_metrics
from games.transport.shutdown import FINISH_SECONDS, exit_process, shut_down_on_signals

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """Run the clock until told to stop."""

    help = "Plays what is due at every table: bots' turns and decisions whose time is over."

    def handle(self, **options: Any) -> None:
        """Run until SIGINT or SIGTERM; a running sweep may finish within the time limit."""
        serve_metrics(settings.METRICS_HOST, settings.METRICS_PORT)
        asyncio.run(self._run())

    async def _run(self) -> None:
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        bind_loop()
        shut_down_on_signals(lambda: loop.call_soon_threadsafe(stop.set))
        self.stdout.write("The clock runs  (Ctrl+C stops it)")
        self.stdout.flush()
        clock, stopping = asyncio.create_task(clock_loop(stop)), asyncio.create_task(stop.wait())
        await asyncio.wait({clock, stopping}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({clock}, timeout=FINISH_SECONDS)
        if clock.done():
            clock.result()
        else:
            logger.warning("Cut off a sweep that did not finish in %d s", FINISH_SECONDS)
        exit_process()
