"""Streaks: games won or lost in a row, now and at most. PURE.

Games are in the order of their ends. Streak.then adds one game; folding all games of a person from
NO_GAMES gives the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Streak:
    """Games won in a row count up, games lost count down."""

    current: int = 0
    longest_won: int = 0
    longest_lost: int = 0

    def then(self, won: bool) -> "Streak":
        """Return the streak after one more game."""
        current = max(self.current, 0) + 1 if won else min(self.current, 0) - 1
        return Streak(
            current=current,
            longest_won=max(self.longest_won, current),
            longest_lost=max(self.longest_lost, -current),
        )

    def after(self, games: Iterable[bool]) -> "Streak":
        """Return the streak after these games, oldest first."""
        streak = self
        for won in games:
            streak = streak.then(won)
        return streak


NO_GAMES = Streak()
