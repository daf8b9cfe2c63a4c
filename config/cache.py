"""The cache on Redis, and without it: whoever plays does not notice that Redis is away.

Named in settings. It holds nothing but rate limits; while Redis is away each process counts for itself.
"""

from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError


class SiteCacheClient(RedisCacheClient):
    """Asks Redis, or else the memory of this process."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.here = LocMemCache("while-redis-is-away", {})

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        """Write a value unless there is one."""
        try:
            return bool(super().add(key, value, timeout))
        except RedisError:
            return self.here.add(key, value, timeout)

    def get(self, key: Any, default: Any) -> Any:
        """Read a value."""
        try:
            return super().get(key, default)
        except RedisError:
            return self.here.get(key, default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        """Write a value."""
        try:
            super().set(key, value, timeout)
        except RedisError:
            self.here.set(key, value, timeout)

    def delete(self, key: Any) -> bool:
        """Forget a value."""
        try:
            return bool(super().delete(key))
        except RedisError:
            return self.here.delete(key)


class SiteCache(RedisCache):
    """Django's cache on Redis that outlives Redis."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = SiteCacheClient
