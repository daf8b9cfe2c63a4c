"""Settings of one device: streamer mode, shortcuts, vibration, announcements, the stage; the name last typed.

Scripts write the cookies when something is chosen, and the server reads them, so the first paint of a
page is right. They do not belong to the account: a phone and a stage are two devices.
"""

from dataclasses import dataclass
from urllib.parse import quote, unquote

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.names import NAME_MAX_LENGTH, normalise_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """Each setting is "on" or "off", the stage apart, and becomes a data attribute of <html>."""

    sounds: str = ""
    """Empty: the person's preferences decide."""
    streamer: str = "off"
    shortcuts: str = "ask"
    """on or off; unless chosen, the first key asks: a screen reader may need the letters itself."""
    vibration: str = "off"
    notifications: str = "off"
    ballots: str = "on"
    """Whether a screen reader says who has voted, one by one."""
    stage: str = "full"
    """How what happens at a table is shown: full, brisk or text."""
    room: str = "auto"
    """Whether others in the room could see this screen: on, off, or auto, that is while a TV shows the table."""


_SWITCHES = ("sounds", "streamer", "shortcuts", "vibration", "notifications", "ballots")
_ALLOWED = dict.fromkeys(_SWITCHES, frozenset({"on", "off"})) | {
    "stage": frozenset({"full", "brisk", "text"}),
    "room": frozenset({"auto", "on", "off"}),
}


def device_of(request: HttpRequest) -> Device:
    """Read the settings from cookies; an unknown value counts as absent."""
    cookies = {name: request.COOKIES.get(f"device_{name}") for name in _ALLOWED}
    return Device(**{name: said for name, said in cookies.items() if said in _ALLOWED[name]})


# Also written by static/js/site.js, while the name is typed: a change of language must not lose it.
NAME_COOKIE = "device_name"
_NAME_KEPT_SECONDS = 365 * 24 * 3600
_TYPED = "accounts.typed_name"


def name_of_device(request: HttpRequest) -> str:
    """Return the name that a visitor last typed on this device, or nothing; it may be one that is refused."""
    return normalise_name(unquote(request.COOKIES.get(NAME_COOKIE, "")))[:NAME_MAX_LENGTH]


def remember_name(request: HttpRequest, typed: str) -> None:
    """Keep a typed name with the answer to this request; an empty one forgets it."""
    request.META[_TYPED] = typed


def keep_name(request: HttpRequest, response: HttpResponseBase) -> None:
    """Write the remembered name into a cookie of the response."""
    typed = request.META.get(_TYPED)
    if typed is None:
        return
    name = normalise_name(typed)[:NAME_MAX_LENGTH]
    if not name:
        response.delete_cookie(NAME_COOKIE, samesite="Lax")
        return
    response.set_cookie(
        NAME_COOKIE,
        quote(name),
        max_age=_NAME_KEPT_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
