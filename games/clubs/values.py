"""Plain values of clubs: limits, and why something is refused."""

from datetime import timedelta
from enum import StrEnum

CLUB_NAME_MAX_LENGTH = 40
ABOUT_MAX_LENGTH = 500
TITLE_MAX_LENGTH = 80
TEXT_MAX_LENGTH = 2000

CLUBS_A_PERSON = 20
MEMBERS_A_CLUB = 2000
OFFICERS_A_CLUB = 20
BOARDS_A_CLUB = 12
OPEN_ASKS = 200
"""So many requests, and so many invitations of one club, may wait at once."""

ACTIVE_FOR = timedelta(days=30)
"""Whoever finished a game within this time played lately."""
ASKS_KEPT_FOR = timedelta(days=60)
TABLES_TOLD_EVERY = timedelta(minutes=30)
"""Members hear of a club's tables at most this often."""

LEAST_MEMBERS = 3
"""A game with fewer members is no game of the club, whatever their share."""


class ClubRefusal(StrEnum):
    """Why something cannot be done with a club."""

    NOT_CONFIRMED = "not_confirmed"
    MUTED = "muted"
    SUSPENDED = "suspended"
    TOO_MANY_CLUBS = "too_many_clubs"
    THEY_HAVE_TOO_MANY = "they_have_too_many"
    FULL = "full"
    CLOSED = "closed"
    NOT_WELCOME = "not_welcome"
    INVITED_ONLY = "invited_only"
    NOT_A_MEMBER = "not_a_member"
    ALREADY_A_MEMBER = "already_a_member"
    NOT_ALLOWED = "not_allowed"
    OWNER_STAYS = "owner_stays"
    NO_LONGER_ASKED = "no_longer_asked"
    TOO_MANY_ASKED = "too_many_asked"
    TOLD_LATELY = "told_lately"
    TOO_MANY_OFFICERS = "too_many_officers"
    THEY_ARE_NOT_CONFIRMED = "they_are_not_confirmed"
    TOO_MANY_BOARDS = "too_many_boards"
    BOARD_NAME_TAKEN = "board_name_taken"
    BOARD_NAME_MISSING = "board_name_missing"
    NO_SUCH_BOARD = "no_such_board"
    NOBODY_OF_THIS_NAME = "nobody_of_this_name"


class ClubError(Exception):
    """A refusal by a service of clubs; nothing has changed."""

    def __init__(self, refusal: ClubRefusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
