"""Everybody's standing in each season, in the memory of what rates games.

A site of some years has millions of them. Games come in the order of their ends, so that one season at a time
changes: the others are kept as bytes, in a sixth of the memory.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct
from typing import TypeAlias

SeasonTallyRow: TypeAlias = tuple[str, int, int, int, float]
"""Season, person, games, wins and expected wins."""

_ROW = Struct("<qqqd")
"""Person, games, wins, expected wins."""


@dataclass(slots=True)
class SeasonTally:
    """A player's standing in a season: ranked games, how many of them were won, and how many wins were expected."""

    games: int = 0
    wins: int = 0
    expected: float = 0.0


class SeasonTallies:
    """The standings of any number of seasons."""

    def __init__(self) -> None:
        self._season = ""
        self._tallies: dict[int, SeasonTally] = {}
        """Those of that season, by person."""
        self._packed: dict[str, bytes] = {}
        """Those of all other seasons, each with all its rows."""

    def of(self, season: str) -> dict[int, SeasonTally]:
        """Return a season's standings by person, to be read and changed until another season is asked for."""
        if season != self._season:
            self._put_away()
            self._season = season
            rows = _ROW.iter_unpack(self._packed.pop(season, b""))
            self._tallies = {person: SeasonTally(*tally) for person, *tally in rows}
        return self._tallies

    def rows(self) -> Iterator[SeasonTallyRow]:
        """Yield every standing, season by season."""
        for season, packed in self.packed().items():
            yield from rows_of(season, packed)

    def packed(self) -> dict[str, bytes]:
        """Return each season as bytes, every number bit for bit."""
        self._put_away()
        return dict(self._packed)

    def past(self) -> dict[str, bytes]:
        """Return the seasons before the one that is read and changed now, each the same bytes as long as it stays as it is."""
        return {season: rows for season, rows in self._packed.items() if season < self._season}

    def put(self, season: str, packed: bytes) -> None:
        """Take in a season from `packed`."""
        self._put_away()
        self._packed[season] = packed

    def _put_away(self) -> None:
        """Pack the season that was read last."""
        if self._tallies:
            self._packed[self._season] = b"".join(
                [
                    _ROW.pack(person, each.games, each.wins, each.expected)
                    for person, each in self._tallies.items()
                ]
            )
        self._season, self._tallies = "", {}


def rows_of(season: str, packed: bytes) -> Iterator[SeasonTallyRow]:
    """Yield the standings of a season that SeasonTallies has packed."""
    for row in _ROW.iter_unpack(packed):
        yield (season, *row)
