"""Refusals of the engine: IllegalAction and IllegalSetup, each with a Reason.

A Reason reveals nothing that a player at the table may not know. words/phrases.py has the
sentences.
"""

from enum import StrEnum


class Reason(StrEnum):
    """Why something is not allowed."""

    # Set-up
    WRONG_NUMBER_OF_PLAYERS = "wrong_number_of_players"
    WRONG_ROLES = "wrong_roles"
    WRONG_DECK = "wrong_deck"
    WRONG_RESHUFFLE = "wrong_reshuffle"
    MISSING_RESHUFFLE = "missing_reshuffle"
    # The board
    UNKNOWN_BOARD = "unknown_board"
    BOARD_TEAMS = "board_teams"
    BOARD_ZONES = "board_zones"
    BOARD_TOO_FEW_CARDS = "board_too_few_cards"
    BOARD_TOO_MANY_CARDS = "board_too_many_cards"
    BOARD_STARTS_TOO_FAR = "board_starts_too_far"
    BOARD_TOO_MANY_INVESTIGATIONS = "board_too_many_investigations"
    BOARD_TOO_MANY_EXECUTIONS = "board_too_many_executions"
    # Who and when
    GAME_OVER = "game_over"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_DECISION = "not_your_decision"
    PLAYER_IS_DEAD = "player_is_dead"
    UNKNOWN_SEAT = "unknown_seat"
    # Whom
    TARGET_IS_SELF = "target_is_self"
    TARGET_IS_DEAD = "target_is_dead"
    TERM_LIMITED_PRESIDENT = "term_limited_president"
    TERM_LIMITED_CHANCELLOR = "term_limited_chancellor"
    ALREADY_INVESTIGATED = "already_investigated"
    # What
    POLICY_NOT_IN_HAND = "policy_not_in_hand"
    BALLOTS_INCOMPLETE = "ballots_incomplete"
    VETO_LOCKED = "veto_locked"
    VETO_ALREADY_REFUSED = "veto_already_refused"


class IllegalAction(Exception):
    """The rules forbid this action now; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class IllegalSetup(Exception):
    """These players, roles or cards make no game (E-02)."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason
