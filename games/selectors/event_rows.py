"""Reads of event logs, whether their rows are still single ones or packed: the only place that knows the difference."""

from collections.abc import Collection, Iterator

from django.db.models import BinaryField, Value

from games.models import GameEvent, PackedLog
from games.values.packed_log import LogRow, unpack

_AT_ONCE = 2000
_FEW = 20
"""The rows of so many games are read with one request."""
_COLUMNS = ("game_id", *LogRow._fields)
_FIELDS = {field.name: field for field in GameEvent._meta.concrete_fields}  # noqa: SLF001
_NO_ROW = [Value(0) if each == "seq" else Value(None, _FIELDS[each]) for each in LogRow._fields]
"""In place of the columns of a single row."""


def event_rows(
    game_ids: Collection[int], kinds: Collection[str] | None = None
) -> Iterator[tuple[int, LogRow]]:
    """Yield each row of these games with its game, of these kinds alone if given; each game's in order and together.

    One query for single rows and packed logs together.
    """
    wanted = GameEvent.objects.filter(game_id__in=game_ids).order_by()
    if kinds is not None:
        wanted = wanted.filter(kind__in=kinds)
    single = wanted.values_list(*_COLUMNS, Value(None, BinaryField()))
    packed = PackedLog.objects.filter(game_id__in=game_ids).values_list(
        "game_id", *_NO_ROW, "events"
    )
    rows = single.union(packed, all=True).order_by("game_id", "seq")
    # A cursor on the server takes three requests instead of one.
    read = rows.iterator(chunk_size=_AT_ONCE) if len(game_ids) > _FEW else rows
    for game_id, *values, events in read:
        if events is None:
            yield game_id, LogRow(*values)
            continue
        for row in unpack(bytes(events)):
            if kinds is None or row.kind in kinds:
                yield game_id, row
