"""A sheet: what one game adds to all sums, kept with the game.

Games on the standard and the rebalanced board count everywhere. A game on a custom board counts in the own numbers of its
people, in no series of wins, and not as one of its size, because each such board is a game of its own: in the community's
numbers, in the calibration and among honours it adds nothing.

A sheet is ready for JSON. It is kept so that a game can be taken out exactly as it was counted,
whatever has changed since: its ratings, a definition, or this module.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, TypeAlias

from games.engine.vocabulary import BoardKind, Party, Role
from games.statistics.calibration import calibration_bin
from games.statistics.community import UNRATED, figures, rating_band
from games.statistics.facts import FinishedGame
from games.statistics.honours import feats
from games.statistics.measures import OF_RATINGS, ON_CUSTOM_BOARDS, Measure
from games.statistics.tally import Tally, of_prediction, tally

Sheet: TypeAlias = dict[str, Any]
TallyKey: TypeAlias = tuple[Any, ...]

_PLACES = {measure.value: 2 * number for number, measure in enumerate(Measure)}
"""Where the successes of a measure stand among all amounts; its instances follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedBefore:
    """The predictions and ratings before a ranked game."""

    prediction: float
    """The liberals' chance."""
    size_prediction: float
    """The liberals' chance by table size alone."""
    ratings: Sequence[float]
    """The ratings of all players at the table."""


def sheet_of(game: FinishedGame, ended_at: datetime, before: RatedBefore | None = None) -> Sheet:
    """Return everything a game adds; parts that need ratings are left out while it is unrated."""
    of_game, of_seats, board = figures(game), tally(game), game.board
    is_abandoned = any(seat.left for seat in of_seats)
    sheet: Sheet = {
        "kind": game.kind.value,
        "size": len(game.seats),
        "ended_at": ended_at.isoformat(),
        "liberal": of_game.victory.winner is Party.LIBERAL,
        "is_void": game.is_void,
        "band": UNRATED,
        "bin": None,
        "seats": [
            [seat.person, seat.role.value, seat.won, _plain(seat.tallies)]
            for seat in of_seats
            if seat.tallies
        ],
        "feats": {str(person): sorted(earned) for person, earned in feats(game, of_seats).items()},
        "community": _plain(of_game.tallies(is_abandoned=is_abandoned, is_void=game.is_void)),
    }
    if board is not BoardKind.STANDARD:
        sheet["board"] = board.value
    if board is BoardKind.CUSTOM:
        sheet["community"] = {}
    return rated(sheet, before)


def rated(sheet: Sheet, before: RatedBefore | None) -> Sheet:
    """Return the sheet with these ratings; everything else stays."""
    band, counted_in = UNRATED, None
    if before is not None and not sheet["is_void"]:
        band = rating_band(before.ratings)
        each = calibration_bin(
            before.prediction, before.size_prediction, liberal_won=sheet["liberal"]
        )
        counted_in = [each.number, each.liberal_wins, each.predicted, each.loss, each.size_loss]
    if sheet["band"] == band and sheet["bin"] == counted_in:
        # The bin holds the prediction, from which all that seats have of ratings follows.
        return sheet
    sheet = {**sheet, "band": band, "bin": counted_in}
    sheet["seats"] = [
        [person, role, won, _rated(tallies, role, won, before, is_void=sheet["is_void"])]
        for person, role, won, tallies in sheet["seats"]
    ]
    return sheet


def _rated(
    tallies: dict[str, list[int]],
    role: str,
    won: bool,
    before: RatedBefore | None,
    *,
    is_void: bool,
) -> dict[str, list[int]]:
    kept = {measure: each for measure, each in tallies.items() if measure not in OF_RATINGS}
    if before is None or is_void:
        return kept
    return kept | _plain(of_prediction(before.prediction, Role(role).party, won=won))


def board_on(sheet: Sheet) -> BoardKind:
    """Return the kind of board; sheets from before there were boards do not name it."""
    return BoardKind(sheet.get("board", BoardKind.STANDARD.value))


def end_of(sheet: Sheet) -> datetime:
    """Return when the game ended."""
    return datetime.fromisoformat(sheet["ended_at"])


