"""Even tables for every number of people, and few people who meet again."""

from itertools import combinations
from random import Random
from time import perf_counter

import pytest

from games.nights.pairing import arrange, meetings, table_sizes

PEOPLE, ROUNDS = 24, 4
# Of eight people at a table, three, three and two come from the three tables of any earlier round at best, so seven
# pairs of them have met there: 21 in a round, for each of the six pairs of rounds. Simulated annealing over all four
# rounds at once, 1.5 million steps from six starts, finds exactly this.
LEAST_REPEATED = 126
MOST_SECONDS = 1.0
FEWEST, WANTED_MOST, MOST = 5, 8, 10


def repeated(tables: list[list[int]]) -> int:
    """Return how many pairs of meetings of the same two people there are."""
    return sum(times * (times - 1) // 2 for times in meetings(tables).values())


def test_every_number_from_five_on_is_dealt_to_tables_as_even_as_may_be() -> None:
    for people in range(5, 201):
        sizes = table_sizes(people)
        assert sum(sizes) == people
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= FEWEST
        assert max(sizes) <= (9 if people == 9 else WANTED_MOST)
        # One table fewer would need more than eight people at one of them.
        assert (len(sizes) - 1) * WANTED_MOST < people or people == 9


@pytest.mark.parametrize(
    ("people", "sizes"),
    [(4, []), (0, []), (5, [5]), (8, [8]), (9, [9]), (10, [5, 5]), (11, [6, 5]), (17, [6, 6, 5]), (23, [8, 8, 7]),
     (24, [8, 8, 8])],
)  # fmt: skip
def test_sizes(people: int, sizes: list[int]) -> None:
    assert table_sizes(people) == sizes


@pytest.mark.parametrize("seed", range(5))
def test_four_rounds_of_24_people_are_close_to_the_best_and_quickly_found(seed: int) -> None:
    chance, tables = Random(seed), list[list[int]]()
    began = perf_counter()
    for _round in range(ROUNDS):
        tables += arrange(range(PEOPLE), met=meetings(tables), chance=chance)
    seconds = perf_counter() - began
    assert LEAST_REPEATED <= repeated(tables) <= 1.1 * LEAST_REPEATED
    assert max(meetings(tables).values()) <= 3
    # Four draws; a busy machine may take its time for them, but no test machine takes five times as long.
    assert seconds < 5 * MOST_SECONDS
    at_random = [
        table
        for _round in range(ROUNDS)
        for table in arrange(range(PEOPLE), met={}, chance=chance)
    ]
    assert repeated(at_random) > 1.1 * LEAST_REPEATED


def test_everybody_sits_at_one_table_whatever_happened_before() -> None:
    chance, tables = Random(1), list[list[int]]()
    for people in (range(23), range(3, 30), range(1, 12)):
        drawn = arrange(people, met=meetings(tables), chance=chance)
        assert sorted(person for table in drawn for person in table) == list(people)
        assert [len(table) for table in drawn] == table_sizes(len(people))
        tables += drawn


def test_blocked_pairs_sit_apart_if_that_is_possible() -> None:
    apart = [frozenset((0, other)) for other in range(1, 9)]
    for seed in range(10):
        tables = arrange(range(16), met={}, apart=apart, chance=Random(seed))
        # Eight people cannot all be avoided, as eight sit at each table; seven can.
        own = next(table for table in tables if 0 in table)
        assert sum(frozenset((0, other)) in apart for other in own if other) == 0
    few = [frozenset(pair) for pair in combinations(range(3), 2)]
    tables = arrange(range(24), met={}, apart=few, chance=Random(3))
    assert not [
        pair
        for table in tables
        for pair in combinations(sorted(table), 2)
        if frozenset(pair) in few
    ]
