"""`manage.py dump_games`: writes every finished game as an anonymous record, for research."""

import json
import secrets
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.models import GameResult, Seat, SeatResult
from games.selectors.export import finished_games, records_of, seats_of


class Pseudonyms:
    """One made-up name for each person in this dump; the next dump makes up others."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}

    def of(self, seat: Seat) -> str:
        """Return the name of the person in this seat."""
        if seat.user_id is None:
            return f"bot {seat.number + 1}"
        if seat.user_id not in self.names:
            # Random, not counted: a number would say who came first.
            self.names[seat.user_id] = f"player {secrets.token_hex(8)}"
        return self.names[seat.user_id]


class Command(BaseCommand):
    """Write all finished games without names, talk, addresses or exact times."""

    help = (
        "Writes every finished game as a JSON line: who was dealt what and what was decided. People"
        " have made-up names, the same one in all games of one dump; of the time only the month is"
        " told; there is no talk, no table name and no address. Private tables are left out unless"
        " asked for."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file to write."""
        parser.add_argument("file", nargs="?", default="-", help="a file; - for standard output")
        parser.add_argument(
            "--with-private", action="store_true", help="also games of tables that were not public"
        )

    def handle(self, **options: Any) -> None:
        """Write the dump."""
        if options["file"] == "-":
            written = self._write(self.stdout.write, options)
        else:
            with Path(options["file"]).open("w", encoding="utf-8") as file:
                written = self._write(file.write, options)
        self.stderr.write(f"{written} games")

    def _write(self, write: Callable[[str], object], options: dict[str, Any]) -> int:
        written = 0
        for line in lines(only_public=not options["with_private"]):
            write(line)
            written += 1
        return written


def lines(*, only_public: bool) -> Iterator[str]:
    """Yield the dump, line by line."""
    pseudonyms = Pseudonyms()
    for batch in finished_games(only_public=only_public):
        ids = [result.pk for result in batch]
        leavers = _leavers(ids)
        names = {
            game_id: [pseudonyms.of(seat) for seat in seats]
            for game_id, seats in seats_of(ids).items()
        }
        metas = {result.pk: _meta(result, leavers.get(result.pk, [])) for result in batch}
        for record in records_of(ids, names, metas).values():
            yield f"{json.dumps(record, ensure_ascii=False, separators=(',', ':'))}\n"


def _leavers(game_ids: list[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    rows = SeatResult.objects.filter(result__in=game_ids, is_leaver=True)
    for game_id, seat in rows.values_list("result_id", "seat"):
        found.setdefault(game_id, []).append(seat)
    return found


def _meta(result: GameResult, leavers: list[int]) -> dict[str, Any]:
    return {
        "kind": result.kind,
        "month": f"{result.ended_at:%Y-%m}",
        "void": result.void,
        "leavers": sorted(leavers),
        "prediction": result.prediction,
    }
