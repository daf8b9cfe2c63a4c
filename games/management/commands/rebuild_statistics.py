"""`manage.py rebuild_statistics`: counts all statistics again, from the event logs."""

from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand

from games.services.statistics import rebuild


class Command(BaseCommand):
    """Delete all sums and count every finished game again."""

    help = (
        "Counts all statistics anew from the event logs. The site may run meanwhile; until this is "
        "done its statistics are incomplete. May be stopped and started again at any time."
    )

    def handle(self, **options: Any) -> None:
        """Count, and print the progress."""
        began = monotonic()

        def tell(counted: int) -> None:
            if options["verbosity"] > 1:
                self.stdout.write(f"{counted} games counted")

        counted = rebuild(tell)
        self.stdout.write(f"{counted} games counted in {monotonic() - began:.1f} s")
