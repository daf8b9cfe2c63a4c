"""`manage.py backup FILE`: writes all data of the site into one file, for either kind of database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.archive import ArchiveError, write_archive


class Command(BaseCommand):
    """Write an archive while the site runs."""

    help = "Writes everything the site holds at this moment into one compressed file."

    def add_arguments(self, parser: CommandParser) -> None:
        """The file to write."""
        parser.add_argument("file", type=Path, help="a file that is not there yet, *.jsonl.gz")

    def handle(self, **options: Any) -> None:
        """Write the archive, and print the number of rows."""
        try:
            counts = write_archive(options["file"])
        except (ArchiveError, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{sum(counts.values())} rows, {counts['games.game']} games")
