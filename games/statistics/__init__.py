"""Statistics of finished games. PURE: facts of one game in, what to add up out.

`measures` says what each measure counts. Everything is a pair of whole numbers (successes, instances)
that are only ever added or subtracted, so the order of games never matters and a game can be taken out
without a trace. It knows no tables; a running game is refused.
"""

from games.statistics.calibration import Calibration, CalibrationBin, calibrate, calibration_bin
from games.statistics.community import CommunityMeasure, GameFigures, figures, rating_band
from games.statistics.facts import FinishedGame, Happened, SeatFacts
from games.statistics.intervals import Interval, wilson
from games.statistics.measures import MILLION, Measure
from games.statistics.numbers import Numbers, Pairing
from games.statistics.sheet import RatedBefore, Sheet, Sums, outcomes_on, rated, sheet_of
from games.statistics.streaks import NO_GAMES, Streak
from games.statistics.tally import NOTHING, SeatTally, Tally, tally

__all__ = [
    "MILLION",
    "NOTHING",
    "NO_GAMES",
    "Calibration",
    "CalibrationBin",
    "CommunityMeasure",
    "FinishedGame",
    "GameFigures",
    "Happened",
    "Interval",
    "Measure",
    "Numbers",
    "Pairing",
    "RatedBefore",
    "SeatFacts",
    "SeatTally",
    "Sheet",
    "Streak",
    "Sums",
    "Tally",
    "calibrate",
    "calibration_bin",
    "figures",
    "outcomes_on",
    "rated",
    "rating_band",
    "sheet_of",
    "tally",
    "wilson",
]
