"""`manage.py clock`: the clock alone, beside several processes started with `serve --no-clock`."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.live.clock_loop import clock_loop
from games.live.metrics import serve_metrics


class Command(BaseCommand):
    """Run the clock until told to stop."""

    help = "Plays what is due at every table: bots' turns and decisions whose time is over."

    def handle(self, **options: Any) -> None:
        """Run until SIGINT or SIGTERM; a sweep that has begun is finished."""
        serve_metrics(settings.METRICS_HOST, settings.METRICS_PORT)
        asyncio.run(self._run())

    async def _run(self) -> None:
        stop = asyncio.Event()
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(signal_number, stop.set)
        self.stdout.write("The clock runs  (Ctrl+C stops it)")
        self.stdout.flush()
        await clock_loop(stop)
