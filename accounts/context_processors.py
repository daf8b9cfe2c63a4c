"""What base.html and the table ask about the viewer's preferences."""

from django.http import HttpRequest

from accounts.device import Device, device_of
from accounts.preferences import preferences_of


def preferences(request: HttpRequest) -> dict[str, str | bool | Device]:
    """Looks and sounds of the page, and how this device behaves."""
    shown = preferences_of(request)
    device = device_of(request)
    return {
        "colour_scheme": shown.colour_scheme,
        "reduced_motion": shown.reduced_motion,
        # The device has the last word, until the account's preference is chosen anew.
        "sounds": device.sounds == "on" if device.sounds else shown.sounds,
        "device": device,
    }
