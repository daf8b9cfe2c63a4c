"""`manage.py simulate_games`: fills a demo site with invented people and games played by bots."""

from argparse import ArgumentParser
from random import Random
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.engine.ruleset import MOST_PLAYERS
from games.services.rating_rebuild import rebuild, renumber
from games.services.simulation import GROUP, simulate_games, simulated_people
from games.services.statistics import count_due


class Command(BaseCommand):
    """Simulated people play games of the last months, with claims, ratings and statistics."""

    help = "Write simulated people and their finished games into this database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many people and games."""
        parser.add_argument("--games", type=int, default=1000, help="how many games")
        parser.add_argument("--players", type=int, default=60, help="how many people")
        parser.add_argument("--months", type=float, default=12, help="over how many months")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
        parser.add_argument(
            "--yes-fill-this-database",
            action="store_true",
            help="needed on a site that is not in development: there is no way back",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Simulate games, write them, rate them, count them."""
        if not settings.DEBUG and not options["yes_fill_this_database"]:
            raise CommandError(
                "This is not a developer's site. Simulated games would stand among real ones for"
                " good; if that is what you want, say --yes-fill-this-database."
            )
        if options["games"] < 1 or options["months"] <= 0:
            raise CommandError("--games and --months must be more than nothing.")
        if options["players"] < MOST_PLAYERS:
            raise CommandError(f"--players must be at least {MOST_PLAYERS}, a full table.")
        began = monotonic()
        rng = Random(options["seed"])  # noqa: S311 - invented games
        people = simulated_people(options["players"], rng)
        written = simulate_games(
            games=options["games"],
            people=people,
            months=options["months"],
            rng=rng,
            progress=lambda done: self._tell(options, f"{done} games played"),
        )
        renumber()
        rebuild()
        self._tell(options, "ratings made")
        while count_due(timezone.now()):
            pass
        self.stdout.write(
            f'{len(written)} games of {len(people)} people (all in the group "{GROUP}")'
            f" in {monotonic() - began:.0f} s"
        )

    def _tell(self, options: dict[str, Any], sentence: str) -> None:
        if options["verbosity"] > 1:
            self.stdout.write(sentence)
