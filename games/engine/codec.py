"""Events and actions to and from JSON-ready dicts.

Events carry a `kind` that never changes meaning; actions speak the words of the game record.
Doors: encode_event, decode_event, encode_action, decode_action.
"""

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
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
from games.engine.vocabulary import Policy, SeatNumber, Vote

Decoder = Callable[[Any], Any]


def _kind(event_type: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event_type.__name__).lower()


def _decoder(hint: Any) -> Decoder:
    """How a JSON value becomes a field of this type."""
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint
    if get_origin(hint) is tuple:
        each = _decoder(get_args(hint)[0])
        return lambda values: tuple(each(value) for value in values)
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


def encode_event(event: Event) -> tuple[str, dict[str, Any]]:
    """The stored kind and payload of an event; enums are strings, so JSON takes it as it is."""
    event_type = type(event)
    return _KIND_OF[event_type], {
        name: getattr(event, name) for name, _decode in _FIELDS[event_type]
    }


def decode_event(kind: str, payload: Mapping[str, Any]) -> Event:
    """The event stored under this kind.

    Raises KeyError for an unknown kind, ValueError for a value out of its set.
    """
    event_type = EVENT_KINDS[kind]
    values = {
        name: decode(payload[name]) for name, decode in _FIELDS[event_type] if name in payload
    }
    return event_type(**values)


ACTION_TYPES = (
    "nominate",
    "vote",
    "discard",
    "enact",
    "veto_request",
    "veto_answer",
    "investigate",
    "special_election",
    "execute",
    "peek",
)
"""Names of the actions in forms and records (a record gathers single ballots in one `vote`)."""


def encode_action(action: Action) -> dict[str, Any]:
    """The action as a form or record names it; a ballot as `{"type": "vote", "by", "ja"}`."""
    match action:
        case NominateChancellor():
            return {"type": "nominate", "by": action.seat, "target": action.chancellor}
        case CastBallot():
            return {"type": "vote", "by": action.seat, "ja": action.vote is Vote.JA}
        case DiscardPolicy():
            return {"type": "discard", "by": action.seat, "card": action.policy.value}
        case EnactPolicy():
            return {"type": "enact", "by": action.seat, "card": action.policy.value}
        case RequestVeto():
            return {"type": "veto_request", "by": action.seat}
        case AnswerVeto():
            return {"type": "veto_answer", "by": action.seat, "accept": action.grant}
        case InvestigateLoyalty():
            return {"type": "investigate", "by": action.seat, "target": action.target}
        case CallSpecialElection():
            return {"type": "special_election", "by": action.seat, "target": action.target}
        case ExecutePlayer():
            return {"type": "execute", "by": action.seat, "target": action.target}
        case PeekAtPolicies():
            return {"type": "peek", "by": action.seat}


def decode_action(values: Mapping[str, Any]) -> Action:
    """The action of a dict as `encode_action` writes it, already of the right types.

    Raises KeyError for a missing key or unknown type, ValueError for an unknown card.
    """
    seat: SeatNumber = values["by"]
    match values["type"]:
        case "nominate":
            return NominateChancellor(seat=seat, chancellor=values["target"])
        case "vote":
            return CastBallot(seat=seat, vote=Vote.JA if values["ja"] else Vote.NEIN)
        case "discard":
            return DiscardPolicy(seat=seat, policy=Policy(values["card"]))
        case "enact":
            return EnactPolicy(seat=seat, policy=Policy(values["card"]))
        case "veto_request":
            return RequestVeto(seat=seat)
        case "veto_answer":
            return AnswerVeto(seat=seat, grant=values["accept"])
        case "investigate":
            return InvestigateLoyalty(seat=seat, target=values["target"])
        case "special_election":
            return CallSpecialElection(seat=seat, target=values["target"])
        case "execute":
            return ExecutePlayer(seat=seat, target=values["target"])
        case "peek":
            return PeekAtPolicies(seat=seat)
        case unknown:
            raise KeyError(unknown)
