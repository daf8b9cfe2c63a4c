"""Browsers and devices in words, from what a browser says of itself."""

from functools import lru_cache

from django.http import HttpRequest
from django.utils.translation import gettext as _

# Browsers say less than this; whoever says more gains nothing by it.
READ_AT_MOST = 400
WORD_MAX_LENGTH = 40
# Of other devices the system says more than the model's number.
KNOWN_DEVICES = frozenset({"iPhone", "iPad", "iPod"})
NO_ANSWER = "Other"


@lru_cache(maxsize=256)
def browser_and_system(user_agent: str) -> tuple[str, str]:
    """Return the names of the browser and of its device or system; "" for what is not known."""
    # Reading its rules takes memory and time, and most processes of commands need none.
    from ua_parser import parse

    found = parse(user_agent[:READ_AT_MOST])
    browser = found.user_agent.family if found.user_agent else ""
    system = found.os.family if found.os else ""
    if found.device and found.device.family in KNOWN_DEVICES:
        system = found.device.family
    names = ("" if name == NO_ANSWER else name[:WORD_MAX_LENGTH] for name in (browser, system))
    return next(names), next(names)


def in_words(browser: str, system: str) -> str:
    """Return what a list or a mail calls a device, in the reader's language."""
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A browser we do not know")


def device_in_words(request: HttpRequest) -> str:
    """Return what to call the device of this request."""
    return in_words(*browser_and_system(request.headers.get("User-Agent", "")))
