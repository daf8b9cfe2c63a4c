"""Settings of one device: streamer mode, keyboard shortcuts, vibration, notifications.

Scripts write the cookies when a box is ticked, and the server reads them, so the first paint of a
page is right. They do not belong to the account: a phone and a stage are two devices.
"""

from dataclasses import dataclass

from django.http import HttpRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """Each setting is "on" or "off" and becomes a data attribute of <html>."""

    sounds: str = ""
    """Empty: the person's preferences decide."""
    streamer: str = "off"
    shortcuts: str = "on"
    vibration: str = "off"
    notifications: str = "off"


def device_of(request: HttpRequest) -> Device:
    """Read the settings from cookies; an unknown value counts as absent."""
    names = ("sounds", "streamer", "shortcuts", "vibration", "notifications")
    cookies = {name: request.COOKIES.get(f"device_{name}") for name in names}
    return Device(**{name: said for name, said in cookies.items() if said in {"on", "off"}})
