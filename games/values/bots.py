"""How well bots play: the level that the host chose for all bots of a table."""

from enum import StrEnum


class BotLevel(StrEnum):
    """A newcomer forgets and follows the crowd; a sharp bot weighs everything and plans ahead."""

    NEWCOMER = "newcomer"
    REGULAR = "regular"
    SHARP = "sharp"
