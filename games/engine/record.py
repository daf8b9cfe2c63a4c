"""The game record: one JSON object that holds one game, what was dealt and what was decided.

Doors: read_record(data) and parse_record(value) to a Record. Nothing in it is guessed or repaired;
what is wrong is a RecordError that says which action it is about. See replay and recorder.
"""

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

from games.engine.actions import Action
from games.engine.codec import ACTION_TYPES, decode_action
from games.engine.errors import IllegalSetup, Reason
from games.engine.events import Event
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS, standard_ruleset
from games.engine.setup import Deal, start_game
from games.engine.state import GameState
from games.engine.vocabulary import Edition, Policy, Role, SeatNumber, Victory

FORMAT = "secret-hitler-record"
VERSION = 1
LONGEST_RECORD = 4 * 1024 * 1024
"""Bytes. A whole game takes a few thousand; more is not a record."""

_REQUIRED = ("edition", "players", "roles", "first_president", "deck", "reshuffles", "actions")
_KEYS: dict[str, tuple[str, ...]] = {
    "nominate": ("by", "target"),
    "vote": ("ballots",),
    "discard": ("by", "card"),
    "enact": ("by", "card"),
    "veto_request": ("by",),
    "veto_answer": ("by", "accept"),
    "investigate": ("by", "target"),
    "special_election": ("by", "target"),
    "execute": ("by", "target"),
    "peek": ("by",),
}
assert set(_KEYS) == set(ACTION_TYPES)


