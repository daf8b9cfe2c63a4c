"""Health checks for proxies and operators; transport.metrics has the counters.

`/health/live/` answers as long as the process does. `/health/ready/` asks the database: a proxy
sends no readers to a process that is not ready or is about to end. It also names a Redis that does
not answer, though the site works without it. Neither says anything about a game.
"""

import logging

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis, RedisError

from games.transport.redis_health import site_redis
from games.transport.shutdown import is_shutting_down

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def live(_request: HttpRequest) -> HttpResponse:
    """Answer 200: the process is alive."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def ready(_request: HttpRequest) -> HttpResponse:
    """Answer 200 if the process can serve, else 503, with a line for each part that does not answer."""
    if is_shutting_down():
        return HttpResponse("about to end\n", status=503, content_type="text/plain")
    has_database, has_redis = _database_answers(), _redis_answers()
    text = "" if has_database else "database does not answer\n"
    if not has_redis:
        text += "redis does not answer\n"
    status = 200 if has_database else 503
    response = HttpResponse(text or "ok\n", status=status, content_type="text/plain")
    if not has_database:
        # Logged once already; Django would log the 503 at every check.
        response._has_been_logged = True  # type: ignore[attr-defined] # noqa: SLF001
    return response


class _Said:
    """The state of the database that was logged last, so that a check each second logs changes only."""

    database_is_away = False


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        if not _Said.database_is_away:
            logger.warning("The database does not answer", exc_info=True)
        _Said.database_is_away = True
        return False
    if _Said.database_is_away:
        logger.warning("The database answers again")
    _Said.database_is_away = False
    return True


def _redis_answers() -> bool:
    if not settings.REDIS_URL:
        return True
    link = site_redis()
    if link.is_away:
        return False
    try:
        with Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS) as redis:
            return bool(redis.ping())
    except RedisError as error:
        link.failed(error)
        return False
