"""What one game adds to all sums, on one sheet that is kept with it.

Doors: sheet_of(game, ...) makes one, Sums.add(sheet, factor) adds it up, or with -1 takes it away.
A sheet is ready for JSON. It is kept, so that a game can be taken out exactly as it was put in,
whatever has changed since: its ratings, a definition, or this module.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

from games.engine.vocabulary import Party, Role
from games.statistics.calibration import calibration_bin
from games.statistics.community import figures, rating_band
from games.statistics.facts import FinishedGame
from games.statistics.tally import Tally, tally

Sheet: TypeAlias = dict[str, Any]
Key: TypeAlias = tuple[Any, ...]


def sheet_of(game: FinishedGame, month: date, ratings: Sequence[float] = ()) -> Sheet:
    """Everything a game adds. `ratings`: of all at the table, before the game, if it was ranked."""
    of_game = figures(game)
    sheet: Sheet = {
        "kind": game.kind.value,
        "size": len(game.seats),
        "month": month.replace(day=1).isoformat(),
        "band": rating_band(ratings),
        "bin": None,
        "seats": [],
        "community": {},
    }
    sheet["community"] = _plain(of_game.tallies(is_void=game.is_void))
    if game.is_void:
        return sheet
    sheet["seats"] = [
        [seat.person, seat.role.value, seat.won, _plain(seat.tallies)] for seat in tally(game)
    ]
    if game.prediction is not None:
        liberal_won = of_game.victory.winner is Party.LIBERAL
        each = calibration_bin(game.prediction, liberal_won=liberal_won)
        sheet["bin"] = [each.number, each.liberal_wins, each.predicted, each.loss]
    return sheet


def _plain(tallies: Mapping[Any, Tally]) -> dict[str, list[int]]:
    return {str(measure): list(each) for measure, each in tallies.items() if any(each)}


@dataclass(slots=True)
class Sums:
    """Sheets added up: for each table of sums, what is to be added to which row."""

    players: dict[Key, tuple[int, ...]] = field(default_factory=dict)
    """By person, kind, measure, role, size: successes, instances."""
    pairs: dict[Key, tuple[int, ...]] = field(default_factory=dict)
    """By person, kind, other person: games and wins on the same side, and on opposite sides."""
    community: dict[Key, tuple[int, ...]] = field(default_factory=dict)
    """By kind, month, size, band, measure: successes, instances."""
    bins: dict[Key, tuple[int, ...]] = field(default_factory=dict)
    """By size and bin: games, won by the liberals, predicted, loss."""

    def add(self, sheet: Sheet | None, factor: int = 1) -> None:
        """Add a sheet, or with -1 take it away; None is a game that adds nothing."""
        if sheet is None:
            return
        kind, size = sheet["kind"], sheet["size"]
        for person, role, _won, tallies in sheet["seats"]:
            if person is not None:
                for measure, each in tallies.items():
                    _add(self.players, (person, kind, measure, role, size), each, factor)
        self._add_pairs(sheet, factor)
        for measure, each in sheet["community"].items():
            key = kind, date.fromisoformat(sheet["month"]), size, sheet["band"], measure
            _add(self.community, key, each, factor)
        if sheet["bin"] is not None:
            number, *amounts = sheet["bin"]
            _add(self.bins, (size, number), (1, *amounts), factor)

    def _add_pairs(self, sheet: Sheet, factor: int) -> None:
        people = [
            (person, Role(role).party, won)
            for person, role, won, _tallies in sheet["seats"]
            if person is not None
        ]
        for person, party, won in people:
            for other, other_party, _other_won in people:
                if person != other:
                    same = party is other_party
                    amounts = (1, won, 0, 0) if same else (0, 0, 1, won)
                    _add(self.pairs, (person, sheet["kind"], other), amounts, factor)


def _add(sums: dict[Key, tuple[int, ...]], key: Key, amounts: Sequence[int], factor: int) -> None:
    before = sums.get(key)
    if before is None:
        sums[key] = tuple(amount * factor for amount in amounts)
    else:
        sums[key] = tuple(
            old + amount * factor for old, amount in zip(before, amounts, strict=True)
        )
