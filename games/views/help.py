"""Rule help: one page, its sections one by one for the side sheet, its search, and the summary."""

import re

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import strip_tags
from django.views.decorators.http import require_safe

from games.presenters.learning.help import (
    SECTIONS,
    HelpView,
    find_sections,
    present_help,
    section_with,
    sections_of,
)
from games.words.once_per_language import once_per_language

LONGEST_QUERY = 100


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show all sections, or those that a search finds."""
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    found = [
        section for section in SECTIONS if section.anchor in find_sections(query, _plain_texts())
    ]
    context = {
        "help": _view(), "sections": sections_of("help"), "query": query, "found": found,
    }  # fmt: skip
    return render(request, "games/help/help.html", context)


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
def _plain_texts() -> dict[str, str]:
    """Return the text of each section for the search, in the active language."""
    view = _view()
    return {
        section.anchor: re.sub(
            r"\s+",
            " ",
            strip_tags(
                render_to_string("games/help/_section.html", {"help": view, "section": section})
            ),
        )
        for section in SECTIONS
    }
