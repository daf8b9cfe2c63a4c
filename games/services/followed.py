"""What a rebuild of statistics on PostgreSQL follows in memory, in place of reading it again with every batch of games.

It counts alone, so that nobody else changes the sums meanwhile.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import Role
from games.selectors.honours import WinsRow
from games.selectors.tally_columns import TALLY_COLUMNS, successes_of
from games.services.people_met import PeopleMet
from games.statistics import Measure
from games.statistics.sheet import TallyKey
from games.values.game_kind import GameKind

_CELLS: Final = tuple(product(Role, range(FEWEST_PLAYERS, MOST_PLAYERS + 1)))
_PLACES: Final = {(role.value, size): place for place, (role, size) in enumerate(_CELLS)}
_FINISHED: Final = len(_CELLS)
"""Where the games played to their end stand after the wins by role and size."""
_NOTHING: Final = array("i", [0] * (_FINISHED + 1))
_SUM_FINISHED: Final = TALLY_COLUMNS.index(successes_of(Measure.FINISHED))
_SUM_WON: Final = TALLY_COLUMNS.index(successes_of(Measure.WON))


class WinsFollowed:
    """Everybody's games played to their end, and wins by role and size, without bots and without custom boards."""

    def __init__(self, counted: Iterable[WinsRow] = ()) -> None:
        """Begin with these sums."""
        self._sums: dict[int, array[int]] = {}
        for person, role, size, finished, won in counted:
            self._add(person, _PLACES[role, size], finished, won)

    def add(self, players: Mapping[TallyKey, Sequence[int]]) -> None:
        """Add what games add to PlayerTally, as `Sums` has it."""
        for (person, kind, role, size), amounts in players.items():
            place = _PLACES.get((role, size))
            if place is not None and kind != GameKind.BOTS:
                self._add(person, place, amounts[_SUM_FINISHED], amounts[_SUM_WON])

    def of(self, person: int) -> tuple[int, dict[tuple[Role, int], int]]:
        """Return somebody's games played to their end, and their wins by role and size."""
        *wins, finished = self._sums.get(person, _NOTHING)
        return finished, {cell: won for cell, won in zip(_CELLS, wins, strict=True) if won}

    def _add(self, person: int, place: int, finished: int, won: int) -> None:
        sums = self._sums.get(person)
        if sums is None:
            sums = self._sums[person] = _NOTHING[:]
        sums[place] += won
        sums[_FINISHED] += finished


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """What is followed of all people, in the games counted so far."""

    met: PeopleMet
    wins: WinsFollowed
