"""Who sits with whom in a round: even tables, and people who have met as rarely as possible. PURE.

All rounds that are still to come are planned together, and the first of them is the answer; the next draw plans again,
with whoever is there then. A further meeting of two people has a price, and simulated annealing searches for the plan
with the least sum: two people change tables in one of the rounds, and a worse plan is accepted more and more rarely.

Where a finite plane gives a plan in which few people meet twice (planes.py), the search begins with it, too, and the better
of both plans holds.

A plan for one round at a time meets fewer new people: 24 people at tables of eight meet somebody again 105 to 115 times
in four rounds, planned together 72 times. This has its own price: by counting, a plan with fewer than 84 keeps some
pairs together in every round.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import exp
from random import Random

from games.nights.planes import is_field, points, table_at

FEWEST, MOST = 5, 10
"""People at a table, by the rules of the game."""
WANTED_MOST = 8
"""People at a table of a night: larger games take longer, and the other tables would wait for them."""
PRICES = (0, 1, 1, 2, 3, 4, 5)
"""What the first, second, third meeting of two people costs, and so on; the last holds for all further ones."""
APART, APART_PRICE = 100, 1000
"""Somebody whom another has blocked counts as met so often, which no night reaches, and costs so much more."""
STEPS_A_SEAT, MOST_STEPS = 1_500, 150_000
"""A seat is a person in a round; the most take about a third of a second of one processor."""
HOT, COLD = 0.6, 0.2
"""Temperatures at the beginning and the end, in prices of a second meeting."""

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
        for one, other in _pairs(table):
            pair = frozenset((one, other))
            met[pair] = met.get(pair, 0) + 1
    return met


def arrange(
    people: Sequence[int],
    *,
    met: Mapping[Pair, int],
    rounds: int,
    earlier: Sequence[Seating] = (),
    apart: Sequence[Pair] = (),
    chance: Random,
) -> Seating:
    """Return tables for these people, who are at least five, so that few meet again in so many rounds from now on.

    `met`: how often pairs have met before. `earlier`: the tables of all rounds before, in the order in which this has
    returned them. `apart`: pairs that are seated together only if there is no other way.
    """
    plan = [_at_random(people, chance) for _round in range(rounds)]
    if len(plan[0]) == 1 or not (rounds > 1 or met or apart):
        return plan[0]
    starts = [(plan, HOT)]
    if (from_plane := _from_plane(people, rounds, earlier, chance)) is not None:
        starts.append((from_plane, COLD))
    counts = _counts(people, met, apart)
    steps = min(MOST_STEPS, STEPS_A_SEAT * len(people) * rounds) // len(starts)
    plans = [_annealed(start, counts, steps, hot, chance) for start, hot in starts]
    return min(plans, key=lambda found: found[0])[1][0]


def _from_plane(
    people: Sequence[int], rounds: int, earlier: Sequence[Seating], chance: Random
) -> list[Seating] | None:
    """Return a plan in which the rounds before go on; None if no plane has so many tables or rounds."""
    sizes = table_sizes(len(people))
    seated = [
        {person: number for number, table in enumerate(tables) for person in table}
        for tables in earlier
    ]
    most = max((len(tables) for tables in earlier), default=0)
    if not is_field(len(sizes)) or most > len(sizes) or len(earlier) + rounds > len(sizes):
        return None
    own = points(people, seated, len(sizes), chance)
    plan = []
    for number in range(len(earlier), len(earlier) + rounds):
        tables: Seating = [[] for _size in sizes]
        for person in people:
            tables[table_at(own[person], number, len(sizes))].append(person)
        plan.append(_evened(tables, sizes))
    return plan


def _evened(tables: Seating, sizes: Sequence[int]) -> Seating:
    """Move people from tables with too many to tables with too few, after somebody has come or gone."""
    fullest_first = sorted(tables, key=len, reverse=True)
    spare = [table.pop() for table, size in zip(fullest_first, sizes, strict=True) for _seat in range(len(table) - size)]  # fmt: skip
    for table, size in zip(fullest_first, sizes, strict=True):
        while len(table) < size:
            table.append(spare.pop())
    return tables


def _at_random(people: Sequence[int], chance: Random) -> Seating:
    place = iter(chance.sample(people, len(people)))
    return [[next(place) for _seat in range(size)] for size in table_sizes(len(people))]


_Counts = dict[int, dict[int, int]]


def _counts(people: Sequence[int], met: Mapping[Pair, int], apart: Sequence[Pair]) -> _Counts:
    """Return for each person how often they have met each other one."""
    counts = {one: dict.fromkeys(people, 0) for one in people}
    for pair, times in [*met.items(), *((pair, APART) for pair in apart)]:
        one, other = pair
        if one in counts and other in counts:
            counts[one][other] += times
            counts[other][one] += times
    return counts


def _prices(most: int) -> list[int]:
    """Return what a meeting costs after so many others."""
    ordinary = [PRICES[min(times, len(PRICES) - 1)] for times in range(APART)]
    return ordinary + [APART_PRICE] * (most - APART + 1)


def _annealed(
    start: Sequence[Seating], before: _Counts, steps: int, hot: float, chance: Random
) -> tuple[int, list[Seating]]:
    """Return an improved plan, and its price; `before` are the meetings before it."""
    plan, counts = _copied(start), {one: dict(own) for one, own in before.items()}
    most = max(max(own.values()) for own in counts.values()) + len(plan)
    price = _prices(max(most, APART))
    cost = 0
    for one, other in (pair for tables in plan for table in tables for pair in _pairs(table)):
        cost += price[counts[one][other]]
        counts[one][other] += 1
        counts[other][one] += 1
    cooling = (COLD / HOT) ** (1 / steps)
    heat, draw, round_count, table_count = hot, chance.random, len(plan), len(plan[0])
    best_cost, best = cost, _copied(plan)
    for _step in range(steps):
        heat *= cooling
        tables = plan[int(draw() * round_count)]
        here = int(draw() * table_count)
        there = (here + 1 + int(draw() * (table_count - 1))) % table_count
        mine, theirs = tables[here], tables[there]
        i, j = int(draw() * len(mine)), int(draw() * len(theirs))
        one, other = mine[i], theirs[j]
        of_one, of_other = counts[one], counts[other]
        change = 0
        for each in mine:
            if each != one:
                change += price[of_other[each]] - price[of_one[each] - 1]
        for each in theirs:
            if each != other:
                change += price[of_one[each]] - price[of_other[each] - 1]
        if change <= 0 or draw() < exp(-change / heat):
            _move(counts, one, frm=mine, to=theirs, instead=other)
            _move(counts, other, frm=theirs, to=mine, instead=one)
            mine[i], theirs[j] = other, one
            cost += change
            if cost < best_cost:
                best_cost, best = cost, _copied(plan)
    return best_cost, best


def _move(
    counts: _Counts, person: int, *, frm: Sequence[int], to: Sequence[int], instead: int
) -> None:
    """Count the meetings of somebody who takes the seat of another at another table."""
    own = counts[person]
    for each in frm:
        if each != person:
            own[each] -= 1
            counts[each][person] -= 1
    for each in to:
        if each != instead:
            own[each] += 1
            counts[each][person] += 1


def _copied(plan: Sequence[Seating]) -> list[Seating]:
    return [[list(table) for table in tables] for tables in plan]


def _pairs(table: Sequence[int]) -> Iterable[tuple[int, int]]:
    return combinations(table, 2)
