"""Pages of the path from zero: the list of all lessons, and each of them.

An answer is in the address, so a page needs no script and keeps nothing of the person.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.learning.lesson_page import lesson_links, present_lesson


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """List the tour, the lessons and the riddles."""
    return render(request, "games/learning/learn.html", {"lessons": lesson_links()})


@require_safe
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one lesson, with the answer in the address judged."""
    links = lesson_links()
    slugs = [link.slug for link in links]
    if slug not in slugs:
        raise Http404(_("There is no such lesson."))
    number = slugs.index(slug) + 1
    given = request.GET.get("answer", "")
    answer = int(given) if given.isascii() and given.isdigit() and len(given) < 3 else None
    context = {
        "lesson": present_lesson(number, answer),
        "slug": slug,
        "count": len(links),
        "next": links[number] if number < len(links) else None,
    }
    return render(request, "games/learning/lesson.html", context)
