"""Reads of event logs, whether their rows are still single ones or packed: the only place that knows the difference."""

from collections.abc import Collection, Iterator

from games.models import GameEvent, PackedLog
from games.values.packed_log import LogRow, unpack

_AT_ONCE = 2000
_COLUMNS = ("game_id", *LogRow._fields)


def event_rows(
    game_ids: Collection[int], kinds: Collection[str] | None = None
) -> Iterator[tuple[int, LogRow]]:
    """Yield each row of these games with its game, of these kinds alone if given; each game's in order and together.

    One query, and a second one if a game has no single rows.
    """
    wanted = GameEvent.objects.filter(game_id__in=game_ids)
    if kinds is not None:
        wanted = wanted.filter(kind__in=kinds)
    missing = set(game_ids)
    rows = wanted.order_by("game_id", "seq").values_list(*_COLUMNS)
    for row in rows.iterator(chunk_size=_AT_ONCE):
        game_id, *values = row
        missing.discard(game_id)
        yield game_id, LogRow(*values)
    if missing:
        yield from _unpacked(missing, kinds)


def _unpacked(
    game_ids: Collection[int], kinds: Collection[str] | None
) -> Iterator[tuple[int, LogRow]]:
    packed = PackedLog.objects.filter(game_id__in=game_ids).order_by("game_id")
    for game_id, events in packed.values_list("game_id", "events").iterator(chunk_size=_AT_ONCE):
        for row in unpack(bytes(events)):
            if kinds is None or row.kind in kinds:
                yield game_id, row
