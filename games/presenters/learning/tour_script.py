"""The tour's words: one sentence for every step, and what the reader is to do.

`moves` says how much of the tour's record has been played by then. Names and numbers are values;
the texts fit the game of selectors/tour.json only.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.engine.vocabulary import ClaimKind, SeatNumber
from games.values.chat import ClaimValue

if TYPE_CHECKING:
    from games.words.phrases import Phrase

# The seats of the story's players.
FIRST, SECOND, OWN, PARTNER, THIRD, FOURTH = range(6)


class TourStepKind(Enum):
    """What the reader does at a step."""

    LOOK = "look"
    ACT = "act"
    CLAIM = "claim"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class TourStep:
    """One screen of the tour."""

    title: "Phrase"
    text: "Phrase"
    """What there is to know, in one sentence."""
    task: "Phrase | None" = None
    """What the reader is to do."""
    instead: "Phrase | None" = None
    """The answer to another legal move."""
    answer: "Phrase | None" = None
    """The answer to any claim of the reader."""
    kind: TourStepKind = TourStepKind.ACT
    moves: int
    shown_from: int | None = None
    """After how many moves that which is shown on the stage begins; None for the step before this one."""
    section: str
    """The anchor of the rule help's section about this step."""
    look: str = ""
    """The part of the table that this step is about."""
    wanted: str = ""
    """The button of the story's move, by its id; empty where several will do."""
    said: tuple[ClaimValue, ...] = ()
    """The latest claims of other players."""


def _received(seat: SeatNumber, round_: int, content: str, kind: ClaimKind) -> ClaimValue:
    return ClaimValue(seat=seat, round=round_, kind=kind, content=content)


STEPS = (
    TourStep(
        title=_("A table, and a secret"),
        text=_(
            "%(players)d people play: %(liberals)d are Liberals, %(fascists)d are Fascists who know each"
            " other, and one is Hitler, whom only the Fascists know."
        ),
        task=_("You are %(own)s. Open “Role” below: nobody else may see it."),
        kind=TourStepKind.LOOK,
        moves=0,
        section="knowledge",
        look="secret",
    ),
    TourStep(
        title=_("Your first vote"),
        text=_(
            "%(first)s is presidential candidate and wants you as Chancellor; all vote, and all ballots"
            " are turned over at once."
        ),
        task=_("You know that you mean well: vote Ja!"),
        instead=_(
            "You may vote Nein! whenever you like, even against yourself. This story needs you as"
            " Chancellor, though: vote Ja!"
        ),
        moves=1,
        wanted="act-vote-true",
        section="vote",
        look="seats",
    ),
    TourStep(
        title=_("Two policies in your hand"),
        text=_(
            "President %(first)s drew three policies, discarded one unseen and passed you these two:"
            " both are Fascist."
        ),
        task=_("You have no choice: enact one of them."),
        instead=_("That is not what this story needs now: enact one of the two policies."),
        moves=3,
        section="session",
        look="decision",
    ),
    TourStep(
        title=_("Say what you saw"),
        text=_(
            "Nobody else knows what you were passed, so a claim may be true or not; Liberals mostly"
            " tell the truth."
        ),
        task=_("What did you receive? Answer as you like."),
        answer=_(
            "It stands in the log for good. You know that you were passed two Fascist policies; to all"
            " others a true claim and a false one look exactly the same."
        ),
        kind=TourStepKind.CLAIM,
        moves=4,
        section="talk",
        look="talk",
        said=(_received(FIRST, 1, "FFF", ClaimKind.DREW),),
    ),
    TourStep(
        title=_("A government nobody trusts"),
        text=_("%(second)s nominates %(third)s as Chancellor, and you know nothing about either."),
        task=_("Let this government fail: vote Nein!"),
        instead=_("Ja! is allowed, of course. Here you should see a vote fail: vote Nein!"),
        moves=5,
        wanted="act-vote-false",
        section="vote",
        look="seats",
    ),
    TourStep(
        title=_("Your turn to nominate"),
        text=_(
            "The lost vote moved the election tracker; when it has moved %(chaos)d times, chaos enacts"
            " the top policy of the draw pile."
        ),
        task=_("You are presidential candidate. Press the seat of %(partner)s, then nominate."),
        instead=_(
            "The rules allow that, and at a real table the choice is yours. This story goes on"
            " with another player. Nominate: %(partner)s."
        ),
        moves=6,
        wanted="act-nominate-3",
        section="nomination",
        look="seats",
    ),
    TourStep(
        title=_("Three policies, one to discard"),
        text=_(
            "You are President: one of these you discard unseen, and of the other two Chancellor"
            " %(partner)s enacts one."
        ),
        task=_("Keep the Liberal policy: discard a Fascist one."),
        instead=_(
            "The rules allow that, and a Fascist might do just this. You are a Liberal: keep the"
            " Liberal policy and discard a Fascist one."
        ),
        moves=8,
        section="session",
        look="decision",
    ),
    TourStep(
        title=_("Investigate loyalty"),
        text=_(
            "%(partner)s enacted the Fascist policy and claims there was no other, but you alone know"
            " better; and this space of the board gives you a power."
        ),
        task=_("Find out: press the seat of %(partner)s and investigate."),
        instead=_(
            "The rules allow that, and you would learn something. This story wants to know more"
            " about another player. Investigate: %(partner)s."
        ),
        moves=10,
        wanted="act-investigate-3",
        section="powers",
        look="fascist-track",
        said=(_received(PARTNER, 3, "FF", ClaimKind.RECEIVED),),
    ),
    TourStep(
        title=_("Tell what you know, or do not"),
        text=_(
            "Only you have seen that %(partner)s belongs to the Fascist party; you may tell the truth,"
            " lie or say nothing."
        ),
        task=_("What do you tell the table?"),
        answer=_(
            "Everybody has heard you. %(partner)s will say the opposite, and all the others have"
            " to decide whom they believe. That is the game."
        ),
        kind=TourStepKind.CLAIM,
        moves=11,
        section="talk",
        look="talk",
    ),
    TourStep(
        title=_("The danger zone"),
        text=_(
            "Three rounds later %(second)s has enacted the third Fascist policy: from now on Fascists"
            " win at once if Hitler is elected Chancellor."
        ),
        task=_(
            "%(fourth)s trusts you and has called a special election for you. Nominate: %(first)s."
        ),
        instead=_(
            "The rules allow that, but if it were Hitler, the game would be over. You know most about"
            " %(first)s: nominate %(first)s."
        ),
        moves=20,
        shown_from=18,
        wanted="act-nominate-0",
        section="nomination",
        look="fascist-track",
    ),
    TourStep(
        title=_("One shot"),
        text=_(
            "Your government was elected, but drew Fascist policies only: the fourth one lets you"
            " execute a player, and Liberals win if it is Hitler."
        ),
        task=_(
            "%(second)s and %(partner)s, both Fascists, wanted the same Chancellor. Execute: %(third)s."
        ),
        instead=_(
            "That would not be Hitler. Look who was nominated by %(second)s and by %(partner)s, who are"
            " Fascists: execute %(third)s."
        ),
        moves=24,
        shown_from=21,
        wanted="act-execute-4",
        section="powers",
        look="seats",
    ),
    TourStep(
        title=_("Now you can play"),
        text=_(
            "%(third)s was Hitler: you have won, and you have done all that a player does at this"
            " table."
        ),
        kind=TourStepKind.END,
        moves=25,
        section="goal",
    ),
)
