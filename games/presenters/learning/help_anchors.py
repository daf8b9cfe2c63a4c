"""The help section for each thing in the game: the one table behind every link to the help.

It depends on public facts only, so a link reveals nothing.
"""

from games.engine.errors import Reason
from games.engine.vocabulary import Phase, PresidentialPower

PHASE_ANCHORS: dict[Phase, str] = {
    Phase.NOMINATE: "nomination",
    Phase.VOTE: "vote",
    Phase.PRESIDENT_DISCARD: "session",
    Phase.CHANCELLOR_ENACT: "session",
    Phase.VETO_ANSWER: "veto",
    Phase.INVESTIGATE: "powers-investigate",
    Phase.SPECIAL_ELECTION: "powers-special-election",
    Phase.PEEK: "powers-peek",
    Phase.EXECUTE: "powers-execute",
    Phase.GAME_OVER: "end",
}

POWER_ANCHORS: dict[PresidentialPower, str] = {
    PresidentialPower.INVESTIGATE_LOYALTY: "powers-investigate",
    PresidentialPower.SPECIAL_ELECTION: "powers-special-election",
    PresidentialPower.POLICY_PEEK: "powers-peek",
    PresidentialPower.EXECUTION: "powers-execute",
}

REASON_ANCHORS: dict[Reason, str] = {
    Reason.WRONG_NUMBER_OF_PLAYERS: "set-up",
    Reason.WRONG_ROLES: "set-up",
    Reason.WRONG_DECK: "box",
    Reason.WRONG_RESHUFFLE: "deck",
    Reason.MISSING_RESHUFFLE: "deck",
    Reason.UNKNOWN_BOARD: "boards",
    Reason.BOARD_TEAMS: "boards",
    Reason.BOARD_ZONES: "boards",
    Reason.BOARD_TOO_FEW_CARDS: "boards",
    Reason.BOARD_TOO_MANY_CARDS: "boards",
    Reason.BOARD_STARTS_TOO_FAR: "boards",
    Reason.BOARD_TOO_MANY_INVESTIGATIONS: "boards",
    Reason.BOARD_TOO_MANY_EXECUTIONS: "boards",
    Reason.GAME_OVER: "end",
    Reason.WRONG_PHASE: "round",
    Reason.NOT_YOUR_DECISION: "round",
    Reason.PLAYER_IS_DEAD: "powers-execute",
    Reason.UNKNOWN_SEAT: "set-up",
    Reason.TARGET_IS_SELF: "nomination",
    Reason.TARGET_IS_DEAD: "powers-execute",
    Reason.TERM_LIMITED_PRESIDENT: "term-limits",
    Reason.TERM_LIMITED_CHANCELLOR: "term-limits",
    Reason.ALREADY_INVESTIGATED: "powers-investigate",
    Reason.POLICY_NOT_IN_HAND: "session",
    Reason.BALLOTS_INCOMPLETE: "vote",
    Reason.VETO_LOCKED: "veto",
    Reason.VETO_ALREADY_REFUSED: "veto",
}

# Parts of the board, and the remarks beside a decision.
TRACKER = "tracker"
PILES = "deck"
ZONE = "hitler-zone"
VETO = "veto"
POWERS = "powers"
SILENCE = "silence"
TALK = "talk"
VOTE = "vote"
SPECTATORS = "spectators"
EVERYTHING_ELSE = (TRACKER, PILES, ZONE, VETO, POWERS, SILENCE, TALK, VOTE, SPECTATORS)
