"""`manage.py fit_winning`: fits the model of who was winning, and checks it on games that were left out.

Simulated games of regular bots, which choose by chance now and then in one game of two, and this site's finished games.
"""

import json
import multiprocessing
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import django
from django.core.management.base import BaseCommand

from games.engine.events import Event
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import Edition
from games.models import Game
from games.models.rating import RATED_BOARDS
from games.selectors.game import load_table
from games.services.simulated_play import SimulatedPlayer, play
from games.winning.fit import check, fit, fit_curve, gather
from games.winning.model import DATA, ChanceModel

_PROCESSES = 2
_LEFT_OUT = 4
"""Of so many games one takes no part and checks the model."""
_WHIMS = 0.9
_BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
_DIGITS = 4


class Command(BaseCommand):
    """Fit, check, and write the data file."""

    help = "Fits the model of who was winning a finished game, and writes it into a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many games, and where to write."""
        parser.add_argument("--games", type=int, default=1600, help="so many simulated games")
        parser.add_argument(
            "--of-people", action="store_true", help="this site's finished games of people as well"
        )
        parser.add_argument("--to", type=Path, default=DATA)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the file."""
        of_people = list(_played()) if options["of_people"] else []
        # A fresh process has neither apps nor this one's connections to the database.
        with multiprocessing.get_context("spawn").Pool(_PROCESSES, django.setup) as pool:
            simulated = pool.map(simulated_log, range(options["games"]), chunksize=10)
        logs = [*of_people, *simulated]
        known = [log for place, log in enumerate(logs) if place % _LEFT_OUT]
        unknown = logs[::_LEFT_OUT]
        coefficients = {
            part: [round(each, _DIGITS) for each in weights]
            for part, weights in fit(gather(known)).items()
        }
        curve = [
            (round(said, _DIGITS), round(told, _DIGITS))
            for said, told in fit_curve(known, coefficients)
        ]
        data = {
            "fitted_to": len(known),
            "of_people": len(of_people),
            "checked_on": len(unknown),
            **check(unknown, ChanceModel(coefficients, curve)),
            "curve": curve,
            "coefficients": coefficients,
        }
        options["to"].write_text(json.dumps(data) + "\n")
        self.stdout.write(f"{len(known)} games fitted, {len(unknown)} checked: {data['bins']}")


def _played() -> Iterator[Sequence[Event]]:
    """Yield the logs of finished games without bots, but for those on custom boards."""
    games = Game.objects.filter(status=Game.Status.FINISHED, has_bots=False, is_repeat=False)
    games = games.filter(board__in=RATED_BOARDS)
    for game_id in games.order_by("pk").values_list("pk", flat=True).iterator():
        yield load_table(game_id).log


def simulated_log(number: int) -> Sequence[Event]:
    """Return the log of a game of this number: the same number, the same game."""
    rng = Random(number)  # noqa: S311 - invented games
    # Neighbours differ in size, and every size comes among those that are left out.
    size = rng.randint(FEWEST_PLAYERS, MOST_PLAYERS)
    sitter = SimulatedPlayer(skill=_WHIMS if rng.random() < 0.5 else 1.0)
    edition = Edition.PRINT if rng.random() < 0.125 else Edition.RETAIL
    game, _state = play(edition=edition, sitters=[sitter] * size, begins=_BEGINS, rng=rng)
    return game.log
