"""The language of each page.

A public page has one address per language: English without a prefix, the others below theirs
(`/es/rules/`), so that search engines find the same text at the same address. A prefix decides the
language. Without a prefix the visitor's own language does: a public page redirects to its address
in that language, every other page is shown in it.
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
    """The language part of a route.

    Django's own prefix (i18n_patterns) matches only the active language, and only in the outermost
    routes, where it would split our namespace. This one matches the prefix of any language, and
    reverse() writes that of the active one.
    """

    converters: dict[str, object] = {}

    @property
    def regex(self) -> re.Pattern[str]:
        """The prefix of the active language, for reverse(); read again for each call."""
        return re.compile(re.escape(_prefix(translation.get_language())))

    def match(self, path: str) -> tuple[str, tuple[()], dict[str, str]]:
        """Match a path; return the rest of it."""
        return path.removeprefix(_prefix(_language_in(path))), (), {}

    def check(self) -> list[CheckMessage]:
        """Return no problems; Django's system checks ask."""
        return []

    def describe(self) -> str:
        return f"'{self}'"

    def __str__(self) -> str:
        return _prefix(translation.get_language())


def in_each_language(routes: Sequence[URLPattern | URLResolver]) -> URLResolver:
    """Return these routes with one address for each language."""
    # The resolver uses only the methods above.
    return URLResolver(cast("RoutePattern", _LanguagePrefix()), list(routes))


def choose_language(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Activate each page's language; redirect from a public page to the visitor's own language."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        named = _language_in(request.path_info)
        language = named or language_of(request)
        theirs = ""
        if not named and language != settings.LANGUAGE_CODE and request.method in READ:
            theirs = addresses(request.path_info).get(language, "")
        if theirs and _is_visit(request):
            return _send_to(theirs, request.META.get("QUERY_STRING", ""))
        if theirs:
            # A script fetches a part of a page that is written in English.
            language = settings.LANGUAGE_CODE
        translation.activate(language)
        request.LANGUAGE_CODE = language
        response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        if not named:
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        elif response.status_code == HTTPStatus.OK and not has_chosen(request):
            # Visitors who came by a link keep its language, until they close the browser.
            remember_language(response, named, stay=False)
        return response

    return answer


def addresses(path: str) -> dict[str, str]:
    """Return the paths of a public page by language; nothing for any other page."""
    plain = path.removeprefix(f"/{_prefix(_language_in(path))}").removeprefix("/")
    found = {code: f"/{_prefix(code)}{plain}" for code, _name in settings.LANGUAGES}
    # Only public pages have addresses with a prefix.
    return found if all(is_valid_path(each) for each in found.values()) else {}


def _prefix(language: str | None) -> str:
    """Return the prefix of paths in this language: "es/", or nothing for English."""
    return f"{language}/" if language and language != settings.LANGUAGE_CODE else ""


def _language_in(path: str) -> str | None:
    """Return the language in a path: "es" for "es/rules/" and "/es/rules/", None for "/rules/"."""
    first = path.removeprefix("/").partition("/")[0]
    known = first in dict(settings.LANGUAGES) and first != settings.LANGUAGE_CODE
    return first if known else None


def _is_visit(request: HttpRequest) -> bool:
    """Whether a reader opens the page, rather than a script that fetches it."""
    mode = request.headers.get("Sec-Fetch-Mode", "navigate")
    return mode == "navigate" and "HX-Request" not in request.headers


def _send_to(path: str, query: str) -> HttpResponseBase:
    """Redirect this reader to the page in another language."""
    response = HttpResponseRedirect(f"{path}?{query}" if query else path)
    patch_cache_control(response, private=True)
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response
