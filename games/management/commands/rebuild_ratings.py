"""`manage.py rebuild_ratings`: computes all ratings again, and corrects rows that differ."""

from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand

from games.models import RatingState
from games.services.garbage import seldom_collected
from games.services.rating_chain import STATE
from games.services.rating_rebuild import rebuild
from games.services.result import record_missing


class Command(BaseCommand):
    """Rate every ranked game again, from the first one."""

    help = "Rate all ranked games anew from their results, and set right whatever differs."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Rebuild and print the outcome; play may go on meanwhile."""
        began = monotonic()
        missing = record_missing()
        if missing:
            self.stdout.write(f"Results written that were missing: {missing}")
        with seldom_collected():
            anew = rebuild()
        state = RatingState.objects.filter(pk=STATE).first()
        games = state.applied if state is not None else 0
        self.stdout.write(
            f"Ranked games rated: {games}; rows of players that were set right: {anew.changed};"
            f" seconds: {monotonic() - began:.1f}"
        )
