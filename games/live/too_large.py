"""The answer to a body larger than anything this site takes: Daphne forgets it before Django hears of it.

Door: too_large. The page is drawn once per language; who asks is not looked up, so it costs nothing.
"""

from functools import cache

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.template.loader import render_to_string
from django.utils import translation

Headers = list[tuple[bytes, bytes]]


def too_large(path: str, accepted: str, cookies: str) -> tuple[Headers, bytes]:
    """Headers and page, in the language of the address, else of the cookie, else of the browser."""
    request = HttpRequest()
    request.path_info = path
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    request.COOKIES = parse_cookie(cookies)
    language = translation.get_language_from_request(request, check_path=True)
    return _headers(language), _page(language)


@cache
def _page(language: str) -> bytes:
    with translation.override(language):
        size = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024
        return render_to_string("413.html", {"size": size}).encode()


@cache
def _headers(language: str) -> Headers:
    """Those that Django's middlewares give every other page."""
    headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": str(len(_page(language))),
        "Content-Language": language,
        "Vary": "Accept-Language, Cookie",
        "Cache-Control": "no-store",
        "Content-Security-Policy": build_policy(),
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
    }
    return [(name.encode(), str(value).encode()) for name, value in headers.items()]
