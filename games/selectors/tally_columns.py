"""Which columns of PlayerTally hold a measure."""

from typing import Final

from games.statistics import Measure


def successes_of(measure: Measure) -> str:
    """Return the column with the successes of a measure."""
    return f"{measure}_successes"


def instances_of(measure: Measure) -> str:
    """Return the column with the instances of a measure."""
    return f"{measure}_instances"


TALLY_COLUMNS: Final = tuple(
    column(measure) for measure in Measure for column in (successes_of, instances_of)
)
"""The columns of all measures, in the order in which Sums adds them up."""
