"""For whoever runs the site: is this process alive, and can it serve? What it counts is in live.metrics.

`/health/live/` answers as long as the process does. `/health/ready/` asks the database and, where there
is one, Redis; a proxy sends nobody to a process that is not ready. Neither says anything about a game.
"""

import logging

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def live(_request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def ready(_request: HttpRequest) -> HttpResponse:
    """The process can do its work; else 503 and a line for each part that cannot."""
    troubles = [
        name
        for name, works in (("database", _database_answers), ("redis", _redis_answers))
        if not works()
    ]
    if troubles:
        text = "".join(f"{name} does not answer\n" for name in troubles)
        return HttpResponse(text, status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.warning("The database does not answer", exc_info=True)
        return False
    return True


def _redis_answers() -> bool:
    if not settings.REDIS_URL:
        return True
    try:
        cache.get("health")
    except RedisError:
        logger.warning("Redis does not answer", exc_info=True)
        return False
    return True
