"""Why something is refused, in sentences for the player: those of the rules, and those of the services.

words.phrases.reason_text chooses among them.
"""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.errors import Reason
from games.values.refusals import ServiceReason
from games.words.boards import BOARD_REASON_TEXTS, BOARD_SERVICE_REASON_TEXTS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Phrase

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
