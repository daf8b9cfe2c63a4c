"""The game record: one JSON object that holds one game, its deal and its decisions.

Nothing in it is guessed or repaired: any fault is a RecordError that names the action. See faults,
replay and recorder.
"""

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

from games.engine.actions import Action
from games.engine.board import BoardCode, played_code
from games.engine.codec import ACTION_FIELDS, ActionField, decode_action
from games.engine.errors import IllegalSetup, Reason
from games.engine.events import Event
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS, Ruleset, ruleset_of
from games.engine.setup import Deal, start_game
from games.engine.state import GameState
from games.engine.vocabulary import BoardKind, Edition, Policy, Role, SeatNumber, Victory
from games.records.faults import Fault, RecordError

FORMAT = "secret-hitler-record"
VERSION = 1
VERSION_OF_BOARDS = 2
"""Of a record that names its board. The standard board is not named, and a reader of version 1 knows no other."""
LONGEST_RECORD = 4 * 1024 * 1024
"""Bytes. A whole game takes a few thousand."""

_REQUIRED = ("edition", "players", "roles", "first_president", "deck", "reshuffles", "actions")
_KEYS: dict[str, tuple[str, ...]] = {
    kind: ("by",) if needed is None else ("by", needed.name)
    for kind, needed in ACTION_FIELDS.items()
}
# A record gathers the ballots of one vote.
_KEYS["vote"] = ("ballots",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballots:
    """One `vote` of a record: every living player's ballot, in the order they became final."""

    ballots: tuple[tuple[SeatNumber, bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """An action that cannot be read; it counts as a fault when its turn comes, not before."""

    error: RecordError


Move: TypeAlias = Action | Ballots | Malformed


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One element of a record's `actions`; a probe is tried, never applied."""

    move: Move
    probe: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game as recorded: values of the right types, not yet replayed."""

    edition: Edition
    board: BoardCode = BoardKind.STANDARD.value
    players: tuple[str, ...]
    roles: tuple[Role, ...]
    first_president: SeatNumber
    deck: tuple[Policy, ...]
    reshuffles: tuple[tuple[Policy, ...], ...]
    entries: tuple[Entry, ...]
    victory: Victory | None
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> Ruleset:
        """The numbers of the recorded game."""
        return ruleset_of(len(self.players), self.edition, self.board)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The effect of one action: its events and the state after it.

    A probe has no events and leaves the state unchanged; `refused` says why it is illegal, or None
    if it would have been allowed.
    """

    action: int | None
    state: GameState
    events: tuple[Event, ...] = ()
    probe: bool = False
    refused: str | None = None


# Reading


def read_record(data: bytes) -> Record:
    """Return the record in one JSON text.

    Raises RecordError, and no other exception, whatever the bytes.
    """
    return parse_record(read_json(data))


def read_json(data: bytes) -> object:
    """Return the value of strict JSON: UTF-8, no key twice, no NaN or Infinity, limited size and depth."""
    if len(data) > LONGEST_RECORD:
        raise RecordError(Fault.TOO_LONG, bytes=LONGEST_RECORD)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise RecordError(Fault.NOT_UTF_8, byte=error.start) from None
    if not text.strip():
        raise RecordError(Fault.EMPTY)
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_finite,
            parse_constant=_constant,
        )
    except RecursionError:
        raise RecordError(Fault.TOO_DEEP) from None
    except json.JSONDecodeError as error:
        raise RecordError(
            Fault.NOT_JSON, error=error.msg, line=error.lineno, column=error.colno
        ) from None
    except ValueError as error:
        raise RecordError(Fault.TOO_MANY_DIGITS, error=str(error)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise RecordError(Fault.KEY_TWICE, key=quoted(twice))
    return values


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise RecordError(Fault.NUMBER_TOO_LARGE)
    return number


def _constant(name: str) -> NoReturn:
    raise RecordError(Fault.NO_NUMBER, name=name)


def quoted(value: object) -> str:
    """Return a value as a short piece of JSON, for messages."""
    if isinstance(value, list | dict):
        # Not written in full: it may be nested as deep as the reader just accepted.
        return "[...]" if isinstance(value, list) else "{...}"
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def parse_record(value: object) -> Record:
    """Return the Record of a JSON value.

    Raises RecordError for a fault before the first action. The deck's cards are counted here; a
    renewal is compared with the cards it renews when it happens.
    """
    if not isinstance(value, dict):
        raise RecordError(Fault.NOT_AN_OBJECT)
    if value.get("format") != FORMAT:
        raise RecordError(Fault.OTHER_FORMAT, format=quoted(FORMAT))
    version = _version(value.get("version"))
    for key in _REQUIRED:
        if key not in value:
            raise RecordError(Fault.MISSING_KEY, key=quoted(key))
    players = _names(value["players"])
    roles = tuple(_choice(Role, Fault.NO_ROLE, each) for each in _list("roles", value["roles"]))
    reshuffles = _list("reshuffles", value["reshuffles"])
    record = Record(
        edition=_choice(Edition, Fault.NO_EDITION, value["edition"]),
        board=_board(value, version, len(players)),
        players=players,
        roles=roles,
        first_president=_seat_at("first_president", value["first_president"], len(players)),
        deck=_pile("deck", value["deck"]),
        reshuffles=tuple(_pile("reshuffles", each) for each in reshuffles),
        entries=tuple(_entry(each) for each in _list("actions", value["actions"])),
        victory=_result(value.get("result")),
        meta=_meta(value.get("meta", {})),
    )
    opening_of(record)
    return record


def opening_of(record: Record) -> tuple[Event, ...]:
    """Return the first events of the recorded game.

    Raises RecordError when the roles or the deck are not those of the box.
    """
    try:
        return start_game(
            record.rules,
            Deal(
                roles=record.roles,
                first_president=record.first_president,
                draw_pile=record.deck,
            ),
        )
    except IllegalSetup as error:
        raise RecordError(error.reason) from None


def _version(version: object) -> int:
    if type(version) is not int or version < 1:
        raise RecordError(Fault.WRONG_VERSION, version=VERSION_OF_BOARDS)
    if version > VERSION_OF_BOARDS:
        raise RecordError(Fault.NEWER_VERSION, version=quoted(version))
    return version


def _board(record: Mapping[str, Any], version: int, players: int) -> BoardCode:
    """Return the board by the name under which it is played; a record that names none is of the standard board."""
    if "board" not in record:
        return BoardKind.STANDARD.value
    value = record["board"]
    if version < VERSION_OF_BOARDS:
        raise RecordError(Fault.BOARD_NEEDS_VERSION, version=VERSION_OF_BOARDS)
    if not isinstance(value, str):
        raise RecordError(Fault.NO_BOARD, value=quoted(value))
    try:
        return played_code(players, value)
    except IllegalSetup as error:
        if error.reason is Reason.WRONG_NUMBER_OF_PLAYERS:
            raise RecordError(
                Fault.BOARD_OF_ANOTHER_SIZE, value=quoted(value), players=players
            ) from None
        if error.reason is Reason.UNKNOWN_BOARD:
            raise RecordError(Fault.NO_BOARD, value=quoted(value)) from None
        raise RecordError(error.reason) from None


def _list(key: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(Fault.NOT_A_LIST, key=quoted(key))
    return value


def _names(value: object) -> tuple[str, ...]:
    names = _list("players", value)
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        raise RecordError(
            Fault.PLAYERS, players=len(names), fewest=FEWEST_PLAYERS, most=MOST_PLAYERS
        )
    for name in names:
        if not isinstance(name, str):
            raise RecordError(Fault.NO_NAME, value=quoted(name))
        try:
            name.encode()
        except UnicodeEncodeError:
            raise RecordError(Fault.BROKEN_NAME) from None
    return tuple(names)


def _choice(kind: Any, fault: Fault, value: object) -> Any:
    if isinstance(value, str):
        try:
            return kind(value)
        except ValueError:
            pass
    raise RecordError(fault, value=quoted(value))


def _seat_at(key: str, value: object, players: int) -> SeatNumber:
    if type(value) is not int or not 0 <= value < players:
        raise RecordError(Fault.NO_SEAT, key=quoted(key), last=players - 1)
    return value


def _pile(key: str, value: object) -> tuple[Policy, ...]:
    if not isinstance(value, str) or set(value) - set(Policy):
        raise RecordError(Fault.NO_PILE, key=quoted(key))
    return tuple(Policy(letter) for letter in value)


def _result(value: object) -> Victory | None:
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) != {"winner", "reason"}:
        raise RecordError(Fault.RESULT_KEYS)
    victory: Victory = _choice(Victory, Fault.NO_VICTORY, value["reason"])
    if value["winner"] != victory.winner:
        raise RecordError(Fault.OTHER_WINNER, reason=victory.value, winner=victory.winner.value)
    return victory


def _meta(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(Fault.META)
    return value


def _entry(value: object) -> Entry:
    if not isinstance(value, dict):
        return Entry(move=_malformed(Fault.ACTION_NOT_AN_OBJECT))
    probe = value.get("probe", False)
    if not isinstance(probe, bool):
        return Entry(move=_malformed(Fault.NOT_TRUE_OR_FALSE, key=quoted("probe")))
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in _KEYS:
        return Entry(move=_malformed(Fault.UNKNOWN_ACTION, type=quoted(kind)), probe=probe)
    unknown = sorted(set(value) - {"type", "probe", *_KEYS[kind]})
    if unknown:
        # A fault in a probe as well: an unreadable action cannot be tried.
        return Entry(move=_malformed(Fault.UNKNOWN_KEY, key=quoted(unknown[0])))
    try:
        return Entry(move=_move(kind, value), probe=probe)
    except RecordError as error:
        return Entry(move=Malformed(error=error), probe=probe)


def _malformed(fault: Fault, **values: Any) -> Malformed:
    return Malformed(error=RecordError(fault, **values))


def _move(kind: str, value: dict[str, Any]) -> Move:
    for key in _KEYS[kind]:
        if key not in value:
            raise RecordError(Fault.MISSING_KEY, key=quoted(key))
    if kind == "vote":
        return Ballots(ballots=tuple(_ballot(each) for each in _list("ballots", value["ballots"])))
    _require_seat_number("by", value["by"])
    needed = ACTION_FIELDS[kind]
    if needed is not None:
        _require_value_of(needed, value[needed.name])
    return decode_action(value)


def _require_seat_number(key: str, value: object) -> None:
    if type(value) is not int:
        raise RecordError(Fault.NO_SEAT_NUMBER, key=quoted(key))


def _require_value_of(needed: ActionField, value: object) -> None:
    if needed.holds is Policy:
        _choice(Policy, Fault.NO_CARD, value)
    elif needed.holds is bool:
        if not isinstance(value, bool):
            raise RecordError(Fault.NOT_TRUE_OR_FALSE, key=quoted(needed.name))
    else:
        _require_seat_number(needed.name, value)


def _ballot(value: object) -> tuple[SeatNumber, bool]:
    match value:
        case [seat, bool(ja)] if type(seat) is int:
            return seat, ja
        case _:
            raise RecordError(Fault.NO_BALLOT, value=quoted(value))


def letters(pile: Iterable[Policy]) -> str:
    """Return a pile in the letters of the record."""
    return "".join(pile)
