"""A limit on guessing codes: after too many wrong ones an address gets no answers for a while.

Only wrong codes count, so people who share an address play as they like. A blocked address gets no
answer to right codes either, or it could go on guessing; people with a seat at the table still do.
"""

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest

from accounts.network import network_of
from games.models import LobbySeat, Seat

# The limit's name in ACCOUNT_RATE_LIMITS.
WRONG_CODE = "wrong_code"
SHUT_OUT_SECONDS = 60


def has_guessed_too_often(request: HttpRequest, code: str, user_id: int | None) -> bool:
    """Whether this address has made too many wrong guesses to be told anything about this code."""
    if not cache.get(_key(request)):
        return False
    if user_id is None:
        return True
    at_game = Seat.objects.filter(user_id=user_id, game__code=code)
    in_lobby = LobbySeat.objects.filter(user_id=user_id, lobby__code=code.upper())
    return not (at_game.exists() or in_lobby.exists())


def count_wrong_code(request: HttpRequest) -> None:
    """Count a request for a code that does not exist."""
    if not network_of(request):
        return
    allowed = ratelimit.consume(request, app="allauth.account", action=WRONG_CODE, limit_get=True)
    if not allowed:
        cache.set(_key(request), True, SHUT_OUT_SECONDS)


def _key(request: HttpRequest) -> str:
    return f"shut-out:{network_of(request)}"
