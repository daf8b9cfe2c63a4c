"""The rules engine: pure Python, standard library only, in the order of the rule book.

A game is its events. Chance enters only at the deal (roles, first candidate, deck) and when the
deck is renewed.
"""

from games.engine.decide import decide, legal_actions, unfold
from games.engine.errors import IllegalAction, IllegalSetup, Reason
from games.engine.events import audience
from games.engine.observation import Observation, observe
from games.engine.ruleset import ruleset_of, standard_ruleset
from games.engine.setup import deal, start_game
from games.engine.state import evolve, fold

__all__ = [
    "IllegalAction",
    "IllegalSetup",
    "Observation",
    "Reason",
    "audience",
    "deal",
    "decide",
    "evolve",
    "fold",
    "legal_actions",
    "observe",
    "ruleset_of",
    "standard_ruleset",
    "start_game",
    "unfold",
]
