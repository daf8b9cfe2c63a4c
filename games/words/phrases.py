"""The words of the game in the reader's language: names of enum members, buttons, and refusals.

The engine uses enum members and Reasons. Here are the names of the members, in the words of the rule book, and
the functions that turn members, actions and reasons into text. The texts of reasons are in words.refusals.
Every phrase is whole: no sentence is built from pieces, names are values.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.actions import (
    Action,
    AnswerVeto,
    CallSpecialElection,
    CastBallot,
    DiscardPolicy,
    EnactPolicy,
    ExecutePlayer,
    InvestigateLoyalty,
    NominateChancellor,
    PeekAtPolicies,
    RequestVeto,
)
from games.engine.errors import Reason
from games.engine.vocabulary import (
    BoardKind,
    Edition,
    Party,
    Phase,
    Policy,
    PresidentialPower,
    Role,
    Veto,
    Victory,
    Vote,
)
from games.values.bots import BotLevel
from games.values.chat import Mark, SlowMode, TalkMode
from games.values.game_kind import GameKind
from games.values.refusals import ServiceReason
from games.values.timing import Hold, Motion, Pace, TimeUp
from games.words.boards import BOARD_KIND_NAMES
from games.words.once_per_language import once_per_language
from games.words.refusals import (
    REASON_TEXTS,
    REASON_TEXTS_WITH_NAME,
    SERVICE_REASON_TEXTS,
    SERVICE_REASON_TEXTS_WITH_NUMBER,
)
from games.words.spoken_language import pgettext

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Phrase: TypeAlias = _StrPromise

PARTY_NAMES: "dict[Party, Phrase]" = {
    Party.LIBERAL: pgettext_lazy("party membership", "Liberal"),
    Party.FASCIST: pgettext_lazy("party membership", "Fascist"),
}

ROLE_NAMES: "dict[Role, Phrase]" = {
    Role.LIBERAL: pgettext_lazy("secret role", "Liberal"),
    Role.FASCIST: pgettext_lazy("secret role", "Fascist"),
    Role.HITLER: pgettext_lazy("secret role", "Hitler"),
}

POLICY_NAMES: "dict[Policy, Phrase]" = {
    Policy.LIBERAL: _("Liberal policy"),
    Policy.FASCIST: _("Fascist policy"),
}

# Both stay German in every language; screen readers get the meaning beside them.
VOTE_NAMES: "dict[Vote, Phrase]" = {
    Vote.JA: pgettext_lazy("ballot", "Ja!"),
    Vote.NEIN: pgettext_lazy("ballot", "Nein!"),
}

PHASE_NAMES: "dict[Phase, Phrase]" = {
    Phase.NOMINATE: pgettext_lazy("phase", "Nomination"),
    Phase.VOTE: pgettext_lazy("phase", "Vote"),
    Phase.PRESIDENT_DISCARD: pgettext_lazy("phase", "Legislative session: the President discards"),
    Phase.CHANCELLOR_ENACT: pgettext_lazy("phase", "Legislative session: the Chancellor enacts"),
    Phase.VETO_ANSWER: pgettext_lazy(
        "phase", "Legislative session: the President answers the veto"
    ),
    Phase.INVESTIGATE: pgettext_lazy("phase", "Executive action: investigate loyalty"),
    Phase.SPECIAL_ELECTION: pgettext_lazy("phase", "Executive action: special election"),
    Phase.PEEK: pgettext_lazy("phase", "Executive action: policy peek"),
    Phase.EXECUTE: pgettext_lazy("phase", "Executive action: execution"),
    Phase.GAME_OVER: pgettext_lazy("phase", "The game is over"),
}

POWER_NAMES: "dict[PresidentialPower, Phrase]" = {
    PresidentialPower.INVESTIGATE_LOYALTY: pgettext_lazy(
        "presidential power", "Investigate loyalty"
    ),
    PresidentialPower.SPECIAL_ELECTION: pgettext_lazy("presidential power", "Special election"),
    PresidentialPower.POLICY_PEEK: pgettext_lazy("presidential power", "Policy peek"),
    PresidentialPower.EXECUTION: pgettext_lazy("presidential power", "Execution"),
}

VETO_NAMES: "dict[Veto, Phrase]" = {
    Veto.REQUESTED: _("Veto asked for"),
    Veto.GRANTED: _("Veto agreed to"),
    Veto.REFUSED: _("Veto refused"),
}

VICTORY_NAMES: "dict[Victory, Phrase]" = {
    Victory.FIVE_LIBERAL_POLICIES: _("The liberals win: five Liberal policies are enacted."),
    Victory.SIX_FASCIST_POLICIES: _("The fascists win: six Fascist policies are enacted."),
    Victory.HITLER_ELECTED: _("The fascists win: Hitler was elected Chancellor."),
    Victory.HITLER_EXECUTED: _("The liberals win: Hitler was executed."),
}

ENDING_NAMES: "dict[Victory, Phrase]" = {
    Victory.FIVE_LIBERAL_POLICIES: pgettext_lazy("how a game ended", "Five Liberal policies"),
    Victory.HITLER_EXECUTED: pgettext_lazy("how a game ended", "Hitler executed"),
    Victory.SIX_FASCIST_POLICIES: pgettext_lazy("how a game ended", "Six Fascist policies"),
    Victory.HITLER_ELECTED: pgettext_lazy("how a game ended", "Hitler elected"),
}
"""The endings in a word or two, for lists and charts."""

EDITION_NAMES: "dict[Edition, Phrase]" = {
    Edition.RETAIL: pgettext_lazy("rules edition", "Retail rules"),
    Edition.PRINT: pgettext_lazy("rules edition", "Print-and-play rules"),
}

PACE_NAMES: "dict[Pace, Phrase]" = {
    Pace.QUICK: pgettext_lazy("pace", "Quick"),
    Pace.RELAXED: pgettext_lazy("pace", "Relaxed"),
    Pace.TALK: pgettext_lazy("pace", "By talk: long time limits"),
    Pace.HALF_DAY: pgettext_lazy("pace", "Slow: 12 hours for each decision"),
    Pace.DAY: pgettext_lazy("pace", "Slow: a day for each decision"),
    Pace.DAYS: pgettext_lazy("pace", "Slow: three days for each decision"),
    Pace.NONE: pgettext_lazy("pace", "No time limit"),
}

TIME_UP_NAMES: "dict[TimeUp, Phrase]" = {
    TimeUp.STAND_IN: pgettext_lazy("when the time is up", "A stand-in decides"),
    TimeUp.WAIT: pgettext_lazy("when the time is up", "The table waits"),
    TimeUp.VOTE: pgettext_lazy(
        "when the time is up", "The others vote: abandon the game, or let a stand-in decide"
    ),
}

HOLD_NAMES: "dict[Hold, Phrase]" = {
    Hold.NONE: pgettext_lazy("interruption of a game", "None"),
    Hold.PAUSED: pgettext_lazy("interruption of a game", "Paused"),
    Hold.WAITING: pgettext_lazy("interruption of a game", "Waiting, the time being up"),
    Hold.VOTING: pgettext_lazy("interruption of a game", "Voting on abandoning the game"),
}

MOTION_NAMES: "dict[Motion, Phrase]" = {
    Motion.NONE: pgettext_lazy("motion", "None"),
    Motion.PAUSE: pgettext_lazy("motion", "To pause"),
    Motion.STAND_IN: pgettext_lazy("motion", "To let a stand-in decide"),
    Motion.ABANDON: pgettext_lazy("motion", "To abandon the game"),
}

TALK_MODE_NAMES: "dict[TalkMode, Phrase]" = {
    TalkMode.FREE: pgettext_lazy("table talk", "Free text"),
    TalkMode.PHRASES: pgettext_lazy("table talk", "Ready-made sentences only, in every language"),
    TalkMode.NONE: pgettext_lazy("table talk", "No chat: people talk aloud"),
}

SLOW_MODE_NAMES: "dict[SlowMode, Phrase]" = {
    SlowMode.OFF: pgettext_lazy("slow mode", "Off"),
    SlowMode.SHORT: pgettext_lazy("slow mode", "5 seconds"),
    SlowMode.MEDIUM: pgettext_lazy("slow mode", "15 seconds"),
    SlowMode.LONG: pgettext_lazy("slow mode", "30 seconds"),
}

GAME_KIND_NAMES: "dict[GameKind, Phrase]" = {
    GameKind.RANKED: pgettext_lazy("kind of game", "Ranked"),
    GameKind.CASUAL: pgettext_lazy("kind of game", "Casual"),
    GameKind.BOTS: pgettext_lazy("kind of game", "With bots"),
}

BOT_LEVEL_NAMES: "dict[BotLevel, Phrase]" = {
    BotLevel.NEWCOMER: pgettext_lazy("level of bots", "Newcomer"),
    BotLevel.REGULAR: pgettext_lazy("level of bots", "Regular"),
    BotLevel.SHARP: pgettext_lazy("level of bots", "Sharp"),
}

MARK_NAMES: "dict[Mark, Phrase]" = {
    Mark.NONE: pgettext_lazy("private mark", "No mark"),
    Mark.TRUST: pgettext_lazy("private mark", "Trust"),
    Mark.UNSURE: pgettext_lazy("private mark", "Unsure"),
    Mark.SUSPECT: pgettext_lazy("private mark", "Suspect"),
}

# By set, because members of different sets can be equal strings.
_NAMES: "dict[type[StrEnum], Mapping[Any, Phrase]]" = {
    Party: PARTY_NAMES,
    Role: ROLE_NAMES,
    Policy: POLICY_NAMES,
    Vote: VOTE_NAMES,
    Phase: PHASE_NAMES,
    PresidentialPower: POWER_NAMES,
    Veto: VETO_NAMES,
    Victory: VICTORY_NAMES,
    Edition: EDITION_NAMES,
    BoardKind: BOARD_KIND_NAMES,
    Pace: PACE_NAMES,
    TimeUp: TIME_UP_NAMES,
    Hold: HOLD_NAMES,
    Motion: MOTION_NAMES,
    TalkMode: TALK_MODE_NAMES,
    SlowMode: SLOW_MODE_NAMES,
    Mark: MARK_NAMES,
    GameKind: GAME_KIND_NAMES,
    BotLevel: BOT_LEVEL_NAMES,
}


def name_of(member: StrEnum) -> str:
    """Return the name of an enum member in the reader's language. Raises KeyError for a set without names."""
    return _names_of(type(member))[member]


