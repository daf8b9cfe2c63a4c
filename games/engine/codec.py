"""Events and actions to and from JSON-ready dicts.

Events carry a `kind` that never changes meaning; actions use the words of the game record.
"""

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import attrgetter
from typing import Any, get_args, get_origin, get_type_hints

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
from games.engine.events import Event
from games.engine.vocabulary import Policy, Vote

Decoder = Callable[[Any], Any]


def _kind(event_type: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event_type.__name__).lower()


class _Members(dict[str, StrEnum]):
    """The members of an enum by value: found at a fifth of what asking the enum takes, some hundred times for a log."""

    def __init__(self, enum: type[StrEnum]) -> None:
        super().__init__({each.value: each for each in enum})
        self._enum = enum

    def __missing__(self, value: str) -> StrEnum:
        """Raise the ValueError of the enum."""
        return self._enum(value)


def _decoder(hint: Any) -> Decoder:
    """Return a function that turns a JSON value into a field of this type."""
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _Members(hint).__getitem__
    if get_origin(hint) is tuple:
        each = _decoder(get_args(hint)[0])
        return lambda values: tuple(map(each, values))
    if isinstance(hint, types.UnionType):
        (inner,) = (_decoder(part) for part in get_args(hint) if part is not types.NoneType)
        return lambda value: None if value is None else inner(value)
    return lambda value: value


EVENT_KINDS: dict[str, type[Event]] = {_kind(each): each for each in get_args(Event)}
_KIND_OF = {event_type: kind for kind, event_type in EVENT_KINDS.items()}
_FIELDS: dict[type, tuple[tuple[str, Decoder], ...]] = {
    event_type: tuple(
        (field.name, _decoder(get_type_hints(event_type)[field.name]))
        for field in fields(event_type)
    )
    for event_type in EVENT_KINDS.values()
}

# Fields that came later and are stored only where they say something; old events stay as they were.
_OMITTED: dict[type, tuple[tuple[str, Any], ...]] = {
    event_type: omitted
    for event_type in EVENT_KINDS.values()
    if (
        omitted := tuple(
            (field.name, field.default)
            for field in fields(event_type)
            if field.metadata.get("omit_default")
        )
    )
}


def encode_event(event: Event) -> tuple[str, dict[str, Any]]:
    """Return the stored kind and payload of an event; enums are strings, so JSON takes them as they are."""
    event_type = type(event)
    payload = {name: getattr(event, name) for name, _decode in _FIELDS[event_type]}
    for name, default in _OMITTED.get(event_type, ()):
        if payload[name] == default:
            del payload[name]
    return _KIND_OF[event_type], payload


def decode_event(kind: str, payload: Mapping[str, Any]) -> Event:
    """Return the event stored under this kind.

    Raises KeyError for an unknown kind, ValueError for a value outside its set.
    """
    event_type = EVENT_KINDS[kind]
    values = {
        name: decode(payload[name]) for name, decode in _FIELDS[event_type] if name in payload
    }
    return event_type(**values)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionField:
    """The field of an action beside its seat, as forms and records name it."""

    name: str
    holds: type
    """The type: int for a seat, Policy for a card, bool for an answer."""
    to_json: Callable[[Any], Any]
    from_json: Decoder


def _same(value: Any) -> Any:
    return value


_TARGET = ActionField(name="target", holds=int, to_json=_same, from_json=_same)
_CARD = ActionField(name="card", holds=Policy, to_json=attrgetter("value"), from_json=Policy)
_ACCEPT = ActionField(name="accept", holds=bool, to_json=_same, from_json=_same)
_JA = ActionField(
    name="ja",
    holds=bool,
    to_json=lambda vote: vote is Vote.JA,
    from_json=lambda ja: Vote.JA if ja else Vote.NEIN,
)

# By name in forms and records: the action, its field, and the attribute that holds the value.
_ACTIONS: tuple[tuple[str, type[Action], ActionField | None, str], ...] = (
    ("nominate", NominateChancellor, _TARGET, "chancellor"),
    ("vote", CastBallot, _JA, "vote"),
    ("discard", DiscardPolicy, _CARD, "policy"),
    ("enact", EnactPolicy, _CARD, "policy"),
    ("veto_request", RequestVeto, None, ""),
    ("veto_answer", AnswerVeto, _ACCEPT, "grant"),
    ("investigate", InvestigateLoyalty, _TARGET, "target"),
    ("special_election", CallSpecialElection, _TARGET, "target"),
    ("execute", ExecutePlayer, _TARGET, "target"),
    ("peek", PeekAtPolicies, None, ""),
)
ACTION_FIELDS: dict[str, ActionField | None] = {
    name: field for name, _type, field, _at in _ACTIONS
}
"""By name: the field of an action. A record gathers single ballots in one `vote`."""
_ACTION_NAMES: dict[type, str] = {action_type: name for name, action_type, _field, _at in _ACTIONS}
_ACTION_TYPES: dict[str, tuple[type[Any], str]] = {
    name: (action_type, attribute) for name, action_type, _field, attribute in _ACTIONS
}


def encode_action(action: Action) -> dict[str, Any]:
    """Return the action as forms and records name it; a ballot is `{"type": "vote", "by", "ja"}`."""
    name = _ACTION_NAMES[type(action)]
    values = {"type": name, "by": action.seat}
    field = ACTION_FIELDS[name]
    if field is not None:
        _type, attribute = _ACTION_TYPES[name]
        values[field.name] = field.to_json(getattr(action, attribute))
    return values


def decode_action(values: Mapping[str, Any]) -> Action:
    """Return the action of a dict as `encode_action` writes it, with values of the right types.

    Raises KeyError for a missing key or unknown type, ValueError for an unknown card.
    """
    name = values["type"]
    action_type, attribute = _ACTION_TYPES[name]
    named = {"seat": values["by"]}
    field = ACTION_FIELDS[name]
    if field is not None:
        named[attribute] = field.from_json(values[field.name])
    action: Action = action_type(**named)
    return action
