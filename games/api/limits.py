"""How often somebody may ask: by token, or by address without one. Each answer says how much is left.

A window of a minute begins with its first request. The headers are those of the draft "RateLimit header fields for HTTP"
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
    now = int(time())
    key = f"api-{policy}-{who}"
    begun, used = cache.get(key) or (now, 0)
    if now >= begun + seconds:
        begun, used = now, 0
    used += 1
    left, wait = most - used, begun + seconds - now
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
    cache.set(key, (begun, used), seconds)
    return headers


def count_act(request: HttpRequest, action: str, key: str | None = None) -> None:
    """Count what the pages count too, under the same limit. Raises Problem with status 429."""
    if not ratelimit.consume(request, app="allauth.account", action=action, key=key):
        raise Problem(HTTPStatus.TOO_MANY_REQUESTS, "too_many_requests")
