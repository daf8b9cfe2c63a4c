"""How much it takes to be on a board: thresholds that grow with the site.

A young site lists people after a few games; once enough people have more, more is asked of
everybody, so that a board is neither empty nor a matter of luck (rating rules, "What people see").
"""

from collections.abc import Callable
from typing import Final

ENOUGH_PEOPLE: Final = 20
"""So many people with the games of a step make it the threshold; below it nobody is compared in per cent."""
ENOUGH_GAMES: Final = 10
"""With fewer games there are counts instead of percentages, and kinds of games stand together."""
LEADERBOARD_STEPS: Final = (10, 30, 75)
SEASON_STEPS: Final = (5, 15, 30)


def least_games(steps: tuple[int, ...], people_with: Callable[[int], int]) -> int:
    """Return the highest step that enough people have reached, or the first one.

    `people_with` tells how many people have at least so many games; it is asked from the highest
    step down, until there are enough.
    """
    for step in reversed(steps[1:]):
        if people_with(step) >= ENOUGH_PEOPLE:
            return step
    return steps[0]
