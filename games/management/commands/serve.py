"""`manage.py serve`: the whole site in one process, Daphne with the clock beside it."""

from typing import Any

import psycopg
from channels.routing import get_default_application
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from games.live.clock_loop import clock_loop
from games.transport.capacity import connections_short, raise_open_files
from games.transport.metrics import serve_metrics
from games.transport.shutdown import exit_process


class Command(BaseCommand):
    """Serve pages, websockets and the clock."""

    help = "Serves the site: pages, live tables and the clock, in one process."

    def add_arguments(self, parser: CommandParser) -> None:
        """The address, and whether to run the clock."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port; 0 takes a free one")
        parser.add_argument(
            "--no-clock",
            action="store_true",
            help="exit_process the clock to another process (`manage.py clock`)",
        )

    def handle(self, **options: Any) -> None:
        """Check the things that would fail at the first visit, then serve until told to stop."""
        self._check_database()
        self._check_static_files()
        self._warn(raise_open_files())
        serve_metrics(settings.METRICS_HOST, settings.METRICS_PORT)
        # Imported here, as it installs Twisted's reactor, which no other command needs.
        from games.transport.server import ListenError, serve

        try:
            serve(
                get_default_application(),
                host=options["host"],
                port=options["port"],
                background=None if options["no_clock"] else clock_loop,
                on_ready=self._greet,
            )
        except ListenError as error:
            raise CommandError(str(error)) from None
        exit_process()

    def _greet(self, address: str) -> None:
        self.stdout.write(f"Open {address}  (Ctrl+C stops the site)")
        self.stdout.flush()

    def _check_database(self) -> None:
        try:
            if connection.vendor == "postgresql":
                # A connection of its own: the pool would retry and log for ten seconds first.
                with psycopg.connect(
                    **connection.get_connection_params(), connect_timeout=5
                ) as asked:
                    size = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
                    self._warn(connections_short(asked, size))
            self.check_migrations()
        except (psycopg.Error, DatabaseError) as error:
            problem = " ".join(str(error).split())
            raise CommandError(f"the database of DATABASE_URL cannot be used: {problem}") from None

    def _warn(self, sentence: str) -> None:
        if sentence:
            self.stderr.write(self.style.WARNING(f"warning: {sentence}"))

    def _check_static_files(self) -> None:
        hashed_files = getattr(staticfiles_storage, "hashed_files", None)
        if hashed_files == {}:
            raise CommandError(
                f"no static files in {settings.STATIC_ROOT}: run `manage.py collectstatic` first"
            )
