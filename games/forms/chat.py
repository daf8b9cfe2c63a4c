"""Forms of table talk: untrusted input to typed requests; the service decides what may be said.

The session says who speaks, never the form.
"""

import re
from collections.abc import Mapping
from typing import Any

from accounts.plain_text import clean_text
from games.engine.vocabulary import ClaimKind, SeatNumber
from games.values.chat import ClaimRequest, Mark, PhraseRequest, SayRequest, TalkRequest
from games.values.refusals import GameError, ServiceReason
from games.words.talk import PHRASES, needs_name

_TOKEN = re.compile(r"[A-Za-z0-9._:-]{0,64}")
_NUMBER = re.compile(r"[0-9]{1,3}")


_TALK_ACTIONS = ("say", "phrase", "claim")


def is_talk(data: Mapping[str, Any]) -> bool:
    """Whether these fields are for talk, not for an action of the game."""
    return data.get("action") in _TALK_ACTIONS


def parse_talk(data: Mapping[str, Any]) -> TalkRequest:
    """Return the request in a form's fields; `action` says which. Raises GameError(MALFORMED)."""
    match data.get("action"):
        case "say":
            return SayRequest(
                text=clean_text(_text(data.get("text"))), message_id=_token(data.get("message_id"))
            )
        case "phrase":
            return _phrase(data)
        case "claim":
            return _claim(data)
        case _:
            raise GameError(ServiceReason.MALFORMED)


def parse_notes(data: Mapping[str, Any]) -> str:
    """Return notes as typed, several lines; only characters that databases refuse are removed."""
    return _text(data.get("notes")).replace("\r\n", "\n").replace("\0", "")


def parse_mark(data: Mapping[str, Any]) -> tuple[SeatNumber, Mark]:
    """Return which player is marked, and the mark."""
    mark = _text(data.get("mark"))
    if mark not in set(Mark):
        raise GameError(ServiceReason.MALFORMED)
    return _number(data.get("seat")), Mark(mark)


def parse_mute(data: Mapping[str, Any]) -> tuple[str, bool]:
    """Return who is muted or heard again, and which of the two."""
    return _token(data.get("person")), data.get("muted") == "true"


def _phrase(data: Mapping[str, Any]) -> PhraseRequest:
    phrase = data.get("phrase")
    if not isinstance(phrase, str) or phrase not in PHRASES:
        raise GameError(ServiceReason.MALFORMED)
    return PhraseRequest(
        phrase=phrase,
        about=_number(data.get("about")) if needs_name(phrase) else None,
        message_id=_token(data.get("message_id")),
    )


def _claim(data: Mapping[str, Any]) -> ClaimRequest:
    kind = _text(data.get("kind"))
    content = _text(data.get("content"))
    if kind not in set(ClaimKind) or not content.isascii() or len(content) > 8:
        raise GameError(ServiceReason.MALFORMED)
    return ClaimRequest(round=_number(data.get("round")), kind=ClaimKind(kind), content=content)


def _text(raw: object) -> str:
    if isinstance(raw, str):
        return raw
    raise GameError(ServiceReason.MALFORMED)


def _number(raw: object) -> int:
    if isinstance(raw, str) and raw.isascii() and _NUMBER.fullmatch(raw):
        return int(raw)
    raise GameError(ServiceReason.MALFORMED)


def _token(raw: object) -> str:
    if raw is None:
        return ""
    if isinstance(raw, str) and _TOKEN.fullmatch(raw):
        return raw
    raise GameError(ServiceReason.MALFORMED)
