"""The answer to a request body larger than any form of this site: 413, before Django hears of it.

A page, or under /api/ a problem document (RFC 9457). Each is written once for each language and needs no query.
"""

import json
from functools import cache
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import pgettext

from games.transport.headers import is_secure, security_headers

Headers = list[tuple[bytes, bytes]]
INTERFACE = "/api/v1/"
"""Where programs ask, who read no pages."""


def too_large_response(
    path: str, accepted: str, cookies: str, proto: str = ""
) -> tuple[Headers, bytes]:
    """Return headers and page or document, in the language of the address, the cookie or the browser.

    `proto` is the scheme by which the reader reached the proxy.
    """
    request = HttpRequest()
    request.path_info = path
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    request.COOKIES = parse_cookie(cookies)
    language = translation.get_language_from_request(request, check_path=True)
    is_page = not path.startswith(INTERFACE)
    body = _page(language) if is_page else _problem(language)
    kind = "text/html; charset=utf-8" if is_page else "application/problem+json"
    return _headers(language, kind, len(body), is_secure(proto)), body


@cache
def _page(language: str) -> bytes:
    with translation.override(language):
        size = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024
        return render_to_string("413.html", {"size": size}).encode()


@cache
def _problem(language: str) -> bytes:
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    with translation.override(language):
        document = {
            "type": "about:blank",
            "title": pgettext("problem", "Too large"),
            "status": status.value,
            "reason": "too_large",
        }
    return json.dumps(document).encode()


@cache
def _headers(language: str, kind: str, size: int, came_securely: bool) -> Headers:
    headers = {
        "Content-Type": kind,
        "Content-Length": str(size),
        "Content-Language": language,
        "Vary": "Accept-Language, Cookie",
        "Cache-Control": "no-store",
        **security_headers(is_secure=came_securely),
    }
    return [(name.encode(), str(value).encode()) for name, value in headers.items()]
