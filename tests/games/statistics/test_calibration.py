"""Calibration: how good predictions are."""

from collections import Counter
from collections.abc import Callable
from math import exp, log
from random import Random

import pytest

from games.statistics import CalibrationBin, calibrate, calibration_bin

SIZE_ALONE = 0.46


def bins_of(games: list[tuple[float, bool]]) -> list[CalibrationBin]:
    sums: dict[int, Counter[str]] = {}
    for prediction, won in games:
        each = calibration_bin(prediction, SIZE_ALONE, liberal_won=won)
        into = sums.setdefault(each.number, Counter())
        into.update(
            games=each.games,
            liberal_wins=each.liberal_wins,
            predicted=each.predicted,
            loss=each.loss,
            size_loss=each.size_loss,
        )
    return [
        CalibrationBin(
            number=number,
            games=c["games"],
            liberal_wins=c["liberal_wins"],
            predicted=c["predicted"],
            loss=c["loss"],
            size_loss=c["size_loss"],
        )
        for number, c in sums.items()
    ]


def a_world(games: int, stretch: float = 1.0, seed: int = 3) -> list[tuple[float, bool]]:
    """Games with predictions that are right, or too bold by this factor on the logit scale."""
    rng = Random(seed)
    world = []
    for _ in range(games):
        z = rng.gauss(0, 0.8)
        truth = 1 / (1 + exp(-z))
        said = 1 / (1 + exp(-z * stretch))
        world.append((said, rng.random() < truth))
    return world


def test_predictions_that_are_right_have_slope_one_and_beat_the_size() -> None:
    found = calibrate(bins_of(a_world(50_000)))
    assert found.slope == pytest.approx(1, abs=0.04)
    assert found.log_loss is not None
    assert found.size_only_log_loss is not None
    assert found.log_loss < found.size_only_log_loss - 0.02
    inside = [each.interval.low <= each.predicted <= each.interval.high for each in found.bins]
    assert sum(inside) >= 0.8 * len(inside)


def test_predictions_twice_too_bold_have_half_the_slope() -> None:
    found = calibrate(bins_of(a_world(50_000, stretch=2)))
    assert found.slope == pytest.approx(0.5, abs=0.02)


def test_slope_from_bins_is_the_slope_from_single_games() -> None:
    world = a_world(2_500, stretch=1.5)
    points = [(log(p / (1 - p)), won) for p, won in world]

    def misses(intercept: float, slope: float) -> list[float]:
        return [won - 1 / (1 + exp(-intercept - slope * x)) for x, won in points]

    def best_intercept(slope: float) -> float:
        return bisected(lambda intercept: sum(misses(intercept, slope)))

    def score(slope: float) -> float:
        each = misses(best_intercept(slope), slope)
        return sum(miss * x for miss, (x, _won) in zip(each, points, strict=True))

    assert calibrate(bins_of(world)).slope == pytest.approx(bisected(score), abs=2e-3)


def bisected(falling: Callable[[float], float]) -> float:
    """Where a falling function crosses zero, between -3 and 3."""
    low, high = -3.0, 3.0
    for _ in range(18):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2


def test_log_loss_is_that_of_single_games() -> None:
    world = a_world(3_000)
    expected = sum(-log(p if won else 1 - p) for p, won in world) / len(world)
    assert calibrate(bins_of(world)).log_loss == pytest.approx(expected, abs=1e-6)


def test_size_alone_is_given_its_own_log_loss() -> None:
    games = [(0.5, number % 4 == 0) for number in range(4_000)]
    found = calibrate(bins_of(games))
    expected = -(0.25 * log(SIZE_ALONE) + 0.75 * log(1 - SIZE_ALONE))
    assert found.size_only_log_loss == pytest.approx(expected, abs=1e-6)
    # One and the same prediction has no slope.
    assert found.slope is None


def test_too_few_games_say_nothing() -> None:
    found = calibrate(bins_of(a_world(99)))
    assert not found.is_enough
    assert (found.games, found.bins, found.slope, found.log_loss) == (99, (), None, None)


def test_a_hundred_games_say_something_roughly() -> None:
    found = calibrate(bins_of(a_world(100)))
    assert found.is_enough
    assert found.is_rough
    assert found.slope_interval is not None
    assert found.slope_interval.low < 1 < found.slope_interval.high
    # Wide points, so that each stands for some games.
    assert len(found.bins) <= 10
    many = calibrate(bins_of(a_world(2_000)))
    assert not many.is_rough
    assert len(many.bins) > 10


def test_interval_of_the_slope_holds_the_truth_about_as_often_as_it_says() -> None:
    held = 0
    for seed in range(100):
        interval = calibrate(bins_of(a_world(300, seed=seed))).slope_interval
        assert interval is not None
        held += interval.low <= 1 <= interval.high
    assert 88 <= held <= 100


def test_no_prediction_falls_out_of_the_bins() -> None:
    assert calibration_bin(0.0, 0.5, liberal_won=True).number == 0
    assert calibration_bin(1.0, 0.5, liberal_won=False).number == 199
    assert calibration_bin(1.0, 0.5, liberal_won=False).loss == round(-log(1e-6) * 1e6)
