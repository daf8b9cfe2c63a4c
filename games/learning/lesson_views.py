"""Pages of the path from zero: where one stands on it, and each lesson.

The answer is in the address, so a page can be sent to a friend. That a lesson is done is kept with the account, or
in a cookie without one.
"""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.learning.answering import note_lessons
from games.learning.game_riddles import number_today, riddle_numbered
from games.learning.lesson_page import present_lesson
from games.learning.lessons import all_lessons
from games.learning.path_page import next_lesson, present_path
from games.learning.riddle_page import faces_of
from games.learning.standing import lessons_done_by
from games.views.people import too_many
from games.views.tour import step_reached

DONE_COOKIE = "lessons_done"
_KEPT_SECONDS = 365 * 24 * 3600


@never_cache
@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show the tour, the lessons and the riddles, and where the reader stands."""
    today = timezone.localdate()
    daily = riddle_numbered(number_today(today), today)
    context = {
        "path": present_path(_done(request), step_reached(request)),
        "faces": () if daily is None else faces_of(daily),
    }
    return render(request, "games/learning/learn.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one lesson, with the answer in the address judged, or take an answer: then the lesson is done."""
    slugs = [each.slug for each in all_lessons()]
    if slug not in slugs:
        raise Http404(_("There is no such lesson."))
    number = slugs.index(slug) + 1
    given = (request.POST if request.method == "POST" else request.GET).get("answer", "")
    answer = int(given) if given.isascii() and given.isdigit() and len(given) < 3 else None
    if request.method == "POST":
        return _answered(request, slug, answer)
    done = _done(request)
    context = {
        "lesson": present_lesson(number, answer),
        "slug": slug,
        "count": len(slugs),
        "done": len(done),
        "next": next_lesson(done | {slug}, number),
    }
    return render(request, "games/learning/lesson.html", context)


def _answered(request: HttpRequest, slug: str, answer: int | None) -> HttpResponse:
    """Lead to the page of the answer, and keep that the lesson is done, whether it was right or not."""
    number = [each.slug for each in all_lessons()].index(slug) + 1
    address = reverse("learning:lesson", args=[slug])
    if not present_lesson(number, answer).asked.is_answered:
        return redirect(address)
    response = redirect(f"{address}?{urlencode({'answer': answer})}")
    done = _done_here(request) | {slug}
    if not isinstance(request.user, User):
        _keep_here(response, done)
    elif refused := too_many(request, action="riddle_answer", key=str(request.user.pk)):
        return refused
    else:
        # What was done before there was an account comes along.
        note_lessons(request.user, done)
        response.delete_cookie(DONE_COOKIE, samesite="Lax")
    return response


def _done(request: HttpRequest) -> frozenset[str]:
    """Return the lessons that are done."""
    user = request.user
    return _done_here(request) | (lessons_done_by(user.pk) if isinstance(user, User) else set())


def _done_here(request: HttpRequest) -> frozenset[str]:
    """Return those that are done on this device without an account; unknown ones count for nothing."""
    kept = request.COOKIES.get(DONE_COOKIE, "").split(".")
    return frozenset(each.slug for each in all_lessons()) & frozenset(kept)


def _keep_here(response: HttpResponse, done: Iterable[str]) -> None:
    response.set_cookie(
        DONE_COOKIE,
        ".".join(sorted(done)),
        max_age=_KEPT_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
