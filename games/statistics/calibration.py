"""Calibration: how good the predictions before ranked games are.

Games are counted in narrow bins of half a percent, so that slope and curve need a few hundred
rows, however many games there were. Log-loss is kept exactly, in millionths.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp, log, sqrt
from typing import Final

from games.statistics.intervals import Z_95, Interval, wilson
from games.statistics.measures import MILLION

BINS: Final = 200
SHOWN_BINS: Final = 20
ROUGH_BINS: Final = 10
"""Points of the plot while it is rough: each stands for twice as wide a range."""
ENOUGH_GAMES: Final = 100
"""Fewer games of a size are too few to say anything (rating rules, "What counts")."""
ROUGH_BELOW: Final = 2_000
"""With fewer games of a size the numbers are rough, and said to be."""
_FARTHEST: Final = 1e-6
_STEPS: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationBin:
    """Games with a prediction from number / BINS up to the next bin."""

    number: int
    games: int
    liberal_wins: int
    predicted: int
    """Sum of the predictions, in millionths."""
    loss: int
    """Sum of -ln(chance predicted for what happened), in millionths."""
    size_loss: int
    """The same for the prediction by table size alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBin:
    """A point of the plot."""

    games: int
    liberal_wins: int
    predicted: float
    actual: float
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Predictions and outcomes of one table size."""

    games: int
    bins: tuple[ShownBin, ...] = ()
    slope: float | None = None
    """The slope of the logit of the outcome over the logit of the prediction; 1 is ideal."""
    slope_interval: Interval | None = None
    """Wald's 95 % interval of the slope, from the regression's own standard error."""
    log_loss: float | None = None
    size_only_log_loss: float | None = None
    """The log-loss of predictions by table size alone."""

    @property
    def is_enough(self) -> bool:
        """Whether there are enough games."""
        return self.games >= ENOUGH_GAMES

    @property
    def is_rough(self) -> bool:
        """Whether there are so few games that the numbers may still change much."""
        return self.games < ROUGH_BELOW


def calibration_bin(
    prediction: float, size_prediction: float, *, liberal_won: bool
) -> CalibrationBin:
    """Return the bin of one game, holding this game alone."""
    return CalibrationBin(
        number=min(int(prediction * BINS), BINS - 1),
        games=1,
        liberal_wins=int(liberal_won),
        predicted=round(prediction * MILLION),
        loss=_loss(prediction, liberal_won=liberal_won),
        size_loss=_loss(size_prediction, liberal_won=liberal_won),
    )


def _loss(prediction: float, *, liberal_won: bool) -> int:
    given = prediction if liberal_won else 1 - prediction
    return round(-log(max(given, _FARTHEST)) * MILLION)


def calibrate(bins: Iterable[CalibrationBin]) -> Calibration:
    """Return the calibration from these bins; below ENOUGH_GAMES only the number of games."""
    filled = sorted((each for each in bins if each.games > 0), key=lambda each: each.number)
    games = sum(each.games for each in filled)
    if games < ENOUGH_GAMES:
        return Calibration(games=games)
    width = BINS // (ROUGH_BINS if games < ROUGH_BELOW else SHOWN_BINS)
    slope, slope_interval = _slope(filled) or (None, None)
    return Calibration(
        games=games,
        bins=tuple(
            _shown(list(part)) for _, part in groupby(filled, lambda each: each.number // width)
        ),
        slope=slope,
        slope_interval=slope_interval,
        log_loss=sum(each.loss for each in filled) / games / MILLION,
        size_only_log_loss=sum(each.size_loss for each in filled) / games / MILLION,
    )


def _shown(part: Sequence[CalibrationBin]) -> ShownBin:
    games = sum(each.games for each in part)
    wins = sum(each.liberal_wins for each in part)
    return ShownBin(
        games=games,
        liberal_wins=wins,
        predicted=sum(each.predicted for each in part) / games / MILLION,
        actual=wins / games,
        interval=wilson(wins, games),
    )


def _slope(bins: Sequence[CalibrationBin]) -> tuple[float, Interval] | None:
    """Return the slope of a logistic regression with intercept, and its interval, by Newton's method.

    None if the games do not determine it.
    """
    points = [(_logit(each.predicted / each.games / MILLION), each) for each in bins]
    intercept, slope = 0.0, 1.0
    for _step in range(_STEPS):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x, each in points:
            # Clipped to keep each step within the range of exp.
            z = min(max(intercept + slope * x, -35.0), 35.0)
            chance = 1 / (1 + exp(-z))
            miss = each.liberal_wins - each.games * chance
            weight = each.games * chance * (1 - chance)
            g0, g1 = g0 + miss, g1 + miss * x
            h00, h01, h11 = h00 + weight, h01 + weight * x, h11 + weight * x * x
        determinant = h00 * h11 - h01 * h01
        if determinant <= 1e-9 * max(h00 * h11, 1e-300):
            return None
        step0 = (h11 * g0 - h01 * g1) / determinant
        step1 = (h00 * g1 - h01 * g0) / determinant
        intercept, slope = intercept + step0, slope + step1
        if abs(step0) + abs(step1) < 1e-10:
            half = Z_95 * sqrt(h00 / determinant)
            return slope, Interval(slope - half, slope + half)
    return None


def _logit(chance: float) -> float:
    inside = min(max(chance, _FARTHEST), 1 - _FARTHEST)
    return log(inside / (1 - inside))
