"""How bots play: the level that the host chose for all bots of a table, and their pace in practice."""

from enum import StrEnum


class BotLevel(StrEnum):
    """A newcomer forgets and follows the crowd; a sharp bot weighs everything and plans ahead."""

    NEWCOMER = "newcomer"
    REGULAR = "regular"
    SHARP = "sharp"


class BotPace(StrEnum):
    """When bots go on: after a pause as people make it, one step for each press, or at once.

    Only who plays alone with them changes it.
    """

    PEOPLE = ""
    STEPS = "steps"
    FAST = "fast"
