"""What was claimed, and who had a stand-in, in the `meta` of a game record.

A record's `meta` is free: what has another form than ours there counts as nothing said.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeGuard

from games.engine.table_talk import CLAIMABLE_CONTENTS, NO_COMMENT
from games.engine.vocabulary import ClaimKind, SeatNumber
from games.values.chat import ClaimValue

_CLAIMS, _STOOD_IN = "claims", "stood_in"


def written_talk(
    claims: Iterable[ClaimValue], stood_in: Collection[tuple[int, SeatNumber]]
) -> dict[str, Any]:
    """Return both as a record's `meta` holds them; a key without content is left out."""
    said = [
        [claim.round, claim.kind.value, claim.seat, claim.content, claim.target]
        for claim in claims
    ]
    values = {_CLAIMS: said, _STOOD_IN: [list(each) for each in sorted(stood_in)]}
    return {key: value for key, value in values.items() if value}


def read_claims(meta: Mapping[str, Any], players: int) -> tuple[ClaimValue, ...]:
    """Return the claims of a record with so many players."""
    return tuple(
        claim for each in _list(meta.get(_CLAIMS)) if (claim := _claim(each, players)) is not None
    )


def read_stand_ins(meta: Mapping[str, Any], players: int) -> frozenset[tuple[int, SeatNumber]]:
    """Return the rounds and seats for which a stand-in acted."""
    found = set()
    for each in _list(meta.get(_STOOD_IN)):
        match each:
            case [int(round_), int(seat)] if _is_seat(seat, players):
                found.add((round_, seat))
            case _:
                pass
    return frozenset(found)


def _claim(value: object, players: int) -> ClaimValue | None:
    match value:
        case [int(round_), str(name), int(seat), str(content), target] if name in set(
            ClaimKind
        ) and _is_seat(seat, players):
            kind = ClaimKind(name)
            about = target if _is_seat(target, players) else None
            needs_target = kind is ClaimKind.INVESTIGATED
            if about == target and (about is not None) is needs_target and _is_said(kind, content):
                return ClaimValue(
                    round=round_, kind=kind, seat=seat, content=content, target=about
                )
    return None


def _is_said(kind: ClaimKind, content: str) -> bool:
    return content in (NO_COMMENT, *CLAIMABLE_CONTENTS[kind])


def _is_seat(value: object, players: int) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < players


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
