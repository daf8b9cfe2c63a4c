"""`manage.py release_api`: write the schema of the interface as it is now, unless that would break programs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.api.interface import openapi
from games.api.release import breaking_changes, released, write


class Command(BaseCommand):
    """Release what has been added to the interface."""

    help = "Write the schema of the interface, unless programs that rely on the released one would break."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        broken = list(breaking_changes(released(), openapi()))
        if broken:
            raise CommandError("\n".join(["This breaks programs:", *broken]))
        write(openapi())
