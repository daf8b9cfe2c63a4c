"""Tables that this process has already read, so that only new events have to be folded.

Cached tables may be out of date: selectors.game compares them with the database.
"""

from collections import OrderedDict
from threading import Lock

from games.table import GameTable

CACHED_TABLES = 512

_cache: OrderedDict[int, GameTable] = OrderedDict()
_cache_lock = Lock()


def cached_table(game_id: int) -> GameTable | None:
    """Return the table last read in this process, without a query; it may be out of date."""
    with _cache_lock:
        table = _cache.get(game_id)
        if table is not None:
            _cache.move_to_end(game_id)
        return table


def remember(table: GameTable) -> None:
    """Cache the newest version of a table."""
    with _cache_lock:
        known = _cache.get(table.game_id)
        if (
            known is not None
            and known.started_at == table.started_at
            and (known.version, known.seating) > (table.version, table.seating)
        ):
            return
        _cache[table.game_id] = table
        _cache.move_to_end(table.game_id)
        while len(_cache) > CACHED_TABLES:
            _cache.popitem(last=False)


def forget(game_id: int) -> None:
    """Drop this game from the cache."""
    with _cache_lock:
        _cache.pop(game_id, None)


def forget_all() -> None:
    """Drop every game from the cache."""
    with _cache_lock:
        _cache.clear()
