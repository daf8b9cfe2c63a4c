"""`manage.py make_riddles`: finds riddles in simulated games and writes them into the data file.

The same rules, bots and seed give the same riddles. The file is kept, so that a riddle keeps its number.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.learning.finding import riddles_from
from games.learning.riddles import DATA, RiddleQuestion, written

_WANTED = {RiddleQuestion.LIE: 50, RiddleQuestion.FASCIST: 155}


class Command(BaseCommand):
    """Make the riddles."""

    help = "Finds riddles in simulated games and writes them into a file, one a line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to write, and how many."""
        parser.add_argument("--to", type=Path, default=DATA)
        parser.add_argument("--of-each", type=int, help="so many of each question")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the file."""
        each = options["of_each"]
        wanted = dict.fromkeys(RiddleQuestion, each) if each else _WANTED
        lines = [f"{written(riddle)}\n" for riddle in riddles_from(wanted)]
        options["to"].parent.mkdir(exist_ok=True)
        options["to"].write_text("".join(lines))
        self.stdout.write(f"{len(lines)} riddles")
