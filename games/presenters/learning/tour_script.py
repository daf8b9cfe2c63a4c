"""The tour's words: one explanation for every step of its three rounds.

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
FIRST, SECOND, OWN, PARTNER, THIRD = range(5)


class TourStepKind(Enum):
    """What the reader does at a step."""

    READ = "read"
    ACT = "act"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True, kw_only=True)
class TourStep:
    """One page of the tour."""

    title: "Phrase"
    texts: "tuple[Phrase, ...]"
    task: "Phrase | None" = None
    """The reader's task."""
    instead: "Phrase | None" = None
    """The answer to another legal move."""
    answer: "Phrase | None" = None
    """The answer to any claim of the reader."""
    kind: TourStepKind = TourStepKind.READ
    moves: int
    section: str = ""
    """The anchor of the rule help's section about this step."""
    look: str = ""
    """The part of the table that this step is about."""
    said: tuple[ClaimValue, ...] = ()
    """The latest claims of other players."""


def _received(seat: SeatNumber, round_: int, content: str, kind: ClaimKind) -> ClaimValue:
    return ClaimValue(seat=seat, round=round_, kind=kind, content=content)


STEPS = (
    TourStep(
        title=_("A table, and a secret"),
        texts=(
            _(
                "%(players)d people sit around this table. You play %(own)s, in seat %(place)d."
                " Everything here is prepared: the others follow a script, no clock runs, and"
                " nothing of what you do is kept."
            ),
            _(
                "Liberals: %(liberals)d. Fascists: %(fascists)d. And one Hitler, who plays on the"
                " Fascist side. The Fascists know each other and Hitler. Liberals know nobody but"
                " themselves, and at a table of this size Hitler knows nobody either."
            ),
        ),
        task=_("Open “Your secret role”. At a real table, nobody else may see it."),
        moves=0,
        section="knowledge",
        look="secret",
    ),
    TourStep(
        title=_("What you play for"),
        texts=(
            _(
                "You are a Liberal. Liberals win when %(liberal_goal)d Liberal policies are"
                " enacted, or when Hitler is executed. Fascists win when %(fascist_goal)d Fascist"
                " policies are enacted, or when Hitler is elected Chancellor after the third of"
                " them. The two boards show how far each side has come."
            ),
            _(
                "One after the other, clockwise, is presidential candidate and names somebody as"
                " Chancellor. Round 1 begins with: %(first)s."
            ),
        ),
        moves=0,
        section="goal",
        look="boards",
    ),
    TourStep(
        title=_("Your first vote"),
        texts=(
            _(
                "%(first)s has nominated you. Now everybody votes, you too: Ja! means yes, Nein!"
                " means no. The government is elected if there is more Ja! than Nein!; a tie is"
                " not enough."
            ),
            _(
                "The others have voted already. Their ballots lie face down until the last one is"
                " in; then all are turned over at once, with names."
            ),
        ),
        task=_("You know that you mean well. Vote Ja!"),
        instead=_(
            "You may vote Nein! whenever you like, even against yourself. This story needs you as"
            " Chancellor, though: vote Ja!"
        ),
        kind=TourStepKind.ACT,
        moves=1,
        section="vote",
        look="seats",
    ),
    TourStep(
        title=_("A government, and silence"),
        texts=(
            _(
                "The vote is won: President %(first)s, Chancellor %(own)s. The President draws"
                " three policies, discards one face down and passes the other two to you."
            ),
            _(
                "Until a policy lies face up, President and Chancellor say nothing to anybody:"
                " no word, no hint. On this site the talk is closed to both for so long."
            ),
        ),
        moves=2,
        section="session",
        look="seats",
    ),
    TourStep(
        title=_("Two policies in your hand"),
        texts=(
            _(
                "You have received two policies. One of them you enact, the other one is"
                " discarded, and nobody ever sees it."
            ),
            _(
                "Both are Fascist: you have no choice. That happens to Liberals more often than"
                " they like, because the policy deck holds %(fascist_policies)d Fascist policies"
                " and only %(liberal_policies)d Liberal ones."
            ),
        ),
        task=_("Enact one of the two. You will have your say in a moment."),
        instead=_("That is not what this story needs now: enact one of the two policies."),
        kind=TourStepKind.ACT,
        moves=3,
        section="session",
        look="decision",
    ),
    TourStep(
        title=_("Say what you saw"),
        texts=(
            _(
                "A Fascist policy lies on the board, and everybody may talk again. %(first)s has"
                " told the table which policies were drawn. Nobody can check that, and nobody can"
                " check you: discarded policies stay face down until the end of the game."
            ),
            _(
                "A claim may be true or not, and you may say nothing at all. Liberals mostly tell"
                " the truth, because it helps them to find each other."
            ),
        ),
        task=_("What did you receive? Answer as you like."),
        answer=_(
            "The table has read it, and it stands in the log for good. The truth would have been"
            " two Fascist policies; a lie would have looked exactly the same."
        ),
        kind=TourStepKind.CLAIM,
        moves=4,
        section="talk",
        look="talk",
        said=(_received(FIRST, 1, "FFF", ClaimKind.DREW),),
    ),
    TourStep(
        title=_("A government nobody trusts"),
        texts=(
            _(
                "Round 2. The presidential candidate is %(second)s, who has nominated: %(third)s."
                " You know nothing about either of them."
            ),
            _(
                "To vote Nein! is a decision like any other, but it has a price. You will see it"
                " when the ballots are turned over."
            ),
        ),
        task=_("Let this government fail. Vote Nein!"),
        instead=_("Ja! is allowed, of course. Here you should see a vote fail: vote Nein!"),
        kind=TourStepKind.ACT,
        moves=5,
        section="vote",
        look="seats",
    ),
    TourStep(
        title=_("The election tracker"),
        texts=(
            _(
                "Not more Ja! than Nein!: nobody takes office, and the election tracker moves on by"
                " one. When it has moved %(chaos)d times, chaos breaks out: the top policy of the"
                " draw pile is enacted at once, whatever it is. The tracker goes back to 0 when a"
                " policy is turned face up."
            ),
            _(
                "The term limits stay as they are. They name the last government that was"
                " elected, %(first)s and you. Whoever was only proposed is free: %(third)s may be"
                " named again at once."
            ),
        ),
        moves=6,
        section="tracker",
        look="tracker",
    ),
    TourStep(
        title=_("Your turn to nominate"),
        texts=(
            _(
                "Round 3, and you are the presidential candidate. Term limits concern the"
                " Chancellor’s office only, so they do not keep you from being President."
            ),
            _(
                "Whom do you name? The last President is term-limited: %(first)s. Try it, if you"
                " like; the table refuses, tells you the rule, and nothing happens."
            ),
        ),
        task=_("Nobody knows much about one of your neighbours yet. Nominate: %(partner)s."),
        instead=_(
            "The rules allow that, and at a real table the choice is yours. This story goes on"
            " with another player. Nominate: %(partner)s."
        ),
        kind=TourStepKind.ACT,
        moves=6,
        section="nomination",
        look="seats",
    ),
    TourStep(
        title=_("Everybody votes, you too"),
        texts=(
            _(
                "Both candidates vote like everybody else. You may change your ballot until the"
                " last one is in, and nobody notices."
            ),
        ),
        task=_("You want this government. Vote Ja!"),
        instead=_(
            "Some do vote against their own government. You want to be President now, though:"
            " vote Ja!"
        ),
        kind=TourStepKind.ACT,
        moves=7,
        section="vote",
        look="seats",
    ),
    TourStep(
        title=_("Three policies, one to discard"),
        texts=(
            _(
                "You are President. These three policies are for your eyes only. One you discard"
                " face down; the Chancellor gets the other two and enacts one of them."
            ),
            _(
                "If you discard the Liberal policy, the Chancellor has no choice. If you discard a"
                " Fascist one, the Chancellor has to choose, and you learn something."
            ),
        ),
        task=_("Discard a Fascist policy."),
        instead=_(
            "The rules allow that, and a Fascist might do just this. You are a Liberal: keep the"
            " Liberal policy and discard a Fascist one."
        ),
        kind=TourStepKind.ACT,
        moves=8,
        section="session",
        look="decision",
    ),
    TourStep(
        title=_("Somebody is lying"),
        texts=(
            _(
                "You passed on one Liberal policy and one Fascist one. Chancellor %(partner)s has"
                " enacted the Fascist one, and claims that both were Fascist. You alone know that"
                " this is not true."
            ),
            _(
                "To everybody else it is your word against that of %(partner)s. Think of round 1:"
                " your own Fascist policy came about in honesty, and it looked just the same."
            ),
            _(
                "This was the second Fascist policy, and its space on the board gives the"
                " President a power. Powers must be used, and they are the same for Liberals and"
                " Fascists."
            ),
        ),
        moves=10,
        section="powers",
        look="fascist-track",
        said=(_received(PARTNER, 3, "FF", ClaimKind.RECEIVED),),
    ),
    TourStep(
        title=_("Investigate loyalty"),
        texts=(
            _(
                "You look at the party membership of one player. Everybody sees whom you choose;"
                " what you see is yours alone. Hitler belongs to the Fascist party too, so the"
                " card does not tell Hitler from a Fascist."
            ),
            _("Nobody is investigated twice in a game, by whomever."),
        ),
        task=_("You want to be sure. Investigate: %(partner)s."),
        instead=_(
            "The rules allow that, and you would learn something. This story wants to know more"
            " about another player. Investigate: %(partner)s."
        ),
        kind=TourStepKind.ACT,
        moves=10,
        section="powers",
        look="decision",
    ),
    TourStep(
        title=_("Tell what you know, or do not"),
        texts=(
            _(
                "You have seen it: %(partner)s belongs to the Fascist party. “Only you know” keeps"
                " everything that you have been shown."
            ),
            _(
                "You may tell the truth, lie or say nothing. Whoever is Fascist has the same three"
                " possibilities, and would hardly agree with you."
            ),
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
        title=_("Now you can play"),
        texts=(
            _(
                "You have voted, governed from both chairs, met a term limit and the election"
                " tracker, used a power, and been lied to."
            ),
            _(
                "A longer game brings more. From Fascist policy %(zone)d on, electing Hitler as"
                " Chancellor loses the game for the Liberals. Presidents may call a special"
                " election or execute a player. And after Fascist policy %(veto)d, President and"
                " Chancellor together may veto both policies."
            ),
            _(
                "At a real table every option has its rule beside it, so nothing can go wrong: sit"
                " down and play."
            ),
        ),
        moves=11,
        section="strategy",
    ),
)
