"""The sums of one person in one kind of game, and how to look at them.

What is added up by role and size is looked at by team, role, size or as a whole.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from games.engine.vocabulary import Party, Role
from games.statistics.measures import Measure
from games.statistics.streaks import NO_GAMES, Streak
from games.statistics.tally import Tally
from games.values.game_kind import GameKind

Cell: TypeAlias = tuple[Measure, Role, int]
"""Measure, role, size of table."""

ROLES_OF: dict[Party, tuple[Role, ...]] = {
    Party.LIBERAL: (Role.LIBERAL,),
    Party.FASCIST: (Role.FASCIST, Role.HITLER),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """How one person fared in games with another."""

    other: str
    """The other's name; empty for a closed account."""
    other_id: int
    same: Tally
    opposite: Tally
    address: str = ""
    """What names the other in addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """Everything counted of one person in one kind of game."""

    kind: GameKind
    cells: Mapping[Cell, Tally] = field(default_factory=dict)
    streak: Streak = NO_GAMES
    pairings: tuple[Pairing, ...] = ()

    def total(
        self, measure: Measure, roles: Collection[Role] = tuple(Role), size: int | None = None
    ) -> Tally:
        """A measure over these roles, at one size or at all."""
        successes = instances = 0
        for (each, role, players), cell in self.cells.items():
            if each is measure and role in roles and size in (None, players):
                successes += cell.successes
                instances += cell.instances
        return Tally(successes, instances)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Sizes of table that were played, ascending."""
        return tuple(sorted({size for _measure, _role, size in self.cells}))
