"""`manage.py pack_games`: packs the event logs of old games, a few of which the clock packs every minute; `--undo` unpacks."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.services.packing import pack_old_games, unpack_games


class Command(BaseCommand):
    """Pack or unpack now; any number, other than the clock."""

    help = "Packs the event logs of games that ended PACK_GAMES_AFTER_DAYS ago. Replays stay as they are."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many, and which way."""
        parser.add_argument("--games", type=int, help="so many games at most; without it all")
        parser.add_argument(
            "--undo", action="store_true", help="unpack instead, for an earlier release"
        )

    def handle(self, **options: Any) -> None:
        """Print how many games it was."""
        most: int | None = options["games"]
        if options["undo"]:
            self.stdout.write(f"unpacked: {unpack_games(most)}")
        else:
            self.stdout.write(f"packed: {pack_old_games(timezone.now(), most)}")
