"""The sums of one person in one kind of game, and ways to read them.

Sums are kept by role and size, and read by team, role, size or as a whole.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from games.engine.vocabulary import Party, Role
from games.statistics.measures import ON_CUSTOM_BOARDS, Measure
from games.statistics.streaks import NO_GAMES, Streak
from games.statistics.tally import Tally
from games.values.game_kind import GameKind

Cell: TypeAlias = tuple[Measure, Role, int]
"""Measure, role, and table size or ON_CUSTOM_BOARDS."""

ROLES_OF: dict[Party, tuple[Role, ...]] = {
    Party.LIBERAL: (Role.LIBERAL,),
    Party.FASCIST: (Role.FASCIST, Role.HITLER),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """One person's games with another."""

    other: str
    """The other person's name; empty for a closed account."""
    other_id: int
    same: Tally
    opposite: Tally
    address: str = ""
    """The other person's name or handle in addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """All sums of one person in one kind of game."""

    kind: GameKind
    cells: Mapping[Cell, Tally] = field(default_factory=dict)
    streak: Streak = NO_GAMES
    pairings: tuple[Pairing, ...] = ()

    def total(
        self, measure: Measure, roles: Collection[Role] = tuple(Role), size: int | None = None
    ) -> Tally:
        """Return a measure over these roles, at one size or at all."""
        successes = instances = 0
        for (each, role, players), cell in self.cells.items():
            if each is measure and role in roles and size in (None, players):
                successes += cell.successes
                instances += cell.instances
        return Tally(successes, instances)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return the table sizes that were played, ascending; games on custom boards are in the totals alone."""
        return tuple(sorted({size for _measure, _role, size in self.cells} - {ON_CUSTOM_BOARDS}))
