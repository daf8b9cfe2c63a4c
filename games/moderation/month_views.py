"""Views for moderators: the list of a month, and a case opened from a line of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.moderation.cases import cases_for
from games.moderation.month_page import lines_for, present_month, shown_lists
from games.moderation.months import LEAST_THROWN, open_case_from
from games.moderation.pairs import FEWEST_TOGETHER
from games.moderation.staff_views import for_moderators, moderator_of


@for_moderators
@require_safe
def months(request: HttpRequest, month: str = "") -> HttpResponse:
    """Show the newest list, or that of a month such as 2026-11; 404 if there is none of it."""
    lists = list(shown_lists(timezone.now()))
    found = [each for each in lists if month in ("", str(each))]
    if month and not found:
        raise Http404
    context = {
        "lists": lists,
        "view": present_month(found[0], moderator_of(request)) if found else None,
        "fewest_together": FEWEST_TOGETHER,
        "least_thrown": LEAST_THROWN,
    }
    return render(request, "games/moderation/months.html", context)


@for_moderators
@require_POST
def open_case(request: HttpRequest, number: int) -> HttpResponse:
    """Open a case about a person of this line, and lead to it."""
    moderator = moderator_of(request)
    line = lines_for(moderator).select_related("person", "other").filter(pk=number).first()
    people = [line.person, line.other] if line else []
    chosen = [each for each in people if each and str(each.pk) == request.POST.get("person")]
    if line is None or not chosen:
        raise Http404
    case = open_case_from(line=line, person=chosen[0], moderator=moderator)
    if not cases_for(moderator).filter(pk=case.pk).exists():
        # Somebody else's: this moderator has reported the person, say.
        return redirect("moderation:queue")
    return redirect("moderation:case", case.pk)
