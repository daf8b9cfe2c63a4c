"""A whole game in a sentence or two: for its summary, its title and its card."""

from django.utils.translation import gettext as _

from games.engine.observation import Observation
from games.words import phrases


def headline(final: Observation) -> str:
    """How the game ended, in a sentence."""
    if final.victory is None:
        return _("This game was not finished.")
    return phrases.name_of(final.victory)


def description(final: Observation) -> str:
    """The game in a line, for those who are sent its link."""
    return _(
        "Players: %(players)d. Rounds: %(rounds)d."
        " Liberal policies: %(liberal)d. Fascist policies: %(fascist)d."
    ) % {
        "players": final.ruleset.players,
        "rounds": final.round,
        "liberal": final.liberal_policies,
        "fascist": final.fascist_policies,
    }
