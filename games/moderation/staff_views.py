"""Views for moderators: the queue, a case, its decision, an appeal; wave_views has one decision about many guests.

Whoever holds the permission and a second factor is a moderator. A case that they may not handle does not exist for
them.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.sanctions import sanctions_of
from accounts.staff import staff_with_factor
from games.models import SeatResult
from games.moderation import appeals, cases, waves
from games.moderation.addresses import count_of, present_address
from games.moderation.appeals import AppealError
from games.moderation.cases import PERMISSION, CaseError, CaseRefusal
from games.moderation.dossier import present_reports
from games.moderation.forms import DecisionForm
from games.moderation.models import Case, Decision
from games.moderation.month_models import LineGame
from games.moderation.month_page import present_lines
from games.moderation.text_blocks import language_of, text_for

_View = Callable[..., HttpResponseBase]
REFUSALS = {
    CaseRefusal.NOT_CLAIMED: gettext_lazy("Claim the case first."),
    CaseRefusal.CLAIMED: gettext_lazy("Another moderator has claimed this case."),
    CaseRefusal.DECIDED: gettext_lazy("This case is decided already."),
    CaseRefusal.CLOSED: gettext_lazy("This account is closed"),
    CaseRefusal.NOBODY: gettext_lazy("None of these guests is here any more."),
    CaseRefusal.AT_PLAY: gettext_lazy(
        "This player is in a running game. The name can change after its end."
    ),
}


def for_moderators(view: _View) -> _View:
    """Let only moderators see this view: staff with the permission and a second factor."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.has_perm(PERMISSION):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return never_cache(staff_with_factor(checked))


@for_moderators
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """List the open cases, the oldest first, and the open appeals."""
    moderator = moderator_of(request)
    found = cases.cases_for(moderator).filter(decided_at=None)
    context = {
        "cases": found.select_related("person", "claimed_by").prefetch_related("reports"),
        "appeals": appeals.appeals_for(moderator).select_related("sanction__user"),
        "moderator": moderator,
    }
    return render(request, "games/moderation/queue.html", context)


@for_moderators
@require_safe
def case(request: HttpRequest, number: int) -> HttpResponse:
    """Show one case with all its evidence."""
    return case_page(request, case_or_404(request, number))


@for_moderators
@require_POST
def claim(request: HttpRequest, number: int) -> HttpResponse:
    """Claim a case, or give it back."""
    act = cases.release if "release" in request.POST else cases.claim
    found = case_or_404(request, number)
    try:
        act(case=found, moderator=moderator_of(request))
    except CaseError as error:
        return case_page(request, case_or_404(request, number), refused=error)
    return redirect("moderation:case", number)


@for_moderators
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, number: int, decision: str) -> HttpResponse:
    """Show the form of one decision with the usual text, and decide."""
    if decision not in Decision.values:
        raise Http404
    chosen, found = Decision(decision), case_or_404(request, number)
    initial = {"text": text_for(chosen, found.person), "new_name": f"Player {found.person_id}"}
    form = DecisionForm(
        request.POST or None,
        decision=chosen,
        about=found.person.about,
        games=cases.annullable(found),
        language=language_of(found.person),
        initial=initial,
    )
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        try:
            cases.decide(
                case=found,
                moderator=moderator_of(request),
                decision=chosen,
                text=typed.get("text", ""),
                lasts=form.length,
                new_name=typed.get("new_name", ""),
                note=typed["note"],
                annulled=typed.get("annulled", ()),
                clears_about=typed.get("clears_about", False),
            )
        except CaseError as error:
            if error.refusal is not CaseRefusal.NAME:
                return case_page(request, case_or_404(request, number), refused=error)
            form.add_error("new_name", error.sentence)
        else:
            return redirect("moderation:queue")
    context = {"case": found, "decision": chosen, "form": form}
    return render(request, "games/moderation/decide.html", context)


@for_moderators
@require_http_methods(["GET", "HEAD", "POST"])
def answer_appeal(request: HttpRequest, number: int) -> HttpResponse:
    """Show an appeal beside the case behind it, and grant or refuse it."""
    found = appeals.appeals_for(moderator_of(request)).filter(pk=number).first()
    if found is None:
        raise Http404
    if request.method == "POST" and request.POST.get("answer") in ("grant", "refuse"):
        is_granted = request.POST["answer"] == "grant"
        try:
            appeals.answer(appeal=found, moderator=moderator_of(request), is_granted=is_granted)
        except AppealError:
            raise Http404 from None
        return redirect("moderation:queue")
    behind = Case.objects.filter(sanction=found.sanction).first()
    context = {"appeal": found, "reports": present_reports(behind) if behind else ()}
    return render(request, "games/moderation/answer_appeal.html", context)


def case_page(
    request: HttpRequest, found: Case, *, refused: CaseError | None = None
) -> HttpResponse:
    """Return the page of a case from `case_or_404`, with the reason if something was refused."""
    moderator, facts = moderator_of(request), cast("Any", found)
    context = {
        "case": found,
        "is_own": found.claimed_by_id == moderator.pk,
        "reports": present_reports(found),
        "lines": present_lines(
            found.month_lines.select_related("listing", "person", "other").prefetch_related(
                Prefetch("games", LineGame.objects.select_related("game"))
            )
        ),
        "earlier": found.person.cases.exclude(pk=found.pk).exclude(decided_at=None),
        "sanctions": sanctions_of(found.person),
        "left": facts.games_left,
        "address": present_address(found, moderator),
        "for_all": waves.FOR_ALL,
        "wave": facts.wave_cases,
        "decisions": Decision,
        "refused": refused and REFUSALS[refused.refusal],
    }
    status = 409 if refused else 200
    return render(request, "games/moderation/case.html", context, status=status)


def case_or_404(request: HttpRequest, number: int) -> Case:
    """Return a case that the moderator may see and handle. Raises Http404."""
    left = SeatResult.objects.filter(user=OuterRef("person"), is_leaver=True)
    of_wave = Case.objects.filter(wave=OuterRef("wave"))
    rows = cases.cases_for(moderator_of(request)).annotate(
        games_left=count_of(left), wave_cases=count_of(of_wave)
    )
    found = rows.select_related("person__preferences", "claimed_by").filter(pk=number).first()
    if found is None:
        raise Http404
    return found


def moderator_of(request: HttpRequest) -> User:
    """Return who asks, in a view for moderators."""
    assert isinstance(request.user, User)
    return request.user
