"""How far the model of who was winning can be believed: its chances in games that it was not fitted to."""

from games.presenters.player.charts import CalibrationPlotView, present_calibration_plot
from games.presenters.player.community import CalibrationPointView
from games.presenters.player.rates import present_rate
from games.presenters.view import view_model
from games.statistics import Tally
from games.winning.model import fitted


@view_model
class WinningCheckView:
    """Ten bins of moments, and what stands behind them."""

    plot: CalibrationPlotView
    points: tuple[CalibrationPointView, ...]
    fitted_to: int
    of_people: int
    """So many of all its games were played by people."""
    checked_on: int
    log_loss: float


def present_winning_check() -> WinningCheckView:
    """Return the check that the model's file holds; bins without moments are left out."""
    model = fitted()
    points = tuple(
        CalibrationPointView(
            predicted=100 * each.predicted, actual=present_rate(Tally(each.won, each.moments))
        )
        for each in model.bins
        if each.moments
    )
    return WinningCheckView(
        plot=present_calibration_plot(points),
        points=points,
        fitted_to=model.fitted_to,
        of_people=model.of_people,
        checked_on=model.checked_on,
        log_loss=model.log_loss,
    )
