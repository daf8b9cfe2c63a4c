"""Pages of riddles: the one of today, every one by its number, and the list of all.

An answer is in the address, so a page needs no script and keeps nothing of the person.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.learning.riddle_page import present_riddle
from games.learning.riddles import all_riddles, number_of_day


@require_safe
def riddles(request: HttpRequest) -> HttpResponse:
    """Show the riddle of today, and lead to all others."""
    return _page(request, number_of_day(timezone.localdate()))


@require_safe
def riddle(request: HttpRequest, number: int) -> HttpResponse:
    """Show one riddle."""
    if not 1 <= number <= len(all_riddles()):
        raise Http404(_("There is no such riddle."))
    return _page(request, number)


def _page(request: HttpRequest, number: int) -> HttpResponse:
    asked = all_riddles()[number - 1]
    given = request.GET.get("answer", "")
    answer = int(given) if given.isascii() and given.isdigit() and len(given) < 3 else None
    context = {
        "riddle": present_riddle(asked, answer),
        "number": number,
        "today": number_of_day(timezone.localdate()),
        "numbers": range(1, len(all_riddles()) + 1),
        "next": number % len(all_riddles()) + 1,
    }
    return render(request, "games/learning/riddle.html", context)
