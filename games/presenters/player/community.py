"""The community's numbers: how games go, and how good the predictions are.

Values only, for one row of a table at a time.
"""

from collections.abc import Mapping

from games.presenters.player.rates import Grade, RateView, grade_of, present_rate
from games.presenters.view import view_model
from games.statistics import NOTHING, Calibration, CommunityMeasure, Interval, Tally
from games.statistics.calibration import ENOUGH_GAMES

ENDINGS = (
    CommunityMeasure.FIVE_LIBERAL_POLICIES,
    CommunityMeasure.HITLER_EXECUTED,
    CommunityMeasure.SIX_FASCIST_POLICIES,
    CommunityMeasure.HITLER_ELECTED,
)


@view_model
class CommunityRowView:
    """One table size, rating band or month; means are None where there are too few games."""

    label: str
    games: int
    grade: Grade
    liberal_wins: RateView
    endings: tuple[RateView, ...]
    """In the order of ENDINGS."""
    rounds: float | None
    minutes: float | None
    chaos_policies: float | None
    vetoes_asked: float | None
    vetoes_granted: RateView
    abandoned: RateView


@view_model
class CalibrationPointView:
    """Games with similar predictions; percentages from 0 to 100."""

    predicted: float
    actual: RateView


@view_model
class CalibrationView:
    """One table size; only the number of games while there are too few."""

    size: int
    games: int
    is_enough: bool
    is_rough: bool
    """Whether the numbers may still change much."""
    enough_games: int
    points: tuple[CalibrationPointView, ...]
    slope: float | None
    slope_interval: Interval | None
    log_loss: float | None
    size_only_log_loss: float | None


def present_community(label: str, numbers: Mapping[CommunityMeasure, Tally]) -> CommunityRowView:
    """Return one row of a table of the community's numbers."""

    def of(measure: CommunityMeasure) -> Tally:
        return numbers.get(measure, NOTHING)

    games = of(CommunityMeasure.LIBERAL_WINS).instances
    seconds = _mean(of(CommunityMeasure.SECONDS))
    return CommunityRowView(
        label=label,
        games=games,
        grade=grade_of(games),
        liberal_wins=present_rate(of(CommunityMeasure.LIBERAL_WINS)),
        endings=tuple(present_rate(of(each)) for each in ENDINGS),
        rounds=_mean(of(CommunityMeasure.ROUNDS)),
        minutes=None if seconds is None else seconds / 60,
        chaos_policies=_mean(of(CommunityMeasure.CHAOS_POLICIES)),
        vetoes_asked=_mean(of(CommunityMeasure.VETOES_ASKED)),
        vetoes_granted=present_rate(of(CommunityMeasure.VETOES_GRANTED)),
        abandoned=present_rate(of(CommunityMeasure.ABANDONED)),
    )


def present_calibration(size: int, calibration: Calibration) -> CalibrationView:
    """Return one table size for the calibration page."""
    return CalibrationView(
        size=size,
        games=calibration.games,
        is_enough=calibration.is_enough,
        is_rough=calibration.is_rough,
        enough_games=ENOUGH_GAMES,
        points=tuple(
            CalibrationPointView(
                predicted=100 * each.predicted,
                actual=present_rate(Tally(each.liberal_wins, each.games)),
            )
            for each in calibration.bins
        ),
        slope=calibration.slope,
        slope_interval=calibration.slope_interval,
        log_loss=calibration.log_loss,
        size_only_log_loss=calibration.size_only_log_loss,
    )


def _mean(tally: Tally) -> float | None:
    if grade_of(tally.instances) is Grade.HIDDEN:
        return None
    return tally.successes / tally.instances
