"""Which language a socket speaks: the one its page was rendered in.

Door: language_of(scope). The page says so in the socket's address; without it the first language of
the site is spoken.
"""

from typing import Any
from urllib.parse import parse_qs

from django.conf import settings


def language_of(scope: dict[str, Any]) -> str:
    """The language code in `?language=`, if it is one of ours."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("language", [""])[0]
    known = {code for code, _name in settings.LANGUAGES}
    return asked if asked in known else str(settings.LANGUAGE_CODE)
