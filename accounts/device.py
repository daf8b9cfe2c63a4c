"""How one device behaves: streamer mode, keyboard shortcuts, vibration, notifications.

Scripts write the cookies as soon as a box is ticked; the server reads them, so that the very first
paint of a page is right. Nothing here belongs to an account: a phone and a stage are two devices.
"""

from dataclasses import dataclass

from django.http import HttpRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """Each is "on" or "off"; they stand on <html> as data attributes."""

    sounds: str = ""
    """Empty: as the person's preferences say."""
    streamer: str = "off"
    shortcuts: str = "on"
    vibration: str = "off"
    notifications: str = "off"


def device_of(request: HttpRequest) -> Device:
    """What the cookies say; odd ones count as absent."""
    names = ("sounds", "streamer", "shortcuts", "vibration", "notifications")
    cookies = {name: request.COOKIES.get(f"device_{name}") for name in names}
    return Device(**{name: said for name, said in cookies.items() if said in {"on", "off"}})
