"""The words of the lessons: for each its title, its idea, its question, its options, and why the answer is right."""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonWords:
    """A lesson in the active language."""

    title: str
    teaches: str
    """What it teaches, in one line."""
    idea: str
    question: str
    why: str
    options: tuple[str, ...] = ()
    """Empty where the options are players or claims."""


def _eligible() -> LessonWords:
    return LessonWords(
        title=_("Who can be Chancellor"),
        teaches=_("The last government has to make room."),
        idea=_(
            "With more than five players alive, the President and the Chancellor of the last elected government"
            " cannot be Chancellor next. So power moves on, and everybody has to be trusted at some point."
        ),
        question=_("You are the next candidate for President. Whom can you nominate?"),
        why=_(
            "The two others have just governed. Their limit ends with the next elected government, or with chaos."
        ),
    )


def _tie() -> LessonWords:
    return LessonWords(
        title=_("A tie is lost"),
        teaches=_("Half of the votes is not enough."),
        idea=_(
            "Everybody who lives votes, the two candidates too. A government needs more Ja! than Nein!"
        ),
        question=_("Six players vote: three Ja!, three Nein! What happens?"),
        options=(
            _("The government is elected."),
            _("The government is rejected, and the election tracker advances."),
            _("Everybody votes again."),
        ),
        why=_(
            "Half is not enough. With an even number of players every vote is a little easier to stop."
        ),
    )


def _tracker() -> LessonWords:
    return LessonWords(
        title=_("Three rejections bring chaos"),
        teaches=_("What it may cost to say Nein!"),
        idea=_(
            "Each rejected government moves the election tracker. Saying Nein! has a price, which the deck sets."
        ),
        question=_(
            "Two governments have been rejected. What happens if this one is rejected, too?"
        ),
        options=(
            _("Nothing more than before: the next player is the candidate."),
            _("The top policy of the deck is enacted at once, and the tracker goes back to 0."),
            _("The President enacts a policy alone."),
        ),
        why=_(
            "Nobody chooses this policy, and a power it would bring is lost. The deck begins with 11 Fascist"
            " policies among 17, so chaos mostly helps the Fascists."
        ),
    )


def _own_eyes() -> LessonWords:
    return LessonWords(
        title=_("What you saw beats what you hear"),
        teaches=_("Only the cards in your own hand are certain."),
        idea=_(
            "Claims may be true or not. The policies in your own hand are the only ones you know for certain."
        ),
        question=_("You were Chancellor in round 1. Which of these claims is certainly false?"),
        why=_(
            "You were handed a Liberal policy, so the President cannot have drawn three Fascist ones. The other two"
            " claims fit together; that does not prove them."
        ),
    )


def _conflict() -> LessonWords:
    return LessonWords(
        title=_("Two claims that cannot both be true"),
        teaches=_("Compare what two say of one hand."),
        idea=_(
            "A President who draws two Liberal policies passes on at least one. Compare what both say of one hand."
        ),
        question=_("The President and the Chancellor contradict each other. What is certain?"),
        options=(
            _("The President is a Fascist or Hitler."),
            _("The Chancellor is a Fascist or Hitler."),
            _("At least one of the two has not told the truth."),
        ),
        why=_(
            "Each claim alone is possible, both together are not. A Liberal seldom has a reason to lie, so watch both of"
            " them, and let neither govern with somebody you do not trust."
        ),
    )


def _cover() -> LessonWords:
    return LessonWords(
        title=_("How a Fascist covers a Fascist"),
        teaches=_("Two claims that agree may be a lie of two."),
        idea=_(
            "Fascists know each other, so the second one to speak can say what fits the first. Two claims that agree"
            " may be a lie of two."
        ),
        question=_("You are a Fascist, as the President is. What do you claim to have received?"),
        options=(
            _("One Liberal and one Fascist policy."),
            _("Two Fascist policies."),
            _("Two Liberal policies."),
        ),
        why=_(
            "The President claims three Fascist policies, and only this fits. As a Liberal, remember it: claims that"
            " agree prove nothing if both may be Fascists."
        ),
    )


def _special() -> LessonWords:
    return LessonWords(
        title=_("After a special election"),
        teaches=_("Who is the next candidate after it."),
        idea=_(
            "The President with this power names the next candidate. Afterwards the order goes on from the President"
            " who used it, and nobody is skipped."
        ),
        question=_("You called a special election. Who is the candidate after it?"),
        why=_(
            "The placard goes to the left of the President who called the election, whether that government was"
            " elected or not."
        ),
    )


def _cleared() -> LessonWords:
    return LessonWords(
        title=_("Who is certainly not Hitler"),
        teaches=_("What an election proves after the third Fascist policy."),
        idea=_(
            "From the third Fascist policy on, the Fascists win at once if Hitler is elected Chancellor. If the game"
            " goes on, that Chancellor is not Hitler."
        ),
        question=_("Who of these is certainly not Hitler?"),
        why=_(
            "This election came after the third Fascist policy, and the game went on. Governments before that prove"
            " nothing. Not Hitler does not mean Liberal: it may be an ordinary Fascist."
        ),
    )


def _party() -> LessonWords:
    return LessonWords(
        title=_("How Hitler hides"),
        teaches=_("What an investigation shows, and what it does not."),
        idea=_(
            "An investigation shows the party membership, never the secret role. Hitler belongs to the Fascist party."
        ),
        question=_("You investigated a player and saw: Fascist. What do you know?"),
        options=(
            _("This player is an ordinary Fascist."),
            _("This player is Hitler."),
            _("This player is an ordinary Fascist or Hitler."),
        ),
        why=_(
            "The card is the same for both. Say what you saw: from now on nobody should elect this player, least of"
            " all after the third Fascist policy."
        ),
    )


def _veto() -> LessonWords:
    return LessonWords(
        title=_("When to ask for a veto"),
        teaches=_("Two bad policies, and a way out."),
        idea=_(
            "With five Fascist policies enacted, the Chancellor may ask to discard the whole hand. It happens if the"
            " President agrees, and the election tracker advances."
        ),
        question=_("You are a Liberal Chancellor and hold two Fascist policies. What do you do?"),
        options=(
            _("Ask for a veto."),
            _("Enact the Liberal policy."),
            _("Enact a Fascist policy and hope for the next government."),
        ),
        why=_(
            "The sixth Fascist policy ends the game. A President who refuses the veto now tells everybody something."
        ),
    )


_WORDS: MappingProxyType[str, Callable[[], LessonWords]] = MappingProxyType(
    {
        "eligible": _eligible,
        "tie": _tie,
        "tracker": _tracker,
        "own-eyes": _own_eyes,
        "conflict": _conflict,
        "cover": _cover,
        "special": _special,
        "cleared": _cleared,
        "party": _party,
        "veto": _veto,
    }
)


def words_of(slug: str) -> LessonWords:
    """Return the words of a lesson in the active language."""
    return _WORDS[slug]()
