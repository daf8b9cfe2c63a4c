"""Statistics of finished games. PURE: facts of one game in, its contributions out.

`measures` says what each measure counts. Every number is a pair of integers (successes, instances)
that are only added or subtracted, so the order of games does not matter and a game can be taken
out without a trace. Knows no tables; refuses a running game.
"""

from games.statistics.calibration import Calibration, CalibrationBin, calibrate, calibration_bin
from games.statistics.community import CommunityMeasure, GameFigures, figures, rating_band
from games.statistics.earned import CareerSoFar, honours_in_order, honours_on
from games.statistics.facts import FinishedGame, LoggedEvent, SeatFacts
from games.statistics.honours import (
    OF_CAREER,
    Career,
    are_people_enough,
    of_career,
    others_at_most,
)
from games.statistics.intervals import Interval, of_mean, wilson
from games.statistics.measures import MILLION, Measure
from games.statistics.numbers import Numbers, Pairing
from games.statistics.sheet import (
    PlayerKey,
    RatedBefore,
    Sheet,
    Sums,
    end_of,
    outcomes_on,
    rated,
    sheet_of,
)
from games.statistics.streaks import NO_GAMES, Streak
from games.statistics.tally import NOTHING, SeatTally, Tally, tally

__all__ = [
    "MILLION",
    "NOTHING",
    "NO_GAMES",
    "OF_CAREER",
    "Calibration",
    "CalibrationBin",
    "Career",
    "CareerSoFar",
    "CommunityMeasure",
    "FinishedGame",
    "GameFigures",
    "Interval",
    "LoggedEvent",
    "Measure",
    "Numbers",
    "Pairing",
    "PlayerKey",
    "RatedBefore",
    "SeatFacts",
    "SeatTally",
    "Sheet",
    "Streak",
    "Sums",
    "Tally",
    "are_people_enough",
    "calibrate",
    "calibration_bin",
    "end_of",
    "figures",
    "honours_in_order",
    "honours_on",
    "of_career",
    "of_mean",
    "others_at_most",
    "outcomes_on",
    "rated",
    "rating_band",
    "sheet_of",
    "tally",
    "wilson",
]
