"""How well a person chooses, by side and over time: means with their 95 % intervals, and nothing where games are few."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date
from math import ceil, floor
from statistics import fmean
from typing import Final

from games.engine.vocabulary import Party
from games.presenters.player.charts import Tick
from games.presenters.view import view_model
from games.statistics import of_mean
from games.statistics.thresholds import ENOUGH_GAMES
from games.values.player import AccuracyPoint

ENOUGH_IN_A_MONTH: Final = 3
MOST_MONTHS: Final = 12
_LEFT, _TOP, _RIGHT, _BOTTOM = 44, 12, 12, 44
_WIDTH, _HEIGHT = 384, 180
_ASIDE = 5
_BEST = 100
_STEP = 10


@view_model
class AccuracyView:
    """The mean of some games from 0 to 100, None while there are too few of them."""

    games: int
    percent: float | None = None
    low: float = 0.0
    high: float = 0.0


@view_model
class AccuracyMonth:
    """One month, both sides."""

    month: date
    liberal: AccuracyView
    fascist: AccuracyView


@view_model
class AccuracyMark:
    """One month of one side on the chart, with its interval."""

    party: str
    x: int
    y: int
    low_y: int
    high_y: int


@view_model
class MonthTick:
    """A month below the chart; the first one and each January say the year, too."""

    month: date
    at: int
    names_year: bool


@view_model
class AccuracyChart:
    """The months side by side across the whole width, the newest at the right; the scale ends where the intervals do."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    scale: tuple[Tick, ...]
    marks: tuple[AccuracyMark, ...]
    months: tuple[MonthTick, ...]


@view_model
class AccuraciesView:
    """All games by side, and the newest months."""

    liberal: AccuracyView
    fascist: AccuracyView
    months: tuple[AccuracyMonth, ...]
    """The newest first."""
    chart: AccuracyChart | None


def present_accuracy(points: Sequence[AccuracyPoint]) -> AccuraciesView | None:
    """Return how well somebody chose; None before the first game that was weighed."""
    if not points:
        return None
    by_month: dict[date, list[AccuracyPoint]] = defaultdict(list)
    for point in points:
        by_month[point.at.astimezone(UTC).date().replace(day=1)].append(point)
    months = tuple(
        AccuracyMonth(
            month=month,
            liberal=_view(by_month[month], Party.LIBERAL, ENOUGH_IN_A_MONTH),
            fascist=_view(by_month[month], Party.FASCIST, ENOUGH_IN_A_MONTH),
        )
        for month in sorted(by_month, reverse=True)[:MOST_MONTHS]
    )
    return AccuraciesView(
        liberal=_view(points, Party.LIBERAL, ENOUGH_GAMES),
        fascist=_view(points, Party.FASCIST, ENOUGH_GAMES),
        months=months,
        chart=_chart(months),
    )


def _view(points: Iterable[AccuracyPoint], party: Party, enough: int) -> AccuracyView:
    values = [point.percent for point in points if point.party is party]
    if len(values) < enough:
        return AccuracyView(games=len(values))
    interval = of_mean(values)
    return AccuracyView(
        games=len(values),
        percent=fmean(values),
        low=max(0.0, interval.low),
        high=min(float(_BEST), interval.high),
    )


def _is_told(month: AccuracyMonth) -> bool:
    """Whether there were games enough for one side at least."""
    return month.liberal.percent is not None or month.fascist.percent is not None


def _chart(months: Sequence[AccuracyMonth]) -> AccuracyChart | None:
    """Return the chart from the first month with enough games to the last; None before there are two."""
    told = [month for month in reversed(months) if _is_told(month)]
    if len(told) < 2:
        return None
    across = [
        month for month in reversed(months) if told[0].month <= month.month <= told[-1].month
    ]
    shown = [
        (number, party, view)
        for number, month in enumerate(across)
        for party, view in ((Party.LIBERAL, month.liberal), (Party.FASCIST, month.fascist))
        if view.percent is not None
    ]
    high = max(2 * _STEP, ceil(max(view.high for _n, _p, view in shown) / _STEP) * _STEP)
    low = floor(min(view.low for _n, _p, view in shown) / _STEP) * _STEP
    low = min(low, high - 2 * _STEP)
    step = _STEP if high - low <= 5 * _STEP else 2 * _STEP
    # The lowest line stands below all figures.
    low = max(0, high - ceil((high - low) / step) * step)

    def x(number: int) -> int:
        return round(_LEFT + _WIDTH * (number + 0.5) / len(across))

    def y(percent: float) -> int:
        return round(_TOP + (high - percent) / (high - low) * _HEIGHT)

    return AccuracyChart(
        width=_LEFT + _WIDTH + _RIGHT,
        height=_TOP + _HEIGHT + _BOTTOM,
        left=_LEFT,
        right=_LEFT + _WIDTH,
        bottom=_TOP + _HEIGHT,
        scale=tuple(Tick(value=each, at=y(each)) for each in range(high, low - 1, -step)),
        marks=tuple(
            AccuracyMark(
                party=party.value,
                x=x(number) + (-_ASIDE if party is Party.LIBERAL else _ASIDE),
                y=y(view.percent or 0.0),
                low_y=y(view.low),
                high_y=y(view.high),
            )
            for number, party, view in shown
        ),
        months=tuple(
            MonthTick(
                month=each.month, at=x(number), names_year=not number or each.month.month == 1
            )
            for number, each in enumerate(across)
        ),
    )
