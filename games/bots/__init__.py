"""Bots: players that decide from an Observation alone and do not talk.

Pure: they import the engine and nothing else, and know no more than a person in their seat.
"""

from games.bots.choose import choose

__all__ = ["choose"]
