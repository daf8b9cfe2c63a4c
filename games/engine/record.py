"""The game record: one JSON object that holds one game, what was dealt and what was decided.

Doors: read_record(data) and parse_record(value) to a Record, replay(record) through `decide`,
record_of(events, names) back from an event log. A Record is to be judged: nothing in it is guessed
or repaired; what is wrong is a RecordError that says which action it is about.
"""

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

from games.engine.actions import Action, CastBallot
from games.engine.codec import ACTION_TYPES, decode_action
from games.engine.decide import decide, refusal
from games.engine.errors import IllegalAction, IllegalSetup, Reason
from games.engine.events import (
    BallotMarked,
    BallotsRevealed,
    ChancellorNominated,
    DiscardChosen,
    DrawPileArranged,
    Event,
    GameEnded,
    GameStarted,
    LoyaltyInvestigated,
    PlayerExecuted,
    PoliciesPeeked,
    PolicyDiscarded,
    PolicyEnacted,
    PresidencyPassed,
    SecretRoleDealt,
    SpecialElectionCalled,
    VetoGranted,
    VetoRefused,
    VetoRequested,
)
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS, standard_ruleset
from games.engine.setup import Deal, start_game
from games.engine.state import GameState, fold
from games.engine.vocabulary import Edition, Phase, Policy, Role, SeatNumber, Victory, Vote

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


# Replaying


class _RecordedRenewals:
    """The shuffler of a replay: each renewal brings the draw pile the record says it brought."""

    def __init__(self, reshuffles: tuple[tuple[Policy, ...], ...]) -> None:
        self._reshuffles = reshuffles
        self._used = 0

    def shuffle(self, x: list[Any], /) -> None:
        if self._used == len(self._reshuffles):
            raise RecordError(f"the draw pile after renewal {self._used + 1} is missing")
        recorded = self._reshuffles[self._used]
        self._used += 1
        if Counter(recorded) != Counter(x):
            raise RecordError(
                f"renewal {self._used} must hold the cards "
                f"{letters(sorted(x))}, not {letters(sorted(recorded))}"
            )
        x[:] = recorded


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


def replay(record: Record) -> Iterator[Step]:
    """The start and then every action, through the engine that serves live games.

    Raises RecordError at the first action that is refused, or after the last when the game did not
    come to the recorded result. A probe never raises: its Step says what became of it.
    """
    opening = opening_of(record)
    state = fold(opening)
    yield Step(action=None, state=state, events=opening)
    renewals = _RecordedRenewals(record.reshuffles)
    for number, entry in enumerate(record.entries):
        refused = refusal_of(state, entry.move)
        if entry.probe:
            yield Step(action=number, state=state, probe=True, refused=refused)
            continue
        if refused is not None:
            raise RecordError(refused.replace("_", " "), number)
        try:
            state, events = _applied(state, entry.move, renewals)
        except RecordError as error:
            raise RecordError(error.reason, number) from None
        yield Step(action=number, state=state, events=events)
    if state.victory is not record.victory:
        raise RecordError(
            f"the game ends in {_named(state.victory)}; the record says {_named(record.victory)}"
        )


def _named(victory: Victory | None) -> str:
    return "no result" if victory is None else victory.value


def refusal_of(state: GameState, move: Move) -> str | None:
    """Why this move is not allowed on the table as it stands, or None.

    A vote is judged as a whole, before the first ballot is cast.
    """
    match move:
        case Malformed():
            return move.reason
        case Ballots():
            return _refused_ballots(state, move)
        case _:
            return refusal(state, move)


def _refused_ballots(state: GameState, move: Ballots) -> str | None:
    seats = [seat for seat, _ja in move.ballots]
    for action in _single(move):
        reason = refusal(state, action)
        if reason is not None:
            return reason
    if state.phase is not Phase.VOTE:
        return Reason.GAME_OVER if state.phase is Phase.GAME_OVER else Reason.WRONG_PHASE
    if len(set(seats)) < len(seats):
        return "a seat votes twice"
    return None if sorted(seats) == list(state.living) else Reason.BALLOTS_INCOMPLETE


def _single(move: Ballots) -> Iterator[CastBallot]:
    for seat, ja in move.ballots:
        yield CastBallot(seat=seat, vote=Vote.JA if ja else Vote.NEIN)


def _applied(
    state: GameState, move: Move, renewals: _RecordedRenewals
) -> tuple[GameState, tuple[Event, ...]]:
    assert not isinstance(move, Malformed)
    events: tuple[Event, ...] = ()
    for action in _single(move) if isinstance(move, Ballots) else (move,):
        try:
            more = decide(state, action, renewals)
        except IllegalAction as error:
            raise RecordError(plain(error.reason)) from None
        state = fold(more, state)
        events += more
    return state, events


# Writing


def record_of(
    events: Iterable[Event], names: Sequence[str], meta: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The record of a game's event log, finished or not, ready for JSON.

    A vote still open is not in it: its ballots are nobody's business yet.
    """
    record: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    piles: list[str] = []
    roles: list[str] = []
    actions: list[dict[str, Any]] = []
    result: dict[str, str] | None = None
    marked: dict[SeatNumber, bool] = {}
    discarded = ""
    for event in events:
        match event:
            case GameStarted():
                record["edition"] = event.edition.value
                record["players"] = list(names)
            case SecretRoleDealt():
                roles.append(event.role.value)
            case DrawPileArranged():
                piles.append(letters(event.draw_pile))
            case PresidencyPassed(round=1):
                record["first_president"] = event.president
            case BallotMarked():
                # Marked anew, a ballot becomes final later: it moves to the end.
                marked.pop(event.seat, None)
                marked[event.seat] = event.vote is Vote.JA
            case BallotsRevealed():
                ballots = [[seat, ja] for seat, ja in marked.items()]
                actions.append({"type": "vote", "ballots": ballots})
                marked = {}
            case DiscardChosen():
                discarded = event.policy.value
            case PolicyDiscarded():
                actions.append({"type": "discard", "by": event.president, "card": discarded})
            case GameEnded():
                result = {"winner": event.victory.winner.value, "reason": event.victory.value}
            case _:
                actions.extend(actions_behind(event))
    deck, *reshuffles = piles
    record |= {
        "roles": roles,
        "first_president": record.pop("first_president"),
        "deck": deck,
        "reshuffles": reshuffles,
        "actions": actions,
    }
    if result is not None:
        record["result"] = result
    if meta:
        record["meta"] = dict(meta)
    return record


def actions_behind(event: Event) -> Iterator[dict[str, Any]]:
    """The action this event alone tells of, if it does; ballots and discards need two events."""
    match event:
        case ChancellorNominated():
            yield {"type": "nominate", "by": event.president, "target": event.chancellor}
        case PolicyEnacted(chancellor=int(chancellor)):
            yield {"type": "enact", "by": chancellor, "card": event.policy.value}
        case VetoRequested():
            yield {"type": "veto_request", "by": event.chancellor}
        case VetoGranted() | VetoRefused():
            accept = isinstance(event, VetoGranted)
            yield {"type": "veto_answer", "by": event.president, "accept": accept}
        case LoyaltyInvestigated():
            yield {"type": "investigate", "by": event.president, "target": event.target}
        case SpecialElectionCalled():
            yield {"type": "special_election", "by": event.president, "target": event.target}
        case PlayerExecuted():
            yield {"type": "execute", "by": event.president, "target": event.target}
        case PoliciesPeeked():
            yield {"type": "peek", "by": event.president}
        case _:
            return
