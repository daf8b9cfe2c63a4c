"""How well each seat of a finished game chose, from 0 to 100, in hindsight.

Each own choice loses what a better one would have kept of the side's chance, with all roles and hands open. The
formula that lichess uses for chess turns the loss into 0 to 100; a game's accuracy is the mean of its choices.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import exp
from typing import Final

from games.engine.vocabulary import SeatNumber
from games.winning.acts import Judged, WeighedAct

_TOP: Final = 103.1668
_STEEPNESS: Final = 0.04354
_SHIFT: Final = 3.1669


def accuracy_of(loss: float) -> float:
    """Return the accuracy of one choice that lost so much of a chance from 0 to 1."""
    return min(100.0, max(0.0, _TOP * exp(-_STEEPNESS * 100 * loss) - _SHIFT))


def accuracies(
    acts: Sequence[WeighedAct], counts: Callable[[Judged], bool]
) -> dict[SeatNumber, float]:
    """Return the accuracy of each seat that made a choice which counts."""
    choices: dict[SeatNumber, list[float]] = defaultdict(list)
    for act in acts:
        for judged in act.judged:
            if counts(judged):
                choices[judged.seat].append(accuracy_of(judged.loss))
    return {seat: sum(each) / len(each) for seat, each in choices.items()}
