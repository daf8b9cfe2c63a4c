"""Public facts that the first page shows as they were a moment ago: read once for everybody, and kept for a while.

What depends on who looks never goes in here.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache

Facts = TypeVar("Facts")


def lately(name: str, read: Callable[[], Facts], *, times: int = 1) -> Facts:
    """Return these facts as they were at most so many times HOME_KEPT_SECONDS ago, or read them."""
    known: Facts | None = kept(name)
    return keep(name, read(), times=times) if known is None else known


def kept(name: str) -> Any:
    """Return these facts as they were kept; None if they have to be read."""
    return cache.get(_key(name)) if settings.HOME_KEPT_SECONDS else None


def keep(name: str, facts: Facts, *, times: int = 1) -> Facts:
    """Keep these facts, and return them; what hardly changes is kept for so many times as long."""
    if settings.HOME_KEPT_SECONDS:
        cache.set(_key(name), facts, settings.HOME_KEPT_SECONDS * times)
    return facts


def _key(name: str) -> str:
    return f"home-{name}"
