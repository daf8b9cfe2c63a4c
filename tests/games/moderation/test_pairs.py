"""The statistics of pairs: small cases by hand, an honest month, and a pair that cheats in one."""

from collections import defaultdict
from itertools import combinations
from math import exp
from random import Random
from statistics import fmean

import pytest

from games.moderation.pairs import (
    FEWEST_TOGETHER,
    TOO_RARE,
    chance_to_meet,
    chance_to_win,
    corrected,
    expected_meetings,
)

Pair = tuple[int, int]
CROWDS, A_CROWD, GAMES = 6, 55, 4800
SIZES = {5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 6}
"""Liberals by table size."""
CHEATS = (3, 4)


@pytest.mark.parametrize(
    ("met", "expected"),
    [(0, 1), (1, 5 / 6), (2, 1 / 6)],  # of six ways, one meets twice and four once
)
def test_meetings_of_two_who_each_sit_in_two_games_of_four(met: int, expected: float) -> None:
    assert expected_meetings(4, 2, 2) == 1
    assert chance_to_meet(4, 2, 2, met) == pytest.approx(expected)


def test_who_sits_in_every_game_meets_everybody_by_chance() -> None:
    assert chance_to_meet(50, 50, 20, 20) == 1
    assert chance_to_meet(10, 8, 7, 5) == 1  # no fewer are possible


def test_meetings_of_a_large_month_are_computed_exactly() -> None:
    whole = chance_to_meet(100_000, 300, 200, 1)
    assert whole == pytest.approx(1 - 0.5486, abs=0.001)  # about exp(-0.6) meet never
    assert 0 < chance_to_meet(100_000, 300, 200, 30) < 1e-30


@pytest.mark.parametrize("figures", [(10, 11, 2, 1), (10, 3, 2, 3), (10, 3, 2, -1)])
def test_impossible_meetings_are_refused(figures: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="more games"):
        chance_to_meet(*figures)


def test_wins_with_chances_of_their_own() -> None:
    assert chance_to_win([], 0) == 1
    assert chance_to_win([0.5, 0.5], 2) == 0.25
    assert chance_to_win([0.2, 0.7], 1) == pytest.approx(1 - 0.8 * 0.3)
    assert chance_to_win([0.2, 0.7, 0.4], 3) == pytest.approx(0.2 * 0.7 * 0.4)
    assert chance_to_win([0.5] * 10, 8) == pytest.approx((45 + 10 + 1) / 1024)


def test_correction_of_benjamini_and_hochberg_keeps_the_order() -> None:
    assert corrected([0.03, 0.001, 0.02], 3) == pytest.approx([0.03, 0.003, 0.03])
    assert corrected([0.004], 1000) == [1.0]
    assert corrected([], 0) == []
    # What was left out is above the bound and changes nothing below it.
    chances = [0.0001, 0.0004, 0.009, 0.2, 0.7, 0.9]
    assert corrected(chances, 6)[:3] == pytest.approx(corrected(chances[:3], 6))


def a_month(
    seed: int, *, cheating: float
) -> tuple[dict[int, int], dict[Pair, list[tuple[float, bool]]], dict[Pair, int]]:
    """Games of crowds that play at hours of their own: games of each, results on one side, and meetings.

    The rating knows everybody's skill nearly. The cheats keep close to each other, and win more on one side by
    `cheating` in log-odds.
    """
    rng = Random(seed)
    skill = [rng.gauss(0, 0.5) for _ in range(CROWDS * A_CROWD)]
    rated = [each + rng.gauss(0, 0.15) for each in skill]
    games: dict[int, int] = defaultdict(int)
    same: dict[Pair, list[tuple[float, bool]]] = defaultdict(list)
    met: dict[Pair, int] = defaultdict(int)
    for number in range(GAMES):
        crowd = number % CROWDS
        size = rng.choice(list(SIZES))
        seats = rng.sample(range(crowd * A_CROWD, (crowd + 1) * A_CROWD), size)
        if crowd == 0 and rng.random() < 0.05:
            seats = [*CHEATS, *(each for each in seats if each not in CHEATS)][:size]
        rng.shuffle(seats)
        liberals, fascists = seats[: SIZES[size]], seats[SIZES[size] :]

        together = cheating * (set(CHEATS) <= set(liberals)) - cheating * (
            set(CHEATS) <= set(fascists)
        )
        liberals_win = rng.random() < 1 / (1 + exp(-_odds(skill, liberals, fascists) - together))
        chance = 1 / (1 + exp(-_odds(rated, liberals, fascists)))
        for each in seats:
            games[each] += 1
        for pair in combinations(sorted(seats), 2):
            met[pair] += 1
        for side, won, own in (
            (liberals, liberals_win, chance),
            (fascists, not liberals_win, 1 - chance),
        ):
            for pair in combinations(sorted(side), 2):
                same[pair].append((own, won))
    return games, same, met


def _odds(skill: list[float], liberals: list[int], fascists: list[int]) -> float:
    own, others = ([skill[each] for each in side] for side in (liberals, fascists))
    return fmean(own) - fmean(others)


def listed(seed: int, cheating: float = 0.0) -> tuple[set[Pair], int]:
    """The pairs that a list would hold, and how many were compared."""
    games, same, met = a_month(seed, cheating=cheating)
    compared = [pair for pair, count in met.items() if count >= FEWEST_TOGETHER]
    chances = [
        chance_to_win(
            [chance for chance, _won in same[pair]], sum(won for _chance, won in same[pair])
        )
        for pair in compared
    ]
    meetings = [
        chance_to_meet(GAMES, games[one], games[two], met[one, two]) for one, two in compared
    ]
    rows = zip(compared, corrected(chances, len(compared)), meetings, strict=True)
    return {pair for pair, won, sat in rows if won < TOO_RARE and sat < TOO_RARE}, len(compared)


@pytest.mark.parametrize("seed", range(3))
def test_honest_month_lists_nobody(seed: int) -> None:
    found, compared = listed(seed)
    assert compared > 5000
    assert found == set()


def test_pair_that_cheats_is_found_and_nobody_else() -> None:
    assert listed(1, cheating=4.0)[0] == {CHEATS}
