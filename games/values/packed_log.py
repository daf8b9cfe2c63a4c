"""The packed log of a game: all rows of its event log in one piece of compressed JSON, and back again.

Pure: nothing is lost, so unpacking gives the same rows. services.packing writes and undoes them.
"""

import json
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

FORMAT = 1
"""The first byte of a packed log."""
_BEST = 9
_MICROSECOND = timedelta(microseconds=1)


class LogRow(NamedTuple):
    """One row of the event log of a game, without the game."""

    seq: int
    kind: str
    payload: dict[str, Any]
    actor: str
    acting_seat: int | None
    action_key: str | None
    created_at: datetime


def pack(rows: Sequence[LogRow]) -> bytes:
    """Return the packed rows of a whole log, numbered from 1 without a gap.

    Raises ValueError for any other rows, as a part of a log could not be told from a whole one.
    """
    if not rows or [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        raise ValueError("not a whole log")
    first = rows[0].created_at.astimezone(UTC)
    packed = {
        "at": first.isoformat(),
        "rows": [
            # Times as microseconds since the first row.
            [row.kind, row.payload, row.actor, row.acting_seat, row.action_key, (row.created_at - first) // _MICROSECOND]
            for row in rows
        ],
    }  # fmt: skip
    text = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
    return bytes([FORMAT]) + zlib.compress(text.encode(), _BEST)


def unpack(data: bytes) -> list[LogRow]:
    """Return the rows of a packed log. Raises ValueError for anything else."""
    if not data or data[0] != FORMAT:
        raise ValueError("not a packed log of a known format")
    try:
        packed = json.loads(zlib.decompress(data[1:]))
    except zlib.error as error:
        raise ValueError("a damaged packed log") from error
    first = datetime.fromisoformat(packed["at"])
    return [
        LogRow(number, kind, payload, actor, seat, key, first + since * _MICROSECOND)
        for number, (kind, payload, actor, seat, key, since) in enumerate(packed["rows"], 1)
    ]
