"""Who sits with whom in a round: even tables, and people who have met as rarely as possible. PURE.

A table costs, for each of its pairs, how often the two have met; so with every round the sum of the squares of all
meetings grows as little as possible. The least cost is searched for by simulated annealing: two people at different
tables change places, and a worse place is accepted more and more rarely.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp
from random import Random

FEWEST, MOST = 5, 10
"""People at a table, by the rules of the game."""
WANTED_MOST = 8
"""People at a table of a night: larger games take longer, and the other tables would wait for them."""
OFTEN = 3
"""So often two people have met that a further time costs as much again: nobody is to sit with the same one all evening."""
APART = 1000
"""What it costs to seat two people together of whom one has blocked the other, in meetings."""
STEPS_A_PERSON = 900
FEWEST_STEPS, MOST_STEPS = 3_000, 60_000
HOT, COLD = 2.0, 0.08
"""Temperatures at the beginning and the end, in meetings."""

Pair = frozenset[int]
Seating = list[list[int]]


def table_sizes(people: int) -> list[int]:
    """Return how many people sit at each table, the fullest first; nothing for fewer than five.

    As few tables as can be with at most eight people each, and these as even as may be: 23 are 8, 8 and 7. Only nine
    people sit at one table of nine, as five and four cannot be. Every number from five on can be dealt.
    """
    if people < FEWEST:
        return []
    tables = -(-people // WANTED_MOST)
    if people < FEWEST * tables:
        tables -= 1
    smaller, rest = divmod(people, tables)
    return [smaller + 1] * rest + [smaller] * (tables - rest)


def meetings(tables: Sequence[Sequence[int]]) -> dict[Pair, int]:
    """Return how often each pair has met at these tables, of any number of rounds."""
    met: dict[Pair, int] = {}
    for table in tables:
        for one, other in combinations(table, 2):
            pair = frozenset((one, other))
            met[pair] = met.get(pair, 0) + 1
    return met


def arrange(
    people: Sequence[int],
    *,
    met: Mapping[Pair, int],
    apart: Sequence[Pair] = (),
    chance: Random,
) -> Seating:
    """Return tables for these people, who are at least five, so that few meet again.

    `met`: how often pairs have met before. `apart`: pairs that are seated together only if there is no other way.
    """
    sizes = table_sizes(len(people))
    shuffled = list(people)
    chance.shuffle(shuffled)
    place = iter(shuffled)
    tables = [[next(place) for _seat in range(size)] for size in sizes]
    if len(tables) < 2 or not (met or apart):
        return tables
    return _annealed(tables, _costs(shuffled, met, apart), chance)


def _costs(
    people: Sequence[int], met: Mapping[Pair, int], apart: Sequence[Pair]
) -> dict[int, dict[int, int]]:
    """Return for each person what it costs to sit with each other one."""
    costs = {one: dict.fromkeys(people, 0) for one in people}
    weighted = [(pair, times if times < OFTEN else 2 * times) for pair, times in met.items()]
    weighted += [(pair, APART) for pair in apart]
    for pair, weight in weighted:
        one, other = pair
        if one in costs and other in costs:
            costs[one][other] += weight
            costs[other][one] += weight
    return costs


def _annealed(tables: Seating, costs: Mapping[int, Mapping[int, int]], chance: Random) -> Seating:
    people = sum(map(len, tables))
    steps = min(MOST_STEPS, max(FEWEST_STEPS, STEPS_A_PERSON * people))
    cost = best_cost = sum(
        costs[one][other] for table in tables for one, other in combinations(table, 2)
    )
    best = [list(table) for table in tables]
    cooling = (COLD / HOT) ** (1 / steps)
    heat, draw, numbers = HOT, chance.random, range(len(tables))
    for _step in range(steps):
        heat *= cooling
        here, there = chance.sample(numbers, 2)
        mine, theirs = tables[here], tables[there]
        i, j = int(draw() * len(mine)), int(draw() * len(theirs))
        one, other = mine[i], theirs[j]
        of_one, of_other = costs[one], costs[other]
        change = 2 * -of_one[other]
        for each in theirs:
            change += of_one[each] - of_other[each]
        for each in mine:
            change += of_other[each] - of_one[each]
        if change <= 0 or draw() < exp(-change / heat):
            mine[i], theirs[j] = other, one
            cost += change
            if cost < best_cost:
                best_cost, best = cost, [list(table) for table in tables]
                if best_cost == 0:
                    break
    return best
