"""Who is best at what in a series of games: wins, wins in a row, wins on one side.

Equal numbers of wins: whoever needed fewer games stands first. Nobody is listed without a win.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.engine.vocabulary import Party

SHORTEST_STREAK: Final = 2
"""One game won is no series."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePart:
    """One person's part in one game that counts."""

    person: int
    side: Party
    has_won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A person, what counts, and in how many games."""

    person: int
    count: int
    games: int


def most_won(played: Iterable[GamePart], side: Party | None = None) -> tuple[Count, ...]:
    """Return everybody with a win, on one side or (None) on both, the best first."""
    games, won = Counter[int](), Counter[int]()
    for each in played:
        if side in (None, each.side):
            games[each.person] += 1
            won[each.person] += each.has_won
    return _best_first(won, games, 1)


def longest_streaks(played: Iterable[GamePart]) -> tuple[Count, ...]:
    """Return everybody with two wins or more in a row, the longest series first; `played` begins with the oldest."""
    games, running, longest = Counter[int](), Counter[int](), Counter[int]()
    for each in played:
        games[each.person] += 1
        running[each.person] = running[each.person] + 1 if each.has_won else 0
        longest[each.person] = max(longest[each.person], running[each.person])
    return _best_first(longest, games, SHORTEST_STREAK)


def _best_first(counts: Counter[int], games: Counter[int], least: int) -> tuple[Count, ...]:
    found = [
        Count(person=person, count=count, games=games[person])
        for person, count in counts.items()
        if count >= least
    ]
    return tuple(sorted(found, key=lambda each: (-each.count, each.games, each.person)))
