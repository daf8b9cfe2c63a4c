"""Refusals of services: GameError with a ServiceReason; words/phrases.py has the sentences.

The engine refuses illegal actions: see IllegalAction and Reason.
"""

from collections.abc import Mapping
from enum import StrEnum


class ServiceReason(StrEnum):
    """Why a service refuses, for reasons outside the rules of the game."""

    # The table
    GAME_NOT_FOUND = "game_not_found"
    GAME_OVER = "game_over"
    GAME_RUNNING = "game_running"
    NOT_SEATED = "not_seated"
    STALE_DECISION = "stale_decision"
    DUPLICATE_ACTION = "duplicate_action"
    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    # Agreements
    NOT_ASKED = "not_asked"
    MOTION_OPEN = "motion_open"
    MOTION_SETTLED = "motion_settled"
    NOT_NOW = "not_now"
    NO_MORE_TIME = "no_more_time"
    # Table talk
    PRESIDENT_IS_SILENT = "president_is_silent"
    CHANCELLOR_IS_SILENT = "chancellor_is_silent"
    CAME_TOO_LATE = "came_too_late"
    CHAT_IS_OFF = "chat_is_off"
    MUTED_BY_STAFF = "muted_by_staff"
    PHRASES_ONLY = "phrases_only"
    GUESTS_CHOOSE = "guests_choose"
    NOTHING_SAID = "nothing_said"
    MESSAGE_TOO_LONG = "message_too_long"
    LISTED_WORD = "listed_word"
    TALKING_TOO_FAST = "talking_too_fast"
    SLOW_MODE = "slow_mode"
    CLAIM_NOT_OPEN = "claim_not_open"
    NOTES_TOO_LONG = "notes_too_long"
    # The lobby
    LOBBY_NOT_FOUND = "lobby_not_found"
    LOBBY_FULL = "lobby_full"
    LOBBY_STARTED = "lobby_started"
    LOBBY_CLOSED = "lobby_closed"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105
    REMOVED_FROM_LOBBY = "removed_from_lobby"
    NOT_ADMITTED = "not_admitted"
    NOT_A_MEMBER = "not_a_member"
    SUSPENDED = "suspended"
    WARNING_UNREAD = "warning_unread"
    RANKED_FORBIDDEN = "ranked_forbidden"
    BLOCKED_PERSON_HERE = "blocked_person_here"
    REMATCH_WAITS = "rematch_waits"
    SEATS_KEPT = "seats_kept"
    TOO_MANY_INVITATIONS = "too_many_invitations"
    SEATED_ELSEWHERE = "seated_elsewhere"
    NOT_HOST = "not_host"
    NAME_TAKEN = "name_taken"
    NAME_NOT_IN_LOBBY = "name_not_in_lobby"
    NOT_ENOUGH_PLAYERS = "not_enough_players"
    TOO_MANY_PLAYERS = "too_many_players"
    TOO_MANY_SEATED = "too_many_seated"
    NOT_ALL_READY = "not_all_ready"
    BOTS_NOT_ALLOWED = "bots_not_allowed"
    RANKED_NEEDS_ACCOUNT = "ranked_needs_account"
    RANKED_PAUSED = "ranked_paused"
    ONE_SEAT_EACH = "one_seat_each"
    NO_LIMIT_IS_PRIVATE = "no_limit_is_private"
    RANKED_NEEDS_LIMIT = "ranked_needs_limit"
    BOARD_NOT_RANKED = "board_not_ranked"
    BOARD_OF_ANOTHER_SIZE = "board_of_another_size"
    TOO_MANY_SLOW_GAMES = "too_many_slow_games"
    # Anywhere
    SIGN_IN_FIRST = "sign_in_first"
    TOO_MANY_MESSAGES = "too_many_messages"
    TRY_AGAIN = "try_again"
    DATABASE_AWAY = "database_away"


class GameError(Exception):
    """A service refuses; nothing has changed. `names` are the values of the sentence's placeholders."""

    def __init__(self, reason: ServiceReason, names: Mapping[str, object] | None = None) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.names = names or {}
