"""Who is best at what in a series of games: wins, wins in a row, wins on one side; and who met whom most often.

Equal numbers of wins: whoever needed fewer games stands first. Nobody is listed without a win.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from games.engine.vocabulary import Party

SHORTEST_STREAK: Final = 2
"""One game won is no series."""
FEWEST_MEETINGS: Final = 3
"""Two people who were on opposite sides less often have no duel."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """Two people on opposite sides, and how often each of them won; the first one not less often."""

    people: tuple[int, int]
    wins: tuple[int, int]


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


def closest_duels(games: Iterable[Sequence[GamePart]]) -> tuple[Meetings, ...]:
    """Return who met whom most often on opposite sides, the closest of equally many first; nobody twice."""
    won: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for parts in games:
        for one, other in combinations(sorted(parts, key=lambda part: part.person), 2):
            if one.side is not other.side:
                won[one.person, other.person][one.person if one.has_won else other.person] += 1
    found, seen = [], set[int]()
    for pair, wins in sorted(won.items(), key=lambda item: _most_met(*item)):
        if wins.total() >= FEWEST_MEETINGS and seen.isdisjoint(pair):
            seen.update(pair)
            first, second = sorted(pair, key=lambda person: -wins[person])
            found.append(Meetings(people=(first, second), wins=(wins[first], wins[second])))
    return tuple(found)


def _most_met(pair: tuple[int, int], wins: Counter[int]) -> tuple[int, int, tuple[int, int]]:
    return -wins.total(), abs(wins[pair[0]] - wins[pair[1]]), pair


def _best_first(counts: Counter[int], games: Counter[int], least: int) -> tuple[Count, ...]:
    found = [
        Count(person=person, count=count, games=games[person])
        for person, count in counts.items()
        if count >= least
    ]
    return tuple(sorted(found, key=lambda each: (-each.count, each.games, each.person)))
