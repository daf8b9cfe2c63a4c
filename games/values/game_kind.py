"""GameKind: what a finished game counts for."""

from enum import StrEnum


class GameKind(StrEnum):
    """The kinds of games, which are never added up together."""

    RANKED = "ranked"
    CASUAL = "casual"
    BOTS = "bots"
    """At least one seat was a bot's from the start."""
