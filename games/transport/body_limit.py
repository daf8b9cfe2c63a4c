"""The answer to a request body larger than any form of this site: 413, before Django hears of it.

The page is rendered once for each language and needs no query.
"""

from functools import cache

from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.template.loader import render_to_string
from django.utils import translation

from games.transport.headers import is_secure, security_headers

Headers = list[tuple[bytes, bytes]]


def too_large_response(
    path: str, accepted: str, cookies: str, proto: str = ""
) -> tuple[Headers, bytes]:
    """Return headers and page, in the language of the address, the cookie or the browser.

    `proto` is the scheme by which the reader reached the proxy.
    """
    request = HttpRequest()
    request.path_info = path
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    request.COOKIES = parse_cookie(cookies)
    language = translation.get_language_from_request(request, check_path=True)
    return _headers(language, is_secure(proto)), _page(language)


@cache
def _page(language: str) -> bytes:
    with translation.override(language):
        size = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024
        return render_to_string("413.html", {"size": size}).encode()


@cache
def _headers(language: str, came_securely: bool) -> Headers:
    headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": str(len(_page(language))),
        "Content-Language": language,
        "Vary": "Accept-Language, Cookie",
        "Cache-Control": "no-store",
        **security_headers(is_secure=came_securely),
    }
    return [(name.encode(), str(value).encode()) for name, value in headers.items()]
