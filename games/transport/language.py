"""What a page says of itself in its socket's address: its language, and whether it is a TV.

Without a language the first one of the site is spoken.
"""

from typing import Any
from urllib.parse import parse_qs

from django.conf import settings


def language_of(scope: dict[str, Any]) -> str:
    """The language code in `?language=`, if it is one of ours."""
    asked = _said(scope, "language")
    known = {code for code, _name in settings.LANGUAGES}
    return asked if asked in known else str(settings.LANGUAGE_CODE)


def is_tv(scope: dict[str, Any]) -> bool:
    """Whether the page is the TV view, on which nobody in particular looks."""
    return _said(scope, "view") == "tv"


def _said(scope: dict[str, Any], name: str) -> str:
    query: str = scope["query_string"].decode("latin-1")
    return parse_qs(query).get(name, [""])[0]
