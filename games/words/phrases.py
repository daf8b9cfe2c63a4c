"""The words of the game in the reader's language: names of enum members, buttons, and refusals.

The engine uses enum members and Reasons; here are their texts, in the words of the rule book.
Every phrase is whole: no sentence is built from pieces, names are values.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

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
from games.words.boards import BOARD_KIND_NAMES, BOARD_REASON_TEXTS, BOARD_SERVICE_REASON_TEXTS
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

REASON_TEXTS: "dict[Reason, Phrase]" = {
    Reason.WRONG_NUMBER_OF_PLAYERS: _("A game needs 5 to 10 players."),
    Reason.WRONG_ROLES: _("These are not the secret roles for a table of this size."),
    Reason.WRONG_DECK: _("The policy deck does not hold the policies of this board."),
    Reason.WRONG_RESHUFFLE: _(
        "The renewed policy deck does not hold the policies that were left and discarded."
    ),
    Reason.MISSING_RESHUFFLE: _("The policy deck is renewed here, but its new order is missing."),
    Reason.GAME_OVER: _("The game is over."),
    Reason.WRONG_PHASE: _("This is not possible now: the table waits for another decision."),
    Reason.NOT_YOUR_DECISION: _("This decision is for another player to make."),
    Reason.PLAYER_IS_DEAD: _("Executed players take no further part in the game."),
    Reason.UNKNOWN_SEAT: _("There is no such seat at this table."),
    Reason.TARGET_IS_SELF: _("The President must name another player."),
    Reason.TARGET_IS_DEAD: _("That player was executed."),
    Reason.TERM_LIMITED_PRESIDENT: _("Term limit: the last President cannot be nominated now."),
    Reason.TERM_LIMITED_CHANCELLOR: _("Term limit: the last Chancellor cannot be nominated now."),
    Reason.ALREADY_INVESTIGATED: _(
        "That player has been investigated already; nobody is investigated twice."
    ),
    Reason.POLICY_NOT_IN_HAND: _("That policy is not among those in hand."),
    Reason.BALLOTS_INCOMPLETE: _("Every living player must vote before the ballots are counted."),
    Reason.VETO_LOCKED: _(
        "The veto power belongs to sessions that begin with enough Fascist policies to unlock it."
    ),
    Reason.VETO_ALREADY_REFUSED: _(
        "The President has refused the veto: one of the two policies must be enacted."
    ),
    **BOARD_REASON_TEXTS,
}

REASON_TEXTS_WITH_NAME: "dict[Reason, Phrase]" = {
    Reason.PLAYER_IS_DEAD: _("%(name)s was executed and takes no further part in the game."),
    Reason.TARGET_IS_DEAD: _("%(name)s was executed and cannot be named."),
    Reason.TERM_LIMITED_PRESIDENT: _(
        "Term limit: %(name)s was the last President and cannot be nominated now."
    ),
    Reason.TERM_LIMITED_CHANCELLOR: _(
        "Term limit: %(name)s was the last Chancellor and cannot be nominated now."
    ),
    Reason.ALREADY_INVESTIGATED: _(
        "%(name)s has been investigated already; nobody is investigated twice."
    ),
}

SERVICE_REASON_TEXTS: "dict[ServiceReason, Phrase]" = {
    ServiceReason.GAME_NOT_FOUND: _("There is no such game."),
    ServiceReason.GAME_OVER: _("This game is over."),
    ServiceReason.GAME_RUNNING: _("This game is still running."),
    ServiceReason.NOT_SEATED: _("You have no seat at this table."),
    ServiceReason.STALE_DECISION: _(
        "The game has moved on since: that decision is made. Look at the table and choose again."
    ),
    ServiceReason.DUPLICATE_ACTION: _("This was received before and counts once."),
    ServiceReason.MALFORMED: _("This could not be understood. Reload the page and try again."),
    ServiceReason.TOO_LARGE: _("This was too long to be accepted."),
    ServiceReason.NOT_ASKED: _(
        "Only living players who play their own seat are asked, while their time is not up."
    ),
    ServiceReason.MOTION_OPEN: _("The table is being asked something else. Answer that first."),
    ServiceReason.MOTION_SETTLED: _("This question is settled. Look at the table again."),
    ServiceReason.NOT_NOW: _("This cannot be asked for now."),
    ServiceReason.NO_MORE_TIME: _("There is no more time for this decision."),
    ServiceReason.LOBBY_NOT_FOUND: _("There is no such lobby. Check the link or the code."),
    ServiceReason.LOBBY_FULL: _("Every seat in this lobby is taken."),
    ServiceReason.LOBBY_STARTED: _("This lobby's game has started already."),
    ServiceReason.LOBBY_CLOSED: _("This lobby is closed."),
    ServiceReason.WRONG_PASSWORD: _("This is not the password of this lobby."),
    ServiceReason.REMOVED_FROM_LOBBY: _("The host removed you from this lobby."),
    ServiceReason.SUSPENDED: _("You are suspended. Your account page says why, and until when."),
    ServiceReason.WARNING_UNREAD: _(
        "The moderators have written to you. Please read it before the next game."
    ),
    ServiceReason.RANKED_FORBIDDEN: _(
        "You may not play ranked games now. Your account page says why, and until when."
    ),
    ServiceReason.MUTED_BY_STAFF: _(
        "You may not write now. Your account page says why, and until when. Claims are open to you."
    ),
    ServiceReason.NOT_ADMITTED: _("You cannot sit down at this table. There are others."),
    ServiceReason.NOT_A_MEMBER: _(
        "This table is for the members of a club. Join the club to sit down here."
    ),
    ServiceReason.BLOCKED_PERSON_HERE: _("Somebody whom you blocked sits at this table."),
    ServiceReason.REMATCH_WAITS: _(
        "The others of the last game have half a minute to answer; until then their seats are kept for them."
    ),
    ServiceReason.SEATS_KEPT: _(
        "The last free seats are kept for people who were invited, for a minute at most. Please try again then."
    ),
    ServiceReason.TOO_MANY_INVITATIONS: _(
        "You have invited as many people to this table as one can."
    ),
    ServiceReason.SEATED_ELSEWHERE: _("You already have a seat at another table."),
    ServiceReason.NOT_HOST: _("Only the host of this lobby can do this."),
    ServiceReason.NAME_TAKEN: _(
        "Somebody at this table has this name, or one that looks like it."
    ),
    ServiceReason.NAME_NOT_IN_LOBBY: _("This person is not in the lobby."),
    ServiceReason.NOT_ENOUGH_PLAYERS: _("There are not enough players to start the game."),
    ServiceReason.TOO_MANY_PLAYERS: _("There are too many players to start the game."),
    ServiceReason.TOO_MANY_SEATED: _("More players are seated than that."),
    ServiceReason.NOT_ALL_READY: _("Not everybody is ready."),
    ServiceReason.BOTS_NOT_ALLOWED: _("Bots are not allowed at this table."),
    ServiceReason.RANKED_NEEDS_ACCOUNT: _(
        "A ranked game needs an account with a confirmed e-mail address."
    ),
    ServiceReason.RANKED_PAUSED: _(
        "Whoever leaves a ranked game has a pause before the next one: 10 minutes at first, then up to an hour."
    ),
    ServiceReason.ONE_SEAT_EACH: _(
        "Two seats of this table are played on one device, or in the same browser over one connection."
        " In a ranked game everybody has one seat: somebody gives up theirs, or plays from elsewhere."
    ),
    ServiceReason.NO_LIMIT_IS_PRIVATE: _(
        "Only a table that is not in the list may play without a time limit."
    ),
    ServiceReason.RANKED_NEEDS_LIMIT: _(
        "A ranked game needs a time limit. The host can choose one in the settings of the table."
    ),
    **BOARD_SERVICE_REASON_TEXTS,
    ServiceReason.TOO_MANY_SLOW_GAMES: _(
        "Somebody at this table plays as many slow games already as one person may at once. Guests who"
        " keep their account may play more."
    ),
    ServiceReason.PRESIDENT_IS_SILENT: _(
        "The President is silent until the policy lies face up or the veto is settled."
    ),
    ServiceReason.CHANCELLOR_IS_SILENT: _(
        "The Chancellor is silent until the policy lies face up or the veto is settled."
    ),
    ServiceReason.CAME_TOO_LATE: _(
        "Spectators' talk is open to people who were at this site before the game began."
    ),
    ServiceReason.CHAT_IS_OFF: _("There is no chat at this table: people talk aloud."),
    ServiceReason.PHRASES_ONLY: _("At this table only the ready-made sentences are spoken."),
    ServiceReason.GUESTS_CHOOSE: _(
        "Guests choose from ready-made sentences at this table. Keep your account to write freely. In a lobby the"
        " host can allow it, too."
    ),
    ServiceReason.NOTHING_SAID: _("There is nothing to be read in this message."),
    ServiceReason.MESSAGE_TOO_LONG: _("This message is too long: 300 characters at most."),
    ServiceReason.LISTED_WORD: _(
        "This message contains a word that nobody says here. Change it and send it again."
    ),
    ServiceReason.TALKING_TOO_FAST: _(
        "You have said a lot in a short time. Wait a few seconds and send it again."
    ),
    ServiceReason.SLOW_MODE: _("Slow mode: wait a little before you say more."),
    ServiceReason.CLAIM_NOT_OPEN: _("You cannot make this claim now."),
    ServiceReason.NOTES_TOO_LONG: _("These notes are too long: 4000 characters at most."),
    ServiceReason.SIGN_IN_FIRST: _("Sign in or play as a guest first."),
    ServiceReason.TOO_MANY_MESSAGES: _("That was too much at once. Wait a moment."),
    ServiceReason.TRY_AGAIN: _("Somebody else was first. Try again."),
    ServiceReason.DATABASE_AWAY: _(
        "The site cannot reach its data right now. What you have just sent may not have counted: try"
        " again in a moment."
    ),
}

SERVICE_REASON_TEXTS_WITH_NUMBER: "dict[ServiceReason, Phrase]" = {
    ServiceReason.SLOW_MODE: ngettext_lazy(
        "Slow mode: you can say this in %(seconds)s second.",
        "Slow mode: you can say this in %(seconds)s seconds.",
        "seconds",
    ),
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
    return str(_NAMES[type(member)][member])


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
