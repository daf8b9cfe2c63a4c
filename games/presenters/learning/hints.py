"""First-game hints: short advice for each phase, the same for every seat and role.

Knows no game: the phase, which is public, selects the hint, and the reader's own device remembers
whether hints are shown (hints.js).
"""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.engine.vocabulary import Phase
from games.presenters.learning.help_anchors import PHASE_ANCHORS
from games.presenters.view import view_model

if TYPE_CHECKING:
    from games.words.phrases import Phrase

HINTS: "dict[Phase, Phrase]" = {
    Phase.NOMINATE: _(
        "Talk before the nomination: who would vote for whom? The last Chancellor cannot be"
        " nominated, nor, with more than five living, the last President; the seats show it."
    ),
    Phase.VOTE: _(
        "You vote on both people at once. A tie is a lost vote. When the election tracker is"
        " full, whatever lies on top of the draw pile is enacted."
    ),
    Phase.PRESIDENT_DISCARD: _(
        "The President sees all policies drawn and throws one away. On most boards there are far more"
        " Fascist policies than Liberal ones: bad luck and a lie can look alike."
    ),
    Phase.CHANCELLOR_ENACT: _(
        "The Chancellor enacts one of the policies passed on. Afterwards both may say what they held, true or not:"
        " compare what they say."
    ),
    Phase.VETO_ANSWER: _(
        "A veto needs both of them. It throws both policies away and moves the election tracker"
        " one step, which may be the step into chaos."
    ),
    Phase.INVESTIGATE: _(
        "The President alone learns a party, never a role: Hitler shows as Fascist. What the"
        " President then tells you may be true or not."
    ),
    Phase.SPECIAL_ELECTION: _(
        "The President chooses who is candidate next. Afterwards the order goes on as if nothing"
        " had happened, so somebody may be candidate twice."
    ),
    Phase.PEEK: _(
        "The President sees the policies that come next. They stay where they are:"
        " whoever draws them next knows whether the report was true."
    ),
    Phase.EXECUTE: _(
        "Executing Hitler wins the game for the Liberals. If it was anybody else, you only"
        " learn that it was not Hitler."
    ),
    Phase.GAME_OVER: _(
        "All is open now. Read the log again, with the hands and investigations beside it:"
        " that is how one gets better at this game."
    ),
}


@view_model
class Hint:
    """Advice for one phase, to a person in a first game."""

    phase: str
    text: "Phrase"
    anchor: str
    """The section of the rule help with more about it."""


def present_hints() -> tuple[Hint, ...]:
    """Return one hint for each phase, in the order of the phases."""
    return tuple(
        Hint(phase=phase.value, text=HINTS[phase], anchor=PHASE_ANCHORS[phase]) for phase in Phase
    )
