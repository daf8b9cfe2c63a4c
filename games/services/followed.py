"""What a rebuild of statistics on PostgreSQL follows in memory, in place of reading it again with every batch of games.

It counts alone, so that nobody else changes the sums meanwhile.
"""

from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import product
from typing import Final, TypeAlias

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import Role
from games.selectors.honours import WinsRow
from games.selectors.tally_columns import TALLY_COLUMNS, successes_of
from games.services.people_met import PeopleMet
from games.statistics import Measure
from games.statistics.sheet import TallyKey
from games.values.game_kind import GameKind
from games.values.honours import Honour

StreakRow: TypeAlias = tuple[int, str, int, int, int, datetime | None]
"""Person, kind, current, longest won, longest lost, end of the last game."""
HonoursEarned: TypeAlias = dict[Honour, datetime]
"""When each was earned."""
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


class StreaksFollowed:
    """The rows of PlayerStreak of everybody who has been asked for once."""

    def __init__(self) -> None:
        """Begin without any."""
        self._rows: dict[int, dict[str, StreakRow]] = {}

    def of(
        self, people: Iterable[int], read: Callable[[list[int]], Iterable[StreakRow]]
    ) -> list[StreakRow]:
        """Return the rows of these people; `read` those of the people who are asked for the first time."""
        people = list(people)
        if unknown := [person for person in people if person not in self._rows]:
            self._rows.update((person, {}) for person in unknown)
            self.keep(read(unknown))
        return [row for person in people for row in self._rows[person].values()]

    def keep(self, rows: Iterable[StreakRow]) -> None:
        """Note new rows, and changed ones, of people who have been asked for."""
        for row in rows:
            self._rows[row[0]][row[1]] = row


class HonoursFollowed:
    """The honours of everybody who has been asked for, until they change."""

    def __init__(self) -> None:
        """Begin without any."""
        self._earned: dict[int, HonoursEarned] = {}

    def of(
        self, people: Collection[int], read: Callable[[list[int]], Mapping[int, HonoursEarned]]
    ) -> dict[int, HonoursEarned]:
        """Return the honours of each of these people; `read` those of the others."""
        if unknown := [person for person in people if person not in self._earned]:
            found = read(unknown)
            self._earned.update((person, found.get(person, {})) for person in unknown)
        return {person: self._earned[person] for person in people}

    def forget(self, people: Iterable[int]) -> None:
        """Read the honours of these people again when they are asked for: they may have changed."""
        for person in people:
            self._earned.pop(person, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """What is followed of all people, in the games counted so far."""

    met: PeopleMet
    wins: WinsFollowed
    streaks: StreaksFollowed = field(default_factory=StreaksFollowed)
    honours: HonoursFollowed = field(default_factory=HonoursFollowed)
