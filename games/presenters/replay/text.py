"""A whole game in one or two sentences: for its summary, its title and its card."""

from django.utils.translation import gettext as _

from games.engine.observation import Observation
from games.words import phrases


def headline(final: Observation) -> str:
    """Return in a sentence how the game ended."""
    if final.victory is None:
        return _("This game was not finished.")
    return phrases.name_of(final.victory)


def description(final: Observation) -> str:
    """Return the game in one line, for previews of links."""
    return _(
        "Players: %(players)d. Rounds: %(rounds)d."
        " Liberal policies: %(liberal)d. Fascist policies: %(fascist)d."
    ) % {
        "players": final.ruleset.players,
        "rounds": final.round,
        "liberal": final.liberal_policies,
        "fascist": final.fascist_policies,
    }
