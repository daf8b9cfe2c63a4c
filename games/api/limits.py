"""How often somebody may ask: by token, or by address without one. Each answer says how much is left.

Windows of a minute follow each other, the same for everybody. The headers are those of the draft "RateLimit header fields for HTTP"
of the IETF.
"""

from http import HTTPStatus
from time import time

from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from accounts.network import network_of
from games.api.problems import Problem

A_MINUTE = 60
AN_HOUR = 3600


def count_request(
    request: HttpRequest, token_id: int | None, *, is_bot: bool = False
) -> dict[str, str]:
    """Count a request; return the headers that say what is left. Raises Problem with status 429."""
    if token_id is not None and is_bot:
        return _count("bot", str(token_id), settings.API_REQUESTS_OF_A_BOT, A_MINUTE)
    if token_id is not None:
        return _count("token", str(token_id), settings.API_REQUESTS_OF_A_TOKEN, A_MINUTE)
    return _count("address", network_of(request), settings.API_REQUESTS_OF_AN_ADDRESS, A_MINUTE)


def count_whole_month(request: HttpRequest) -> None:
    """Count the request for a whole month of games. Raises Problem with status 429."""
    _count("months", network_of(request), settings.API_MONTHS_OF_AN_ADDRESS, AN_HOUR)


def _count(policy: str, who: str, most: int, seconds: int) -> dict[str, str]:
    window, gone = divmod(int(time()), seconds)
    key = f"api-{policy}-{who}-{window}"
    # Added and counted by the cache itself, so that requests at the same moment are all counted.
    cache.add(key, 0, seconds)
    try:
        used = cache.incr(key)
    except ValueError:
        # The cache has just dropped it, as it may at any time.
        used = 1
    left, wait = most - used, seconds - gone
    headers = {
        "RateLimit-Policy": f'"{policy}";q={most};w={seconds}',
        "RateLimit": f'"{policy}";r={max(0, left)};t={wait}',
    }
    if left < 0:
        raise Problem(
            HTTPStatus.TOO_MANY_REQUESTS,
            "too_many_requests",
            headers={**headers, "Retry-After": str(wait)},
        )
    return headers


def count_act(request: HttpRequest, action: str, key: str | None = None) -> None:
    """Count what the pages count too, under the same limit. Raises Problem with status 429."""
    if not ratelimit.consume(request, app="allauth.account", action=action, key=key):
        raise Problem(HTTPStatus.TOO_MANY_REQUESTS, "too_many_requests")
