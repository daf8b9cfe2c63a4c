"""Preferences of the person who looks at a page: from the account, or from cookies without one."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.models import ColourScheme, Preferences, ReducedMotion, User

COOKIE_AGE = 365 * 24 * 3600


def preferences_of(request: HttpRequest) -> Preferences:
    """Return the stored preferences, or unsaved ones read from cookies; unknown values count as absent."""
    if isinstance(user := getattr(request, "user", None), User):
        return user.preferences
    scheme = request.COOKIES.get("colour_scheme")
    motion = request.COOKIES.get("reduced_motion")
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return Preferences(
        language=language if language in dict(settings.LANGUAGES) else "",
        colour_scheme=scheme if scheme in ColourScheme.values else ColourScheme.AUTO,
        reduced_motion=motion if motion in ReducedMotion.values else ReducedMotion.AUTO,
        sounds=request.COOKIES.get("sounds") != "off",
    )


def remember_in_cookies(response: HttpResponseBase, preferences: Preferences) -> None:
    """Keep looks and sounds on this device, for visits without an account and after logging out."""
    for name, value in (
        ("colour_scheme", preferences.colour_scheme),
        ("reduced_motion", preferences.reduced_motion),
        ("sounds", "on" if preferences.sounds else "off"),
    ):
        response.set_cookie(
            name,
            value,
            max_age=COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def remember_language(response: HttpResponseBase, language: str, *, stay: bool = True) -> None:
    """Keep the language after logging out too; "" returns to the browser's.

    Without an explicit choice the cookie ends with the browser session.
    """
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE if stay else None,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
