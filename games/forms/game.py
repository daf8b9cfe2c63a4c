"""Forms of the table: untrusted input to typed requests.

Checks shape and types only; the engine decides whether an action is allowed.
"""

import re
from collections.abc import Mapping
from typing import Any

from games.engine.codec import ACTION_FIELDS, ActionField
from games.engine.vocabulary import Policy
from games.values.action_request import ActionRequest
from games.values.agreement_request import AgreementAction, AgreementRequest
from games.values.refusals import GameError, ServiceReason

_TOKEN = re.compile(r"[A-Za-z0-9._:-]{1,64}")
_SEAT = re.compile(r"[0-9]{1,2}")
_MOTION = re.compile(r"[0-9]{1,9}", re.ASCII)
_AGREEMENTS = frozenset(AgreementAction)
_TRUTH: dict[object, bool] = {"true": True, "false": False, True: True, False: False}

RETURN = "return"
"""The person asks for the seat back from a stand-in; not an action of the game."""
MORE_TIME = "more_time"
"""The person asks for more time for a decision; not an action of the game either."""
OPEN_LOG = "open_log"
"""The page asks for the whole log of a game that has ended."""


def parse_more_time(data: Mapping[str, Any]) -> str:
    """Return the decision that is to be extended. Raises GameError(MALFORMED)."""
    return _token(data.get("decision"))


def parse_action(data: Mapping[str, Any]) -> ActionRequest:
    """Return the request in a form's fields: `action`, its own field, `decision`, and `action_id` or `offer`.

    All answers of a form share an `offer`: with the answer it is the action's id. Raises GameError(MALFORMED).
    Unknown fields are ignored, as a browser may add its own.
    """
    kind = data.get("action")
    if not isinstance(kind, str) or kind not in ACTION_FIELDS:
        raise GameError(ServiceReason.MALFORMED)
    field = ACTION_FIELDS[kind]
    values = () if field is None else ((field.name, _value(field, data.get(field.name))),)
    return ActionRequest(
        type=kind,
        values=values,
        decision=_token(data.get("decision")),
        action_id=_action_id(data, kind if field is None else str(data[field.name])),
    )


def _action_id(data: Mapping[str, Any], answer: str) -> str:
    if "offer" in data:
        return f"{_token(data['offer'])}-{answer}"
    return _token(data.get("action_id"))


def is_agreement(data: Mapping[str, Any]) -> bool:
    """Whether this form is about an agreement."""
    kind = data.get("action")
    return isinstance(kind, str) and kind in _AGREEMENTS


def parse_agreement(data: Mapping[str, Any]) -> AgreementRequest:
    """Return the request in a form's fields: `action` and its `motion`. Raises GameError(MALFORMED)."""
    number = data.get("motion")
    if not is_agreement(data) or not isinstance(number, str) or not _MOTION.fullmatch(number):
        raise GameError(ServiceReason.MALFORMED)
    return AgreementRequest(action=AgreementAction(data["action"]), number=int(number))


def _value(field: ActionField, raw: object) -> object:
    if field.holds is int:
        return _seat_number(raw)
    if field.holds is Policy and isinstance(raw, str) and raw in set(Policy):
        return raw
    if field.holds is bool and isinstance(raw, str | bool) and raw in _TRUTH:
        return _TRUTH[raw]
    raise GameError(ServiceReason.MALFORMED)


def _seat_number(raw: object) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= 99:
        return raw
    if isinstance(raw, str) and _SEAT.fullmatch(raw) and raw.isascii():
        return int(raw)
    raise GameError(ServiceReason.MALFORMED)


def _token(raw: object) -> str:
    if isinstance(raw, str) and _TOKEN.fullmatch(raw):
        return raw
    raise GameError(ServiceReason.MALFORMED)
