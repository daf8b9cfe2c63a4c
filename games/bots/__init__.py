"""Bots: players who decide from an Observation alone, with care and without a word.

Door: choose(observation, legal_actions, rng). Pure: they import the engine's words and nothing
else, and they cannot ask for more than the person in that seat could see.
"""

from games.bots.choose import choose

__all__ = ["choose"]
