"""`manage.py tidy`: forgets what has been kept long enough, as the clock does every night."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.retention import forget_old_data


class Command(BaseCommand):
    """Forget old data now, without the limit that the clock has."""

    help = "Forgets idle guests, where guests came from, old talk, notices, reports and lists; see KEEP_…."

    def handle(self, **_options: Any) -> None:
        """Print how much of each kind was forgotten."""
        for kind, count in forget_old_data(timezone.now()).items():
            self.stdout.write(f"{kind}: {count}")
