"""`manage.py restore FILE`: fills an empty, migrated database from a backup, all or nothing."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.archive import ArchiveError, read_archive


class Command(BaseCommand):
    """Read an archive before the site runs."""

    help = "Fills an empty database, after `migrate`, with what `backup` wrote."

    def add_arguments(self, parser: CommandParser) -> None:
        """The file to read."""
        parser.add_argument("file", type=Path, help="what `manage.py backup` wrote")

    def handle(self, **options: Any) -> None:
        """Read the archive, and print the number of rows."""
        try:
            counts = read_archive(options["file"])
        except (ArchiveError, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{sum(counts.values())} rows, {counts.get('games.game', 0)} games")
