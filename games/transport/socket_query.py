"""What a page tells in its socket's address: its language, and whether it is a TV."""

from typing import Any
from urllib.parse import parse_qs

from django.conf import settings


def socket_language(scope: dict[str, Any]) -> str:
    """Return the language in `?language=`; the site's first one if it is missing or unknown."""
    asked = _said(scope, "language")
    known = {code for code, _name in settings.LANGUAGES}
    return asked if asked in known else str(settings.LANGUAGE_CODE)


def is_tv(scope: dict[str, Any]) -> bool:
    """Whether the page is the TV view, which has no own seat."""
    return _said(scope, "view") == "tv"


def _said(scope: dict[str, Any], name: str) -> str:
    query: str = scope["query_string"].decode("latin-1")
    return parse_qs(query).get(name, [""])[0]