@once_per_language(256)
def _names_of(members: type[StrEnum]) -> dict[StrEnum, str]:
    return {member: str(name) for member, name in _NAMES[members].items()}


def choices_of(members: type[StrEnum]) -> "list[tuple[str, Phrase]]":
    """Return values and names of a set, translated when shown, for form and model fields."""
    return [(member.value, name) for member, name in _NAMES[members].items()]


def action_name(action: Action) -> str:
    """Return the text of this action's button."""
    match action:
        case NominateChancellor():
            return pgettext("button", "Nominate")
        case CastBallot():
            return name_of(action.vote)
        case DiscardPolicy():
            return pgettext("button", "Discard")
        case EnactPolicy():
            return pgettext("button", "Enact")
        case RequestVeto():
            return pgettext("button", "Ask for a veto")
        case AnswerVeto(grant=True):
            return pgettext("button", "Agree to the veto")
        case AnswerVeto():
            return pgettext("button", "Refuse the veto")
        case InvestigateLoyalty():
            return pgettext("button", "Investigate loyalty")
        case CallSpecialElection():
            return pgettext("button", "Call a special election")
        case PeekAtPolicies():
            return pgettext("button", "Look at the top three policies")
        case ExecutePlayer():
            return pgettext("button", "Execute")
        case _:
            assert_never(action)


