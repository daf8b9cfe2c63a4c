"""Plans of rounds from finite planes: two people meet at most once, except a few pairs who always meet. PURE.

With as many tables as a field has elements, each person gets a point (x, y). In round k they sit at table y + k·x, so two
different points meet in one round only. There are more people than points, so some points have two people, who meet in
every round: of 40 people 15 pairs, and nobody else meets again in five rounds, which no other plan can better. The points
with more people fill whole columns x, because a column has one point at each table of every round.
"""

from collections.abc import Mapping, Sequence
from random import Random

_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Products in the field of four elements; sums are those of bits."""
_PRIMES = (5, 7, 11, 13)

Point = tuple[int, int]


def is_field(tables: int) -> bool:
    """Whether there is a plane for so many tables; for three it would have too few rounds."""
    return tables == len(_FOUR) or tables in _PRIMES


def table_at(point: Point, number: int, tables: int) -> int:
    """Return at which table whoever has this point sits in a round, counted from 0."""
    x, y = point
    return y ^ _FOUR[number][x] if tables == len(_FOUR) else (y + number * x) % tables


def points(
    people: Sequence[int], earlier: Sequence[Mapping[int, int]], tables: int, chance: Random
) -> dict[int, Point]:
    """Return the points of these people, whom `earlier` rounds have seated at these tables, counted from 0.

    Whoever came later than the others gets the point of a seat that is free in all rounds, or any.
    """
    found: dict[int, Point] = {}
    # Of an incomplete column the first points are filled, so it is the column in which everybody keeps their table.
    last = -(-len(people) // tables) - 1
    columns = [(column - last) % tables for column in range(tables)]
    waiting: list[list[int]] = [[] for _table in range(tables)]
    for place, person in enumerate(chance.sample(list(people), len(people))):
        rows = [seated[person] for seated in earlier if person in seated]
        if len(earlier) > 1 and len(rows) == len(earlier):
            first, second = rows[:2]
            x = first ^ second if tables == len(_FOUR) else (second - first) % tables
            found[person] = (x, first)
        elif len(earlier) == 1 and rows:
            waiting[rows[0]].append(person)
        else:
            found[person] = (columns[place // tables % tables], place % tables)
    for y, seated in enumerate(waiting):
        for place, person in enumerate(seated):
            found[person] = (columns[place % tables], y)
    return found
