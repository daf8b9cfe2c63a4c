"""Template variables about the viewer's preferences, for base.html and the table."""

from django.http import HttpRequest

from accounts.device import Device, device_of
from accounts.preferences import preferences_of


def preferences(request: HttpRequest) -> dict[str, str | bool | Device]:
    """Looks and sounds of the page, and the settings of this device."""
    shown = preferences_of(request)
    device = device_of(request)
    return {
        "colour_scheme": shown.colour_scheme,
        "reduced_motion": shown.reduced_motion,
        # The device's choice wins until the account's preference changes.
        "sounds": device.sounds == "on" if device.sounds else shown.sounds,
        "device": device,
    }
