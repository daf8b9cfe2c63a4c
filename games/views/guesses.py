"""The limit on guessing codes, for every page with a code in its address.

A code that does not exist and one that the reader may not see are answered alike with 404, and
count alike.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from allauth.core import ratelimit
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path

from games.services.guesses import count_wrong_code, has_guessed_too_often

ViewFunction = Callable[..., HttpResponseBase]


def by_code(route: str, view: ViewFunction, *, name: str) -> URLPattern:
    """Return a route whose view takes a code that a stranger may have guessed."""
    return path(route, _few_wrong_codes(view), name=name)


def _few_wrong_codes(view: ViewFunction) -> ViewFunction:
    """Answer 429 to an address that has asked for too many codes that do not exist."""

    @wraps(view)
    def answer(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        code = str(named.get("code") or request.GET.get("code", ""))
        if has_guessed_too_often(request, code, request.user.pk):
            refused: HttpResponseBase = ratelimit.respond_429(request)
            return refused
        try:
            response = view(request, *arguments, **named)
        except Http404:
            count_wrong_code(request)
            raise
        if response.status_code == HTTPStatus.NOT_FOUND:
            count_wrong_code(request)
        return response

    return answer
