"""Pages of riddles: the one of today, every one by its number, and the list of all.

A visitor's answer is in the address and nothing of it is kept. The first answer of a person with an account counts:
it comes as a form, and the page of the result is another one.
"""

from datetime import date
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.learning.answering import answer_riddle
from games.learning.game_riddles import (
    is_of_people,
    listed_of_people,
    number_today,
    riddle_numbered,
)
from games.learning.riddle_page import answers_of, present_riddle
from games.learning.riddles import Riddle, all_riddles
from games.learning.standing import standing_of
from games.views.people import too_many


@require_safe
def riddles(request: HttpRequest) -> HttpResponse:
    """Show the riddle of today, and lead to all others."""
    return _page(request, number_today(timezone.localdate()))


@require_http_methods(["GET", "HEAD", "POST"])
def riddle(request: HttpRequest, number: int) -> HttpResponse:
    """Show one riddle, or take the answer of a person with an account."""
    if request.method != "POST":
        return _page(request, number)
    user, today = request.user, timezone.localdate()
    answer = _read_answer(request.POST.get("answer", ""), _riddle_or_404(number, today))
    if isinstance(user, User) and answer is not None:
        if refused := too_many(request, action="riddle_answer", key=str(user.pk)):
            return refused
        answer_riddle(user, number, answer, today=today)
    query = "" if answer is None else f"?{urlencode({'answer': answer})}"
    return redirect(reverse("learning:riddle", args=[number]) + query)


def _riddle_or_404(number: int, today: date) -> Riddle:
    found = riddle_numbered(number, today)
    if found is None:
        raise Http404(_("There is no such riddle."))
    return found


def _page(request: HttpRequest, number: int) -> HttpResponse:
    user, today = request.user, timezone.localdate()
    asked = _riddle_or_404(number, today)
    standing = standing_of(user.pk, today) if isinstance(user, User) else None
    counts = standing is not None and standing.counts(number)
    # Who could read the answer here first would not be asked.
    given = None if counts else _read_answer(request.GET.get("answer", ""), asked)
    context = {
        "riddle": present_riddle(asked, given),
        "number": number,
        "is_of_people": is_of_people(number),
        "is_today": number == number_today(today),
        "numbers": range(1, len(all_riddles()) + 1),
        "of_people": listed_of_people(today),
        "next": number % len(all_riddles()) + 1,
        "standing": standing,
        "counts": counts,
    }
    return render(request, "games/learning/riddle.html", context)


def _read_answer(given: str, riddle: Riddle) -> int | None:
    """Return the answer in a form or an address; None for what was not offered."""
    is_number = given.isascii() and given.isdigit() and len(given) < 3
    return int(given) if is_number and int(given) in answers_of(riddle) else None
