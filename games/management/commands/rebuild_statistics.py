"""`manage.py rebuild_statistics`: counts all statistics again, from the event logs or from what each game had added."""

from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.services.garbage import seldom_collected
from games.services.statistics import go_on, rebuild


class Command(BaseCommand):
    """Delete all sums and count every finished game again."""

    help = (
        "Counts all statistics anew from the event logs. The site may run meanwhile; until this is "
        "done its statistics are incomplete. May be stopped at any time: the clock counts the rest, or --go-on does."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """From what, and whether from the beginning."""
        parser.add_argument(
            "--from-sheets",
            action="store_true",
            help="add up what each game has added, without its log: much faster, but not after a change of what is counted",
        )
        parser.add_argument(
            "--go-on", action="store_true", help="count only what a stopped rebuild has left"
        )

    def handle(self, **options: Any) -> None:
        """Count, and print the progress."""
        began = monotonic()

        def tell(counted: int) -> None:
            if options["verbosity"] > 1:
                self.stdout.write(f"{counted} games counted")

        with seldom_collected():
            if options["go_on"]:
                counted = go_on(tell)
            else:
                counted = rebuild(tell, from_sheets=options["from_sheets"])
        self.stdout.write(f"{counted} games counted in {monotonic() - began:.1f} s")