def confirmation(action: Action, name: str) -> str:
    """Return the text that confirms an irreversible action; empty for other actions.

    `name` is that of the target player. The text does not say which policy is meant: the card's
    button does, and streamer mode covers it.
    """
    match action:
        case CastBallot() | PeekAtPolicies():
            return ""
        case NominateChancellor():
            return pgettext("button", "Nominate %(name)s") % {"name": name}
        case DiscardPolicy():
            return pgettext("button", "Discard this policy")
        case EnactPolicy():
            return pgettext("button", "Enact this policy")
        case InvestigateLoyalty():
            return pgettext("button", "Investigate %(name)s") % {"name": name}
        case CallSpecialElection():
            return pgettext("button", "Special election: %(name)s") % {"name": name}
        case ExecutePlayer():
            return pgettext("button", "Execute %(name)s") % {"name": name}
        case RequestVeto() | AnswerVeto():
            return action_name(action)
        case _:
            assert_never(action)


def reason_text(
    reason: Reason | ServiceReason, *, names: Mapping[str, object] | None = None
) -> str:
    """Return the text of a refusal, for a player.

    `names={"name": ...}` has the target player's name, where there is one; of a GameError its `names`.
    """
    if isinstance(reason, ServiceReason):
        if names and reason in SERVICE_REASON_TEXTS_WITH_NUMBER:
            return str(SERVICE_REASON_TEXTS_WITH_NUMBER[reason] % names)
        return str(SERVICE_REASON_TEXTS[reason])
    if names and reason in REASON_TEXTS_WITH_NAME:
        return str(REASON_TEXTS_WITH_NAME[reason]) % names
    return str(REASON_TEXTS[reason])
