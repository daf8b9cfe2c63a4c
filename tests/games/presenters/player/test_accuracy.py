"""The chart of accuracy: its scale ends where its figures do, and every month has a tick."""

from datetime import UTC, datetime

from games.engine.vocabulary import Party
from games.presenters.player.accuracy import ENOUGH_IN_A_MONTH, AccuracyChart, present_accuracy
from games.values.player import AccuracyPoint

BEFORE = datetime(2025, 10, 1, tzinfo=UTC)
"""A month with too few games to be told of."""


def chart_of(months: dict[tuple[int, int], float]) -> AccuracyChart:
    """The chart of some months, each with games enough that were all played alike."""
    points = [AccuracyPoint(at=BEFORE, party=Party.LIBERAL, percent=50)]
    points += [
        AccuracyPoint(
            at=datetime(year, month, 1 + day, tzinfo=UTC), party=Party.LIBERAL, percent=percent
        )
        for (year, month), percent in months.items()
        for day in range(ENOUGH_IN_A_MONTH)
    ]
    view = present_accuracy(points)
    assert view is not None
    assert view.chart is not None
    return view.chart


def test_scale_ends_where_the_figures_do() -> None:
    chart = chart_of({(2026, 8): 63.0, (2026, 9): 74.0})
    assert [tick.value for tick in chart.scale] == [80, 70, 60]
    assert chart.scale[0].at < chart.marks[0].y < chart.bottom
    # Figures alike still have a scale to stand on, and nothing stands above the best or below the worst.
    assert [tick.value for tick in chart_of({(2026, 8): 100.0, (2026, 9): 100.0}).scale] == [
        100,
        90,
        80,
    ]
    assert [tick.value for tick in chart_of({(2026, 8): 0.0, (2026, 9): 0.0}).scale] == [20, 10, 0]


def test_every_month_has_a_tick_below_its_marks() -> None:
    chart = chart_of({(2025, 11): 60.0, (2025, 12): 70.0, (2026, 1): 80.0})
    assert [tick.month.month for tick in chart.months] == [11, 12, 1]
    assert [tick.names_year for tick in chart.months] == [True, False, True]
    assert all(
        abs(mark.x - tick.at) < 10 for mark, tick in zip(chart.marks, chart.months, strict=True)
    )
    # The months share the whole width.
    assert chart.months[0].at - chart.left == chart.right - chart.months[-1].at
