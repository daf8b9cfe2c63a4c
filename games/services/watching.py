"""Notes how many people watch a table; see selectors.watching."""

from django.core.cache import cache

from games.selectors.watching import KEPT_SECONDS, watching_key


def note_watching(game_id: int, count: int) -> None:
    """Keep this number for a while."""
    if count:
        cache.set(watching_key(game_id), count, KEPT_SECONDS)
    else:
        cache.delete(watching_key(game_id))
