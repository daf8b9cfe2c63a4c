"""Bots: players who decide from an Observation alone and say nothing.

They are pure: they import the engine's vocabulary and nothing else, and they know no more than the
person in that seat could see.
"""

from games.bots.choose import choose

__all__ = ["choose"]
