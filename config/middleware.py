"""Small middlewares of the whole site: static files at once, Permissions-Policy, no null characters."""

from collections.abc import Callable

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise that reads the file at once.

    It streams from a synchronous file otherwise, for which Django under ASGI warns and hops to a
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
        return response


def no_null_characters(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer 400 to an address with a null character: PostgreSQL takes none, and no page has one."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info:
            raise SuspiciousOperation("a null character in an address")
        return get_response(request)

    return answer


def permissions_policy(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Say that no page here asks for camera, place or microphone."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response

    return answer
