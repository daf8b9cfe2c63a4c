"""Streaks: how many games in a row were won or lost, now and at most. PURE.

Games follow one another in the order of their end. Streak.then is one more game; folding all
games of a person from NO_GAMES gives the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Streak:
    """Won games in a row count up, lost ones down."""

    current: int = 0
    longest_won: int = 0
    longest_lost: int = 0

    def then(self, won: bool) -> "Streak":
        """After one more game."""
        current = max(self.current, 0) + 1 if won else min(self.current, 0) - 1
        return Streak(
            current=current,
            longest_won=max(self.longest_won, current),
            longest_lost=max(self.longest_lost, -current),
        )

    def after(self, games: Iterable[bool]) -> "Streak":
        """After these games, oldest first."""
        streak = self
        for won in games:
            streak = streak.then(won)
        return streak


NO_GAMES = Streak()
