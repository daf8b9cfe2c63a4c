"""The tour's words: one sentence for every step, and what the reader is to do.

`moves` says how much of the tour's record has been played by then. Names and numbers are values;
the texts fit the game of selectors/tour.json only. Where the reader chose, the next step says what
came of it.
"""

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.engine.vocabulary import ClaimKind, Policy, SeatNumber, Vote
from games.presenters.view import view_model
from games.values.chat import ClaimValue
from games.values.tour import TourWay

if TYPE_CHECKING:
    from games.words.phrases import Phrase

# The seats of the story's players; who else has a part depends on the reader's choices.
FIRST: SeatNumber = 0
SECOND: SeatNumber = 1
OWN: SeatNumber = 2
WITNESS: SeatNumber = 6


class TourStepKind(Enum):
    """What the reader does at a step."""

    LOOK = "look"
    ACT = "act"
    CLAIM = "claim"
    END = "end"


@view_model
class Otherwise:
    """The text for who chose otherwise than most, one step earlier."""

    text: "Phrase"
    is_chosen: Callable[[TourWay], bool]


@view_model
class TourStep:
    """One screen of the tour."""

    title: "Phrase"
    text: "Phrase"
    """What there is to know, in one sentence."""
    otherwise: Otherwise | None = None
    task: "Phrase | None" = None
    """What the reader is to do."""
    only: "Phrase | None" = None
    """Why nobody but Hitler can be pressed; None where the choice is the reader's."""
    answer: "Phrase | None" = None
    """The answer to any claim of the reader."""
    kind: TourStepKind = TourStepKind.ACT
    moves: int
    section: str
    """The anchor of the rule help's section about this step."""
    look: str = ""
    """The part of the table that this step is about."""
    said: tuple[ClaimValue, ...] = ()
    """The latest claims of other players."""

    def text_on(self, way: TourWay) -> "Phrase":
        """Return what there is to know after the reader's choices."""
        if self.otherwise is not None and self.otherwise.is_chosen(way):
            return self.otherwise.text
        return self.text


STEPS = (
    TourStep(
        title=_("A table, and a secret"),
        text=_(
            "%(players)d people play: %(liberals)d are Liberals, %(fascists)d are Fascists who know each"
            " other, and one is Hitler, whom only the Fascists know."
        ),
        task=_("You are %(own)s. Open “Role” below: nobody else may see it."),
        kind=TourStepKind.LOOK,
        moves=9,
        section="knowledge",
        look="secret",
    ),
    TourStep(
        title=_("Your first vote"),
        text=_(
            "Two Fascist policies lie on the board: six win for the Fascists, five Liberal ones for the"
            " Liberals; %(first)s wants you as Chancellor, all vote, and all ballots are turned over at once."
        ),
        task=_("Only you know that you mean well: vote as you like."),
        moves=10,
        section="vote",
        look="seats",
    ),
    TourStep(
        title=_("Two policies in your hand"),
        text=_(
            "You are elected: President %(first)s drew three policies, discarded one unseen and passed"
            " you these two, both Fascist."
        ),
        otherwise=Otherwise(
            text=_(
                "You voted Nein!, but most voted Ja!, so you are Chancellor: President %(first)s passed"
                " you these two policies, both Fascist."
            ),
            is_chosen=lambda way: way.first_vote is Vote.NEIN,
        ),
        task=_("You have no choice: enact one of them."),
        moves=12,
        section="session",
        look="decision",
    ),
    TourStep(
        title=_("The danger zone"),
        text=_(
            "Yours is the third Fascist policy: from now on, Fascists win at once if Hitler is elected"
            " Chancellor."
        ),
        task=_(
            "%(first)s calls a special election with you as presidential candidate: whom do you nominate?"
        ),
        moves=14,
        section="nomination",
        look="fascist-track",
        said=(
            ClaimValue(
                seat=WITNESS,
                round=2,
                kind=ClaimKind.INVESTIGATED,
                content="fascist",
                target=SECOND,
            ),
        ),
    ),
    TourStep(
        title=_("Three policies, one to discard"),
        text=_(
            "%(chancellor)s is elected and is not Hitler, or the game would be over: now you, the"
            " President, hold three policies."
        ),
        task=_("Discard one unseen. Of the other two, Chancellor %(chancellor)s enacts one."),
        moves=16,
        section="session",
        look="decision",
    ),
    TourStep(
        title=_("Say what you saw"),
        text=_(
            "Chancellor %(chancellor)s got two Liberal policies from you and had to enact one; only you"
            " know what you drew, so a claim may be true or not."
        ),
        otherwise=Otherwise(
            text=_(
                "Chancellor %(chancellor)s could choose, as you discarded a Liberal policy, and enacted"
                " the other one; only you know what you drew, so a claim may be true or not."
            ),
            is_chosen=lambda way: way.discarded is Policy.LIBERAL,
        ),
        task=_("What did you draw? Answer as you like."),
        answer=_(
            "It stands in the log for good; to all others, a true claim and a false one look the same."
        ),
        kind=TourStepKind.CLAIM,
        moves=18,
        section="talk",
        look="talk",
    ),
    TourStep(
        title=_("A government nobody trusts"),
        text=_(
            "%(second)s, a Fascist if %(witness)s told the truth, nominates %(third)s as Chancellor; if"
            " that is Hitler, the Fascists win at once."
        ),
        task=_("Do you want this government? Vote as you like."),
        moves=19,
        section="vote",
        look="seats",
    ),
    TourStep(
        title=_("One shot"),
        text=_(
            "The table said Nein!, then you and %(first)s were elected and drew Fascist policies only:"
            " the fourth one lets you execute a player, and if it is Hitler, Liberals win."
        ),
        otherwise=Otherwise(
            text=_(
                "Even with your “Ja!” the vote failed, then you and %(first)s were elected and drew Fascist policies"
                " only: the fourth one lets you execute a player, and if it is Hitler, Liberals win."
            ),
            is_chosen=lambda way: way.second_vote is Vote.JA,
        ),
        task=_("Whom did %(second)s want as Chancellor in the danger zone? Execute: %(third)s."),
        only=_("%(second)s did not want this player as Chancellor."),
        moves=24,
        section="powers",
        look="seats",
    ),
    TourStep(
        title=_("Now you can play"),
        text=_(
            "%(third)s was Hitler: the Liberals have won, and you know how this table is played."
        ),
        kind=TourStepKind.END,
        moves=25,
        section="goal",
    ),
)
