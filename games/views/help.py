"""Rule help: one page, its sections one by one for the side sheet, its search, and the summary."""

import json
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_safe

from games.presenters.learning.help import (
    SECTIONS,
    HelpView,
    present_help,
    section_with,
    sections_of,
)
from games.presenters.learning.search import HelpSearch
from games.presenters.learning.search_index import SearchIndex, build_index
from games.presenters.learning.search_text import read_sections
from games.words.once_per_language import once_per_language
from games.words.synonyms import synonyms

LONGEST_QUERY = 100


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show all sections, and above them what a search finds."""
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    language = translation.get_language()
    context = {
        "help": _view(),
        "sections": sections_of("help"),
        "query": query,
        "found": _search().find(query) if query else [],
        "index": reverse("games:help_index", args=[language]),
    }
    return render(request, "games/help/help.html", context)


def _edition(_request: HttpRequest, language: str) -> str | None:
    """Return the name of the index as it is now, if there is one in this language."""
    if language not in dict(settings.LANGUAGES):
        return None
    return f'"{sha256(_index_in(language)).hexdigest()[:16]}"'


@require_safe
@cache_control(public=True, no_cache=True)
@etag(_edition)
def help_index(_request: HttpRequest, language: str) -> HttpResponse:
    """Answer with everything that a search in this language needs, for the browser."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    return HttpResponse(_index_in(language), content_type="application/json")


@require_safe
def strategy(request: HttpRequest) -> HttpResponse:
    """Show the advice for each side."""
    context = {"help": _view(), "sections": sections_of("strategy")}
    return render(request, "games/help/strategy.html", context)


@require_safe
def questions(request: HttpRequest) -> HttpResponse:
    """Show the questions that come up at the table, with their answers."""
    context = {"help": _view(), "sections": sections_of("questions")}
    return render(request, "games/help/questions.html", context)


@require_safe
def summary(request: HttpRequest) -> HttpResponse:
    """Show the rules on one sheet of paper."""
    return render(request, "games/help/summary.html", {"help": _view()})


@require_safe
def help_section(request: HttpRequest, anchor: str) -> HttpResponse:
    """Answer the side sheet with a section; redirect a plain visit to it on its page."""
    section = section_with(anchor)
    if section is None:
        raise Http404
    if not getattr(request, "htmx", False):
        return redirect(f"{reverse(f'games:{section.page}')}#{anchor}")
    context = {"help": _view(), "section": section}
    return render(request, "games/help/_section.html", context)


def _view() -> HelpView:
    return present_help(dict(settings.LANGUAGES))


@once_per_language(16)
def _search() -> HelpSearch:
    """Return the search in the active language."""
    return HelpSearch(_index())


@once_per_language(16)
def _index() -> SearchIndex:
    view, language = _view(), translation.get_language()
    sections = [
        (
            "" if section.page == "help" else reverse(f"games:{section.page}"),
            render_to_string("games/help/_section.html", {"help": view, "section": section}),
        )
        for section in SECTIONS
    ]
    text = read_sections(sections, language=language)
    return build_index(text, language=language, synonyms=synonyms().get(language, {}))


def _index_in(language: str) -> bytes:
    with translation.override(language):
        return _index_as_bytes()


@once_per_language(16)
def _index_as_bytes() -> bytes:
    return json.dumps(_index().as_json(), ensure_ascii=False, separators=(",", ":")).encode()