def _month_of(sheet: Sheet) -> date:
    """Return the first day of the month in which the game ended (UTC)."""
    return end_of(sheet).astimezone(UTC).date().replace(day=1)


PlayerKey: TypeAlias = tuple[int, str]
"""A person in one kind of game."""


def outcomes_on(sheet: Sheet | None) -> dict[PlayerKey, tuple[datetime, bool]]:
    """Return for each person when the game ended, and whether they won, if it belongs to a series of wins or losses."""
    if sheet is None or board_on(sheet) is BoardKind.CUSTOM:
        return {}
    at = end_of(sheet)
    return {
        (person, sheet["kind"]): (at, won)
        for person, _role, won, _tallies in sheet["seats"]
        if person is not None
    }


def _plain(tallies: Mapping[Any, Tally]) -> dict[str, list[int]]:
    return {str(measure): list(each) for measure, each in tallies.items() if any(each)}


@dataclass(slots=True)
class Sums:
    """Sheets added up: for each table of sums, the amount to add to each row."""

    players: dict[TallyKey, list[int]] = field(default_factory=dict)
    """By person, kind, role, size (or ON_CUSTOM_BOARDS): successes and instances of each Measure, in their order."""
    pairs: dict[TallyKey, list[int]] = field(default_factory=dict)
    """By person, other person, kind: games and wins on the same side, and on opposite sides."""
    community: dict[TallyKey, list[int]] = field(default_factory=dict)
    """By kind, month, size, band, measure: successes, instances."""
    bins: dict[TallyKey, list[int]] = field(default_factory=dict)
    """By board, size and bin: games, won by the liberals, predicted, loss, loss by size alone."""

    def add(self, sheet: Sheet | None, factor: int = 1, *, with_pairs: bool = True) -> None:
        """Add a sheet, or with -1 subtract it; None is a game that adds nothing. `with_pairs`: also to the pairs."""
        if sheet is None:
            return
        kind, size, board = sheet["kind"], sheet["size"], board_on(sheet)
        own_size = ON_CUSTOM_BOARDS if board is BoardKind.CUSTOM else size
        for person, role, _won, tallies in sheet["seats"]:
            if person is not None:
                self._add_measures((person, kind, role, own_size), tallies, factor)
        if with_pairs:
            self.add_pairs(sheet, factor)
        month = _month_of(sheet)
        for measure, each in sheet["community"].items():
            _add(self.community, (kind, month, size, sheet["band"], measure), each, factor)
        if sheet["bin"] is not None:
            number, *amounts = sheet["bin"]
            _add(self.bins, (board.value, size, number), (1, *amounts), factor)

    def add_pairs(self, sheet: Sheet | None, factor: int = 1) -> None:
        """Add a sheet to the pairs alone, or with -1 subtract it; None and void games add nothing."""
        if sheet is None or sheet["is_void"]:
            return
        people = [
            (person, Role(role).party, won)
            for person, role, won, _tallies in sheet["seats"]
            if person is not None
        ]
        kind, pairs = sheet["kind"], self.pairs
        for person, party, won in people:
            wins = won * factor
            for other, other_party, _other_won in people:
                if person != other:
                    key = person, other, kind
                    amounts = pairs.get(key)
                    if amounts is None:
                        amounts = pairs[key] = [0, 0, 0, 0]
                    place = 0 if party is other_party else 2
                    amounts[place] += factor
                    amounts[place + 1] += wins

    def _add_measures(
        self, key: TallyKey, tallies: Mapping[str, Sequence[int]], factor: int
    ) -> None:
        amounts = self.players.get(key)
        if amounts is None:
            amounts = self.players[key] = [0] * (2 * len(Measure))
        for measure, (successes, instances) in tallies.items():
            place = _PLACES.get(measure)
            # A sheet may name a measure that is kept no more.
            if place is not None:
                amounts[place] += successes * factor
                amounts[place + 1] += instances * factor


def _add(
    sums: dict[TallyKey, list[int]], key: TallyKey, amounts: Sequence[int], factor: int
) -> None:
    before = sums.setdefault(key, [0] * len(amounts))
    for place, amount in enumerate(amounts):
        before[place] += amount * factor
