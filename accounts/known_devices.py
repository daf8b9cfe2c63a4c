"""Devices on which a person has logged in before: wrong guesses made elsewhere do not lock them out.

A signed cookie names the device and its people. It grants no access; it only lets wrong guesses
from this device be counted apart.
"""

from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import get_random_string

from accounts.models import User

COOKIE = "known_device"
PEOPLE_PER_DEVICE = 8
"""A household; the last person to log in comes first."""

_SALT = "accounts.known_devices"


def _read(request: HttpRequest) -> tuple[str, list[int]]:
    """Return the device and its people; an unnamed device for a forged or expired cookie."""
    try:
        found: dict[str, Any] = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=settings.SESSION_COOKIE_AGE
        )
    except signing.BadSignature:
        return "", []
    return found["device"], found["people"]


def device_id(request: HttpRequest) -> str:
    """Return the name of this device; empty if nobody has logged in on it."""
    return _read(request)[0]


def is_known_device(request: HttpRequest, user: User) -> bool:
    """Whether this person has logged in on this device before, or made the account here."""
    return user.pk in _read(request)[1]


def remember_device(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Add this person, who has just logged in, to the people of the device."""
    device, people = _read(request)
    people = [user.pk, *(other for other in people if other != user.pk)][:PEOPLE_PER_DEVICE]
    response.set_cookie(
        COOKIE,
        signing.dumps({"device": device or get_random_string(22), "people": people}, salt=_SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def known_device(request: HttpRequest, user: User | None) -> str:
    """Return this device's key in counts of this person's wrong guesses; empty if unknown."""
    if user is None:
        return ""
    if request.user.is_authenticated and request.user.pk == user.pk:
        return "signed in"
    device, people = _read(request)
    return device if user.pk in people else ""
