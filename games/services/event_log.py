"""The two statements of every action: the next version, and its events.

Plain SQL, because building these from models takes longer than the database needs to run them.
Both belong in one transaction of services.game; a new game has events alone (services.new_game).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from games.engine.codec import encode_event
from games.engine.events import Event
from games.engine.vocabulary import SeatNumber
from games.models import Game, GameEvent
from games.values.actor import Actor

_GAMES = Game._meta.db_table  # noqa: SLF001
_EVENTS = GameEvent._meta.db_table  # noqa: SLF001
_COLUMNS = (
    "game_id", "seq", "kind", "payload", "actor", "acting_seat", "action_key", "created_at",
)  # fmt: skip


def advance(*, game_id: int, version: int, seating: int, columns: Mapping[str, Any]) -> bool:
    """Write these columns of a game if it is still at this version; return whether it was."""
    names = ", ".join(f'"{name}" = %s' for name in columns)
    sql = f"UPDATE {_GAMES} SET {names} WHERE id = %s AND version = %s AND seating = %s"  # noqa: S608
    values = [_adapted(value) for value in columns.values()]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, game_id, version, seating])
        return bool(cursor.rowcount == 1)


def append(
    *,
    game_id: int,
    after: int,
    events: Sequence[Event],
    actor: Actor,
    acting_seat: SeatNumber | None,
    now: datetime,
    action_key: str | None = None,
) -> None:
    """Write the next events, all by one actor; the first of them carries the key.

    Raises IntegrityError if these numbers or this key are taken.
    """
    values: list[Any] = []
    at = _adapted(now)
    for seq, event in enumerate(events, start=after + 1):
        kind, payload = encode_event(event)
        key = action_key if seq == after + 1 else None
        stored = connection.ops.adapt_json_value(payload, None)
        values += [game_id, seq, kind, stored, actor.value, acting_seat, key, at]
    row = f"({', '.join(['%s'] * len(_COLUMNS))})"
    rows = ", ".join([row] * len(events))
    sql = f"INSERT INTO {_EVENTS} ({', '.join(_COLUMNS)}) VALUES {rows}"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def _adapted(value: Any) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
