"""Which language a page speaks.

A public page stands at one address per language: English without a prefix, the others below theirs
(`/es/rules/`), so that a search engine finds the same text at the same address each time. There the
prefix decides. Without one people are spoken to in their own language: on a public page by sending them
to its address in that language, on every other page right there.
"""

import re
from collections.abc import Callable, Sequence
from http import HTTPMethod, HTTPStatus
from typing import cast

from django.conf import settings
from django.core.checks import CheckMessage
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, is_valid_path
from django.urls.resolvers import RoutePattern
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers

from accounts.language import has_chosen, language_of
from accounts.preferences import remember_language

READ = {HTTPMethod.GET, HTTPMethod.HEAD}


class _LanguagePrefix:
    """The part of a route that names the language.

    Django's own prefix (i18n_patterns) accepts only the language that is being spoken, and stands
    only in the outermost routes, where our namespace would fall in two. This one accepts the prefix
    of any language and writes that of the language being spoken.
    """

    converters: dict[str, object] = {}

    @property
    def regex(self) -> re.Pattern[str]:
        """What reverse() writes; it asks anew for each language."""
        return re.compile(re.escape(_prefix(translation.get_language())))

    def match(self, path: str) -> tuple[str, tuple[()], dict[str, str]]:
        """The rest of the path."""
        return path.removeprefix(_prefix(_language_in(path))), (), {}

    def check(self) -> list[CheckMessage]:
        """Nothing can be wrong with it."""
        return []

    def describe(self) -> str:
        return f"'{self}'"

    def __str__(self) -> str:
        return _prefix(translation.get_language())


def in_each_language(routes: Sequence[URLPattern | URLResolver]) -> URLResolver:
    """These routes, at one address for each language."""
    # The resolver asks for no more of a pattern than what is above.
    return URLResolver(cast("RoutePattern", _LanguagePrefix()), list(routes))


def _prefix(language: str | None) -> str:
    """What stands before a path in this language: nothing, or such as "es/"."""
    return f"{language}/" if language and language != settings.LANGUAGE_CODE else ""


def _language_in(path: str) -> str | None:
    """The language a path names: "es/rules/" and "/es/rules/" name "es", "/rules/" none."""
    first = path.removeprefix("/").partition("/")[0]
    known = first in dict(settings.LANGUAGES) and first != settings.LANGUAGE_CODE
    return first if known else None


def addresses(path: str) -> dict[str, str]:
    """The paths of a public page in each language; none for any other page."""
    plain = path.removeprefix(f"/{_prefix(_language_in(path))}").removeprefix("/")
    found = {code: f"/{_prefix(code)}{plain}" for code, _name in settings.LANGUAGES}
    # A path is public if it is also one with a prefix.
    return found if all(is_valid_path(each) for each in found.values()) else {}


def _is_visit(request: HttpRequest) -> bool:
    """Whether a reader goes to a page, rather than a script that fetches one."""
    mode = request.headers.get("Sec-Fetch-Mode", "navigate")
    return mode == "navigate" and "HX-Request" not in request.headers


def _send_to(path: str, query: str) -> HttpResponseBase:
    """To the same page in another language; only for this reader."""
    response = HttpResponseRedirect(f"{path}?{query}" if query else path)
    patch_cache_control(response, private=True)
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


def speak(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Choose the language of each page; send people to a public page in their own."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        named = _language_in(request.path_info)
        language = named or language_of(request)
        theirs = ""
        if not named and language != settings.LANGUAGE_CODE and request.method in READ:
            theirs = addresses(request.path_info).get(language, "")
        if theirs and _is_visit(request):
            return _send_to(theirs, request.META.get("QUERY_STRING", ""))
        if theirs:
            # The page that asks for a part of another knows what it is written in.
            language = settings.LANGUAGE_CODE
        translation.activate(language)
        request.LANGUAGE_CODE = language
        response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        if not named:
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        elif response.status_code == HTTPStatus.OK and not has_chosen(request):
            # Who came by a link and goes on to a table is spoken to as before, until they leave.
            remember_language(response, named, stay=False)
        return response

    return answer
