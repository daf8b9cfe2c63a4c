"""Settings of one device: streamer mode, keyboard shortcuts, vibration, notifications, the stage.

Scripts write the cookies when something is chosen, and the server reads them, so the first paint of a
page is right. They do not belong to the account: a phone and a stage are two devices.
"""

from dataclasses import dataclass

from django.http import HttpRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """Each setting is "on" or "off", the stage apart, and becomes a data attribute of <html>."""

    sounds: str = ""
    """Empty: the person's preferences decide."""
    streamer: str = "off"
    shortcuts: str = "on"
    vibration: str = "off"
    notifications: str = "off"
    stage: str = "full"
    """How what happens at a table is shown: full, brisk or text."""


_SWITCHES = ("sounds", "streamer", "shortcuts", "vibration", "notifications")
_ALLOWED = dict.fromkeys(_SWITCHES, frozenset({"on", "off"})) | {
    "stage": frozenset({"full", "brisk", "text"})
}


def device_of(request: HttpRequest) -> Device:
    """Read the settings from cookies; an unknown value counts as absent."""
    cookies = {name: request.COOKIES.get(f"device_{name}") for name in _ALLOWED}
    return Device(**{name: said for name, said in cookies.items() if said in _ALLOWED[name]})
