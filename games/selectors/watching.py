"""How many people watch a table: kept for a while, told by the process that has their sockets.

Counted for the list on the home page, so a number that is a minute old will do.
"""

from collections.abc import Collection

from django.core.cache import cache

KEPT_SECONDS = 600


def watching_key(game_id: int) -> str:
    """Return the name under which the number is kept."""
    return f"watching:{game_id}"


def watching(game_ids: Collection[int]) -> dict[int, int]:
    """Return how many people watch each of these games; those nobody watches are left out."""
    known = cache.get_many([watching_key(each) for each in game_ids])
    counts = {each: known.get(watching_key(each), 0) for each in game_ids}
    return {each: count for each, count in counts.items() if count}
