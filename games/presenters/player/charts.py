"""Charts: positions in an SVG, as whole numbers, which every language writes the same way.

A table beside each chart has the same numbers; colour alone tells nothing.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from math import ceil, floor

from games.presenters.player.community import CalibrationPointView
from games.presenters.view import view_model
from games.values.player import RatingPoint

_WIDTH, _HEIGHT = 420, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 30
_SIDE = 300
_MARGIN = 44
_STEPS = (10, 20, 50, 100, 200, 500)
_MOST_LINES = 6
_TABLE_ROWS = 24


@view_model
class Tick:
    """A number on a scale, and its position."""

    value: int
    at: int


@view_model
class RatingChartView:
    """The rating over time: a line inside its band of uncertainty."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    line: str
    band: str
    scale: tuple[Tick, ...]
    first: date
    last: date
    now_x: int
    now_y: int
    peak: float
    rows: tuple[RatingPoint, ...]
    """The rows of the table: some of the points, the newest first."""


def present_rating_chart(points: Sequence[RatingPoint]) -> RatingChartView | None:
    """Return the chart; None before two ranked games."""
    if len(points) < 2:
        return None
    lows = [point.rating - point.uncertainty for point in points]
    highs = [point.rating + point.uncertainty for point in points]
    scale = _scale(min(lows), max(highs))
    low, high = scale[0], scale[-1]
    begin, end = points[0].at, points[-1].at
    span = max((end - begin).total_seconds(), 1.0)

    def x(point: RatingPoint) -> int:
        share = (point.at - begin).total_seconds() / span
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT))

    def y(rating: float) -> int:
        return round(_TOP + (high - rating) / (high - low) * (_HEIGHT - _TOP - _BOTTOM))

    upper = [(x(point), y(top)) for point, top in zip(points, highs, strict=True)]
    lower = [(x(point), y(bottom)) for point, bottom in zip(points, lows, strict=True)]
    return RatingChartView(
        width=_WIDTH,
        height=_HEIGHT,
        left=_LEFT,
        right=_WIDTH - _RIGHT,
        bottom=_HEIGHT - _BOTTOM,
        line=_places((x(point), y(point.rating)) for point in points),
        band=_places([*upper, *reversed(lower)]),
        scale=tuple(Tick(value=value, at=y(value)) for value in scale),
        first=begin.date(),
        last=end.date(),
        now_x=x(points[-1]),
        now_y=y(points[-1].rating),
        peak=max(point.rating for point in points),
        rows=_some(points),
    )


def _scale(low: float, high: float) -> list[int]:
    for step in _STEPS:
        first, last = floor(low / step), ceil(high / step)
        if last - first <= _MOST_LINES:
            break
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _some(points: Sequence[RatingPoint]) -> tuple[RatingPoint, ...]:
    newest_first = points[::-1]
    step = ceil(len(newest_first) / _TABLE_ROWS)
    kept = list(newest_first[::step])
    if kept[-1] is not points[0]:
        kept.append(points[0])
    return tuple(kept)


def _places(places: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


@view_model
class PlacedPoint:
    """Games with similar predictions: the positions of the point and its interval."""

    point: CalibrationPointView
    x: int
    y: int
    low_y: int
    high_y: int


@view_model
class CalibrationPlotView:
    """Predictions against outcomes; they are equal on the diagonal."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    scale_x: tuple[Tick, ...]
    scale_y: tuple[Tick, ...]
    points: tuple[PlacedPoint, ...]


def present_calibration_plot(points: Sequence[CalibrationPointView]) -> CalibrationPlotView:
    """Return the chart of these points; those of too few games are left out."""

    def x(percent: float) -> int:
        return round(_MARGIN + percent / 100 * _SIDE)

    def y(percent: float) -> int:
        return round(_TOP + (1 - percent / 100) * _SIDE)

    ticks = (0, 25, 50, 75, 100)
    return CalibrationPlotView(
        width=_MARGIN + _SIDE + 2 * _RIGHT,
        height=_TOP + _SIDE + _MARGIN,
        left=x(0),
        right=x(100),
        top=y(100),
        bottom=y(0),
        scale_x=tuple(Tick(value=tick, at=x(tick)) for tick in ticks),
        scale_y=tuple(Tick(value=tick, at=y(tick)) for tick in ticks),
        points=tuple(
            PlacedPoint(
                point=point,
                x=x(point.predicted),
                y=y(point.actual.percent),
                low_y=y(point.actual.low or 0),
                high_y=y(point.actual.high or 0),
            )
            for point in points
            if point.actual.percent is not None
        ),
    )
