"""The cache on Redis, with a fallback in memory: players do not notice when Redis is away.

Named in settings. It holds rate limits, and how many people watch each table; while Redis is away each process
counts for itself.
"""

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

from games.transport.redis_health import redis_at


class _SiteCacheClient(RedisCacheClient):
    """Asks Redis; while that is away, the memory of this process."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self.link = redis_at(servers[0])
        self.here = LocMemCache("while-redis-is-away", {})

    def _first(self, there: Callable[[], Any], here: Callable[[], Any]) -> Any:
        """Return what Redis answers; after one failed call the others use the memory, without waiting."""
        if not self.link.is_away:
            try:
                return there()
            except RedisError as error:
                self.link.failed(error)
        return here()

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        """Store a value unless the key has one."""
        there, here = super().add, self.here.add
        return bool(
            self._first(lambda: there(key, value, timeout), lambda: here(key, value, timeout))
        )

    def get(self, key: Any, default: Any) -> Any:
        """Return a value."""
        there, here = super().get, self.here.get
        return self._first(lambda: there(key, default), lambda: here(key, default))

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """Return the values of those of these keys that have one."""
        there, here, keys = super().get_many, self.here.get_many, list(keys)
        found: dict[Any, Any] = self._first(lambda: there(keys), lambda: here(keys))
        return found

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        """Store a value."""
        there, here = super().set, self.here.set
        self._first(lambda: there(key, value, timeout), lambda: here(key, value, timeout))

    def delete(self, key: Any) -> bool:
        """Delete a value."""
        there, here = super().delete, self.here.delete
        return bool(self._first(lambda: there(key), lambda: here(key)))


class SiteCache(RedisCache):
    """Django's Redis cache, which keeps working while Redis is away."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _SiteCacheClient
