"""Small middlewares for all requests: security headers, static files, no null characters."""

from collections.abc import Callable

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from games.transport.body_limit import INTERFACE
from games.transport.headers import security_headers

# These pages show personal data, so no cache may keep them.
NEVER_KEPT = ("/accounts/", "/admin/")
# Other sites show these beside links to us.
PICTURE = "/img/"


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise that reads a file at once.

    It would stream from a synchronous file, for which Django under ASGI warns and switches to a
    thread for every piece. Our files are small.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Answer with the file, or with 304 if the browser has it."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file:
                body = found.file.read()
        response = HttpResponse(body, status=int(found.status))
        del response.headers["Content-Type"]
        for name, value in found.headers:
            response.headers[name] = value
        if PICTURE in request.path_info:
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response


def no_null_characters(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer 400 to an address with a null character: PostgreSQL accepts none, and no page has one.

    The interface answers it itself, with a problem document.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info and not request.path_info.startswith(INTERFACE):
            raise SuspiciousOperation("a null character in an address")
        return get_response(request)

    return answer


def safe_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Add the security headers that an answer does not set itself.

    The outermost middleware, so it also covers the answers of others, such as 400 to a foreign
    host or a redirect to TLS.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in security_headers(is_secure=request.is_secure()).items():
            if name == "X-Frame-Options" and getattr(response, "xframe_options_exempt", False):
                continue
            response.headers.setdefault(name, value)
        if request.path_info.startswith(NEVER_KEPT) and "Cache-Control" not in response.headers:
            add_never_cache_headers(response)
        return response

    return answer
