"""What a finished game counts for. A plain word, known to every layer that speaks of results."""

from enum import StrEnum


class GameKind(StrEnum):
    """Games that are never added up with one another."""

    RANKED = "ranked"
    CASUAL = "casual"
    BOTS = "bots"
    """At least one seat was a bot's from the start."""
