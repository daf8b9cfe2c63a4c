"""The headline of a finished game: how it ended, and how close it was."""

from typing import Final

from django.utils.translation import gettext as _

from games.engine.ruleset import FEWEST_PLAYERS, standard_ruleset
from games.engine.vocabulary import Edition, Party, Victory, Vote
from games.values.player import RecentGame

_RULES: Final = standard_ruleset(FEWEST_PLAYERS, Edition.RETAIL)
GOALS: Final = {Party.LIBERAL: _RULES.liberal_goal, Party.FASCIST: _RULES.fascist_goal}
"""How many policies win the game for a side, with any number of players."""


def missing_policies(game: RecentGame) -> int:
    """Return how many policies the losers still needed."""
    losers = Party.LIBERAL if game.ending.victory.winner is Party.FASCIST else Party.FASCIST
    return GOALS[losers] - game.policies.count(losers)


def headline_of(game: RecentGame) -> str:
    """Return what a newspaper would print above this game, in the active language."""
    ending, missing = game.ending, missing_policies(game)
    match ending.victory:
        case Victory.HITLER_ELECTED:
            if missing == 1:
                return _("Hitler elected, with one Liberal policy to go")
            if _is_narrow(ending.votes):
                return _("One vote made Hitler Chancellor")
            return _("They elected Hitler Chancellor")
        case Victory.HITLER_EXECUTED:
            if missing == 1:
                return _("Hitler executed at the last moment")
            return _("Hitler found and executed")
        case Victory.FIVE_LIBERAL_POLICIES:
            if missing == 1:
                return _("5 to 5, and the last policy was Liberal")
            if ending.is_chaos:
                return _("Chaos brought the fifth Liberal policy")
            if game.policies.count(Party.FASCIST) < game.rules.hitler_zone_at:
                return _("A clear win: the danger zone was never reached")
            return _("Five Liberal policies, through the danger zone")
        case Victory.SIX_FASCIST_POLICIES:
            if missing == 1:
                return _("Six Fascist policies, with one Liberal policy to go")
            if ending.is_chaos:
                return _("Chaos brought the sixth Fascist policy")
            return _("Six Fascist policies, and nobody stopped them")


def _is_narrow(votes: tuple[Vote | None, ...]) -> bool:
    """Whether one Ja less would have lost the vote."""
    ja, nein = votes.count(Vote.JA), votes.count(Vote.NEIN)
    return 0 < ja - nein <= 2