class RecordError(Exception):
    """What is wrong with a record, and at which action (None: before or after all of them)."""

    def __init__(self, reason: str, action: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.action = action

    def located(self, record: int) -> str:
        """The fault with its place, as `manage.py replay` prints it."""
        if self.action is None:
            return f"record {record}: {self.reason}"
        return f"record {record}, action {self.action}: {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballots:
    """One `vote` of a record: every living player's ballot, in the order they became final."""

    ballots: tuple[tuple[SeatNumber, bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """An action that cannot even be asked for; a fault when its turn comes, not before."""

    reason: str


Move: TypeAlias = Action | Ballots | Malformed


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One element of a record's `actions`; a probe is only tried, never applied."""

    move: Move
    probe: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game as recorded: the right types everywhere, not yet replayed."""

    edition: Edition
    players: tuple[str, ...]
    roles: tuple[Role, ...]
    first_president: SeatNumber
    deck: tuple[Policy, ...]
    reshuffles: tuple[tuple[Policy, ...], ...]
    entries: tuple[Entry, ...]
    victory: Victory | None
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What one action did: its events and the state after it.

    For a probe there are no events and the state is unchanged; `refused` says why it is illegal,
    None that it would have been allowed.
    """

    action: int | None
    state: GameState
    events: tuple[Event, ...] = ()
    probe: bool = False
    refused: str | None = None


# Reading


def read_record(data: bytes) -> Record:
    """The record in one JSON text.

    Raises RecordError; whatever the bytes, nothing else.
    """
    return parse_record(read_json(data))


def read_json(data: bytes) -> object:
    """Strict JSON: UTF-8, no key twice, no NaN or Infinity, of a sane size and depth."""
    if len(data) > LONGEST_RECORD:
        raise RecordError(f"longer than {LONGEST_RECORD} bytes")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"not UTF-8: byte {error.start} cannot be read") from None
    if not text.strip():
        raise RecordError("no record here")
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_finite,
            parse_constant=_constant,
        )
    except RecursionError:
        raise RecordError("not a record: nested too deeply") from None
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise RecordError(f"the key {quoted(twice)} is there twice")
    return values


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise RecordError("a number too large to be one")
    return number


def _constant(name: str) -> NoReturn:
    raise RecordError(f"not JSON: {name} is no number")


def quoted(value: object) -> str:
    """A value as a short piece of JSON, for messages."""
    if isinstance(value, list | dict):
        # Not written out: it may be nested as deep as the reader just managed.
        return "a list" if isinstance(value, list) else "an object"
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def parse_record(value: object) -> Record:
    """The Record of a JSON value.

    Raises RecordError for anything that is wrong before the first action. Cards are counted here
    for the deck; a renewal is compared with the cards it renews when it happens.
    """
    if not isinstance(value, dict):
        raise RecordError("a record must be a JSON object")
    if value.get("format") != FORMAT:
        raise RecordError(f'"format" must be {quoted(FORMAT)}')
    _require_version(value.get("version"))
    for key in _REQUIRED:
        if key not in value:
            raise RecordError(f"the key {quoted(key)} is missing")
    players = _names(value["players"])
    roles = tuple(_choice(Role, "role", each) for each in _list("roles", value["roles"]))
    reshuffles = _list("reshuffles", value["reshuffles"])
    record = Record(
        edition=_choice(Edition, "edition", value["edition"]),
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


def _require_version(version: object) -> None:
    if type(version) is not int or version < 1:
        raise RecordError('"version" must be 1')
    if version > VERSION:
        raise RecordError(f"version {quoted(version)} is newer than this program knows")


def _list(key: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{quoted(key)} must be a list")
    return value


def _names(value: object) -> tuple[str, ...]:
    names = _list("players", value)
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        raise RecordError(f"{len(names)} players; a game has {FEWEST_PLAYERS} to {MOST_PLAYERS}")
    for name in names:
        if not isinstance(name, str):
            raise RecordError(f"{quoted(name)} is not a player's name")
        try:
            name.encode()
        except UnicodeEncodeError:
            raise RecordError("a player's name holds half a character") from None
    return tuple(names)


def _choice(kind: Any, word: str, value: object) -> Any:
    if isinstance(value, str):
        try:
            return kind(value)
        except ValueError:
            pass
    raise RecordError(f"{quoted(value)} is no {word}")


def _seat_at(key: str, value: object, players: int) -> SeatNumber:
    if type(value) is not int or not 0 <= value < players:
        raise RecordError(f"{quoted(key)} must be a seat from 0 to {players - 1}")
    return value


def _pile(key: str, value: object) -> tuple[Policy, ...]:
    if not isinstance(value, str) or set(value) - set(Policy):
        raise RecordError(f"{quoted(key)}: a pile is a string of the letters L and F")
    return tuple(Policy(letter) for letter in value)


def _result(value: object) -> Victory | None:
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) != {"winner", "reason"}:
        raise RecordError('"result" must hold "winner" and "reason"')
    victory: Victory = _choice(Victory, "reason for an end", value["reason"])
    if value["winner"] != victory.winner:
        raise RecordError(f"with the reason {victory} the winner is {victory.winner}")
    return victory


def _meta(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError('"meta" must be a JSON object')
    return value


def _entry(value: object) -> Entry:
    if not isinstance(value, dict):
        return Entry(move=Malformed(reason="an action must be a JSON object"))
    probe = value.get("probe", False)
    if not isinstance(probe, bool):
        return Entry(move=Malformed(reason='"probe" must be true or false'))
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in _KEYS:
        return Entry(move=Malformed(reason=f"unknown action type {quoted(kind)}"), probe=probe)
    unknown = sorted(set(value) - {"type", "probe", *_KEYS[kind]})
    if unknown:
        # A fault even in a probe: what we cannot read we cannot try.
        return Entry(move=Malformed(reason=f"unknown key {quoted(unknown[0])}"))
    try:
        return Entry(move=_move(kind, value), probe=probe)
    except RecordError as error:
        return Entry(move=Malformed(reason=error.reason), probe=probe)


def _move(kind: str, value: dict[str, Any]) -> Move:
    for key in _KEYS[kind]:
        if key not in value:
            raise RecordError(f"the key {quoted(key)} is missing")
    for key in ("by", "target"):
        if key in value and type(value[key]) is not int:
            raise RecordError(f"{quoted(key)} must be a seat number")
    if "card" in value:
        _choice(Policy, "card", value["card"])
    if "accept" in value and not isinstance(value["accept"], bool):
        raise RecordError('"accept" must be true or false')
    if kind == "vote":
        return Ballots(ballots=tuple(_ballot(each) for each in _list("ballots", value["ballots"])))
    return decode_action(value)


def _ballot(value: object) -> tuple[SeatNumber, bool]:
    match value:
        case [seat, bool(ja)] if type(seat) is int:
            return seat, ja
        case _:
            raise RecordError(f"{quoted(value)} is no ballot; one is [seat, true or false]")


def letters(pile: Iterable[Policy]) -> str:
    """A pile as the record writes it."""
    return "".join(pile)


def opening_of(record: Record) -> tuple[Event, ...]:
    """The first events of the recorded game.

    Raises RecordError when the roles or the deck are not those of the box.
    """
    try:
        return start_game(
            standard_ruleset(len(record.players), record.edition),
            Deal(
                roles=record.roles,
                first_president=record.first_president,
                draw_pile=record.deck,
            ),
        )
    except IllegalSetup as error:
        raise RecordError(plain(error.reason)) from None


def plain(reason: Reason) -> str:
    """A reason as words for the reader of a record."""
    return reason.value.replace("_", " ")
