"""Whether Redis answers: logged when it goes and when it is back; meanwhile no caller waits for it."""

import logging
import threading
from functools import cache
from time import sleep

from django.conf import settings
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

ASK_AGAIN_SECONDS = 1.0


class RedisLink:
    """The state of one Redis in this process; thread-safe."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_away = False
        self._lock = threading.Lock()

    def raise_if_away(self) -> None:
        """Raise `redis.exceptions.ConnectionError` while it is away."""
        if self.is_away:
            raise RedisConnectionError("Redis is away")

    def failed(self, error: BaseException) -> None:
        """Note a failed call: no other caller waits until Redis answers again."""
        with self._lock:
            if self.is_away:
                return
            # Without an address the failed layer is another one, whose return could not be
            # noticed.
            self.is_away = bool(self.address)
        logger.warning("Redis does not answer, everything goes on without it: %s", error)
        if self.is_away:
            name = "until-redis-is-back"
            threading.Thread(target=self._until_it_is_back, name=name, daemon=True).start()

    def _until_it_is_back(self) -> None:
        while not self._answers():
            pass
        self.is_away = False
        logger.warning("Redis answers again")

    def _answers(self) -> bool:
        sleep(ASK_AGAIN_SECONDS)
        try:
            with Redis.from_url(self.address, **settings.REDIS_TIMEOUTS) as redis:
                return bool(redis.ping())
        except (OSError, RedisError):
            return False


@cache
def redis_at(address: str) -> RedisLink:
    """Return the one link to this Redis in this process."""
    return RedisLink(address)


def site_redis() -> RedisLink:
    """Return the link to the site's Redis."""
    return redis_at(settings.REDIS_URL)


class RedisLogFilter(logging.Filter):
    """Log filter: drops what a library repeats, with a traceback, while Redis is away."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write the record."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, (OSError, RedisError)):
            return True
        site_redis().failed(error)
        return False
