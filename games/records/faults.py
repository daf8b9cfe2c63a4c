"""Faults of a game record: each by name, with the values it is about.

The sentence beside a fault is for a terminal; games/words/records.py has the sentences in the
reader's language.
"""

from enum import StrEnum
from typing import Any, TypeAlias

from games.engine.errors import Reason


class Fault(StrEnum):
    """A fault of a record, other than a broken rule of the game, which has a Reason."""

    # Its text
    TOO_LONG = "longer than {bytes} bytes"
    NOT_UTF_8 = "not UTF-8: byte {byte} cannot be read"
    EMPTY = "no record here"
    TOO_DEEP = "not a record: nested too deeply"
    NOT_JSON = "not JSON: {error}: line {line} column {column}"
    TOO_MANY_DIGITS = "not JSON: {error}"
    NO_NUMBER = "not JSON: {name} is no number"
    NUMBER_TOO_LARGE = "a number too large to be one"
    KEY_TWICE = "the key {key} is there twice"
    # Its parts
    NOT_AN_OBJECT = "a record must be a JSON object"
    OTHER_FORMAT = '"format" must be {format}'
    WRONG_VERSION = '"version" must be 1 or {version}'
    NEWER_VERSION = "version {version} is newer than this program knows"
    MISSING_KEY = "the key {key} is missing"
    NOT_A_LIST = "{key} must be a list"
    PLAYERS = "{players} players; a game has {fewest} to {most}"
    NO_NAME = "{value} is not a player's name"
    BROKEN_NAME = "a player's name holds half a character"
    NO_EDITION = "{value} is no edition"
    NO_BOARD = "{value} is no board"
    BOARD_NEEDS_VERSION = 'a record with a "board" has "version" {version}'
    BOARD_OF_ANOTHER_SIZE = "the board {value} is not made for {players} players"
    NO_ROLE = "{value} is no role"
    NO_CARD = "{value} is no card"
    NO_VICTORY = "{value} is no reason for an end"
    NO_SEAT = "{key} must be a seat from 0 to {last}"
    NO_PILE = "{key}: a pile is a string of the letters L and F"
    RESULT_KEYS = '"result" must hold "winner" and "reason"'
    OTHER_WINNER = "with the reason {reason} the winner is {winner}"
    META = '"meta" must be a JSON object'
    # Its actions
    ACTION_NOT_AN_OBJECT = "an action must be a JSON object"
    NOT_TRUE_OR_FALSE = "{key} must be true or false"
    UNKNOWN_ACTION = "unknown action type {type}"
    UNKNOWN_KEY = "unknown key {key}"
    NO_SEAT_NUMBER = "{key} must be a seat number"
    NO_BALLOT = "{value} is no ballot; one is [seat, true or false]"
    VOTES_TWICE = "a seat votes twice"
    PROBE_ALLOWED = "the probe would be allowed"
    # How it replays
    MISSING_RENEWAL = "the draw pile after renewal {number} is missing"
    WRONG_RENEWAL = "renewal {number} must hold the cards {cards}, not {recorded}"
    NOT_OVER = "the game ends in no result; the record says {recorded}"
    RESULT_NOT_RECORDED = "the game ends in {ended}; the record says no result"
    OTHER_RESULT = "the game ends in {ended}; the record says {recorded}"
    # How its deal is checked
    NO_DEAL = "this record holds no deal that can be proved"
    BROKEN_DEAL = "the deal in this record is not written as it must be: see {key}"
    SEED_DOES_NOT_FIT = "the seed does not fit the commitment"
    SHARE_DOES_NOT_FIT = "the share of seat {seat} does not fit its digest"
    SEAT_DOES_NOT_FIT = "another player should sit at seat {seat}"
    ROLE_DOES_NOT_FIT = "seat {seat} should have another role"
    FIRST_PRESIDENT_DOES_NOT_FIT = "another seat should be the first presidential candidate"
    BOARD_DOES_NOT_FIT = "the game was started on another board"
    DECK_DOES_NOT_FIT = "deck {number} should have another order"
    CARDS_DO_NOT_FIT = "event {number} shows cards that do not lie there"
    FINGERPRINT_DOES_NOT_FIT = "after public event {number} the fingerprint should be another"
    OTHER_EVENTS = "{key} is not what the events say"


Why: TypeAlias = Fault | Reason


class RecordError(Exception):
    """A fault in a record, with its action (None: before or after all of them).

    Values are numbers, keys and pieces of the record, never words of a language.
    """

    def __init__(self, why: Why, action: int | None = None, **values: Any) -> None:
        super().__init__(why, action, values)
        self.why = why
        self.action = action
        self.values = values

    def at(self, action: int) -> "RecordError":
        """Return the same fault at this action."""
        return RecordError(self.why, action, **self.values)

    @property
    def reason(self) -> str:
        """The fault as `manage.py replay` prints it."""
        if isinstance(self.why, Reason):
            return self.why.value.replace("_", " ")
        return self.why.format(**self.values)

    @property
    def refusal(self) -> str:
        """The fault in a trace; a broken rule of the game by its bare name."""
        return self.why.value if isinstance(self.why, Reason) else self.reason

    def located(self, record: int) -> str:
        """The fault with its place."""
        if self.action is None:
            return f"record {record}: {self.reason}"
        return f"record {record}, action {self.action}: {self.reason}"
