"""The community's pages: the numbers in sections, with names and charts.

presenters.player.community presents one row.
"""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.vocabulary import BoardKind, Victory
from games.presenters.player.charts import CalibrationPlotView, present_calibration_plot
from games.presenters.player.community import (
    ENDINGS,
    CalibrationView,
    CommunityRowView,
    present_calibration,
    present_community,
)
from games.presenters.player.rates import RateView, present_rate
from games.presenters.view import view_model
from games.statistics import NOTHING, Calibration, CommunityMeasure, Tally
from games.statistics.community import BAND_WIDTH, HIGHEST_BAND, LOWEST_BAND, UNRATED
from games.words.boards import BOARD_KIND_NAMES
from games.words.once_per_language import once_per_language
from games.words.phrases import ENDING_NAMES

if TYPE_CHECKING:
    from games.words.phrases import Phrase

Figures = Mapping[CommunityMeasure, Tally]
EVEN = 50.0
ABOUT_EVEN = 5.0
"""Percentage points around EVEN that people would still call equal."""
GROUP_TITLES: "dict[str, Phrase]" = {
    "size": gettext_lazy("By number of players"),
    "band": gettext_lazy("By rating"),
    "month": gettext_lazy("By month"),
}


@view_model
class EndingView:
    """One ending, its number, and its part of a bar from 0 to 100."""

    key: str
    name: "Phrase"
    rate: RateView
    x: int
    width: int
    side: str
    """The side that wins so."""


@view_model
class CommunityGroupView:
    """A table: the games grouped by one property."""

    key: str
    title: "Phrase"
    rows: tuple[CommunityRowView, ...]


@view_model
class CommunityPageView:
    """The filtered games: all, by ending, and by group."""

    all: CommunityRowView
    verdict: str
    """Who wins more often, in a sentence; empty while there are too few games."""
    fascist_percent: float | None
    liberal_twentieths: int
    """How wide the liberals' part of the picture is: 1 to 19 of 20."""
    fascist_wins: int
    endings: tuple[EndingView, ...]
    groups: tuple[CommunityGroupView, ...]


@view_model
class CalibrationSizeView:
    """One table size on one board; without a chart while there are too few games."""

    key: str
    label: str
    numbers: CalibrationView
    plot: CalibrationPlotView | None


def present_community_page(
    figures: Figures, groups: Mapping[str, Mapping[int | date, Figures]]
) -> CommunityPageView:
    """Return the community page."""
    everything = present_community(_("All these games"), figures)
    percent = everything.liberal_wins.percent
    return CommunityPageView(
        all=everything,
        verdict=_verdict(everything.liberal_wins),
        fascist_wins=everything.liberal_wins.instances - everything.liberal_wins.successes,
        fascist_percent=None if percent is None else 100 - percent,
        liberal_twentieths=10 if percent is None else min(max(round(percent / 5), 1), 19),
        endings=tuple(_endings(figures)),
        groups=tuple(
            CommunityGroupView(
                key=group,
                title=GROUP_TITLES[group],
                rows=tuple(
                    present_community(_label(group, value), each)
                    for value, each in sorted(
                        of_group.items(), key=_order, reverse=group == "month"
                    )
                ),
            )
            for group, of_group in groups.items()
            if of_group
        ),
    )


def present_calibration_page(
    tables: Mapping[tuple[BoardKind, int], Calibration],
) -> tuple[CalibrationSizeView, ...]:
    """Return predictions against outcomes for each table size, other boards than the standard one apart."""
    views = []
    for (board, size), calibration in tables.items():
        numbers = present_calibration(size, calibration)
        plot = present_calibration_plot(numbers.points) if numbers.is_enough else None
        label, key = _players(size), str(size)
        if board is not BoardKind.STANDARD:
            key = f"{size}-{board.value}"
            label = _("%(players)s, %(board)s") % {
                "players": label,
                "board": BOARD_KIND_NAMES[board],
            }
        views.append(CalibrationSizeView(key=key, label=label, numbers=numbers, plot=plot))
    return tuple(views)


def _verdict(liberal_wins: RateView) -> str:
    """Return who wins more often; where the interval still holds both, that it may be chance."""
    low, high = liberal_wins.low, liberal_wins.high
    if low is None or high is None:
        return ""
    if low > EVEN:
        return _("The liberals win more often.")
    if high < EVEN:
        return _("The fascists win more often.")
    if liberal_wins.percent is None or abs(liberal_wins.percent - EVEN) <= ABOUT_EVEN:
        return _("Both sides win about equally often.")
    if liberal_wins.percent > EVEN:
        return _("So far the liberals are ahead, which may be chance.")
    return _("So far the fascists are ahead, which may be chance.")


def _order(item: tuple[int | date, Figures]) -> int:
    value = item[0]
    return value.toordinal() if isinstance(value, date) else value


def _players(size: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", size) % {"count": size}


# A month for each of several years.
@once_per_language(1024)
def _label(group: str, value: int | date) -> str:
    if isinstance(value, date):
        return date_format(value, "YEAR_MONTH_FORMAT")
    if group == "size":
        return _players(value)
    if value == UNRATED:
        return _("Void games")
    if value == LOWEST_BAND:
        return _("below %(rating)d") % {"rating": value + BAND_WIDTH}
    if value == HIGHEST_BAND:
        return _("%(rating)d and more") % {"rating": value}
    return _("%(low)d to %(high)d") % {"low": value, "high": value + BAND_WIDTH - 1}


def _endings(figures: Figures) -> list[EndingView]:
    views, done, start = [], 0, 0
    for measure in ENDINGS:
        successes, games = figures.get(measure, NOTHING)
        done += successes
        # Both ends are rounded, so the bar has no gap and no overlap.
        end = round(100 * done / games) if games else 0
        views.append(
            EndingView(
                key=measure.value.replace("_", "-"),
                name=ENDING_NAMES[Victory(measure.value)],
                rate=present_rate(Tally(successes, games)),
                x=start,
                width=end - start,
                side=Victory(measure.value).winner.value,
            )
        )
        start = end
    return views
