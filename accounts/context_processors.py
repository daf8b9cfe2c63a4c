"""What base.html and the table ask about the viewer's preferences."""

from django.http import HttpRequest

from accounts.preferences import preferences_of


def preferences(request: HttpRequest) -> dict[str, str | bool]:
    shown = preferences_of(request)
    return {
        "colour_scheme": shown.colour_scheme,
        "reduced_motion": shown.reduced_motion,
        "sounds": shown.sounds,
    }
