"""Bots: players that decide from an Observation, and speak from it and from what was said aloud.

Pure: they import the engine and plain values, and know no more than a person in their seat.
"""

from games.bots.choose import choose

__all__ = ["choose"]
