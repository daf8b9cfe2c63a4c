"""Statistics from events equal those of the reference implementation."""

from collections import Counter

import pytest

from games.statistics import Measure, tally
from games.values.game_kind import GameKind
from tests.games.statistics.games import a_finished_game
from tests.games.statistics.reference import recount

OF_PREDICTIONS = {Measure.EXPECTED, Measure.WON_PREDICTED}


def assert_reference_agrees(seed: int) -> Counter[Measure]:
    played = a_finished_game(seed)
    kind = GameKind.RANKED if seed % 2 else GameKind.CASUAL
    expected = recount(played, is_ranked=kind is GameKind.RANKED)
    seen: Counter[Measure] = Counter()
    for seat, numbers in enumerate(tally(played.finished(kind))):
        found = {measure: tuple(each) for measure, each in numbers.tallies.items()}
        assert found == expected[seat], f"seed {seed}, seat {seat}"
        seen += Counter({measure: each.instances for measure, each in numbers.tallies.items()})
    return seen


def test_reference_has_the_same_numbers() -> None:
    seen: Counter[Measure] = Counter()
    for seed in range(60):
        seen += assert_reference_agrees(seed)
    # Random games reach every measure.
    assert set(seen) == set(Measure) - OF_PREDICTIONS
    assert min(seen.values()) > 15, seen


@pytest.mark.long
@pytest.mark.parametrize("start", range(1000, 1600, 100))
def test_reference_has_the_same_numbers_long(start: int) -> None:
    for seed in range(start, start + 100):
        assert_reference_agrees(seed)
