"""Views for everybody: report a person, one's own reports, appeal against a sanction, the public numbers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Sanction, User
from games.moderation import appeals, evidence, reports
from games.moderation.appeals import AppealError, AppealRefusal
from games.moderation.evidence import Target
from games.moderation.forms import AppealForm, ReportForm
from games.moderation.models import About, Appeal, Report, ReportReason
from games.moderation.numbers import by_month
from games.moderation.reports import ReportError, ReportRefusal
from games.views.access import watchable_game_or_404

REPORT_REFUSALS = {
    ReportRefusal.ONESELF: gettext_lazy("This is you."),
    ReportRefusal.TWICE: gettext_lazy(
        "You have reported this already. The moderators will look at it."
    ),
    ReportRefusal.TOO_MANY_A_GAME: gettext_lazy(
        "You have made four reports about this game, which is the most."
    ),
    ReportRefusal.TOO_MANY_A_DAY: gettext_lazy(
        "You have made twenty reports in a day, which is the most."
    ),
}
APPEAL_REFUSALS = {
    AppealRefusal.TWICE: gettext_lazy("You have appealed already."),
    AppealRefusal.OVER: gettext_lazy("This is over already."),
}
form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@form_methods
@login_required
def report_at_table(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """Report somebody who plays or talks at a table, by their key there."""
    game_id = watchable_game_or_404(request, code)
    return report_page(request, evidence.at_table(game_id, _reader(request), key))


@never_cache
@form_methods
@login_required
def report_in_lobby(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Report somebody who sits in one's lobby."""
    return report_page(request, evidence.in_lobby(code.upper(), _reader(request), seat))


@never_cache
@form_methods
@login_required
def report_lobby_name(request: HttpRequest, code: str) -> HttpResponse:
    """Report the name of a lobby."""
    return report_page(request, evidence.lobby_name(code.upper(), _reader(request)))


@never_cache
@form_methods
@login_required
def report_player(request: HttpRequest, name: str) -> HttpResponse:
    """Report a person from their page."""
    return report_page(request, evidence.player(name))


def report_page(request: HttpRequest, target: Target | None) -> HttpResponse:
    """Show the form for a report of this target, and take the report. Raises Http404 without a target."""
    if target is None:
        raise Http404
    reader = _reader(request)
    is_name = target.about is About.LOBBY_NAME
    form = ReportForm(
        request.POST or None,
        lines=target.own_lines,
        initial={"reason": ReportReason.NAME if is_name else None, "line": ""},
    )
    refused = REPORT_REFUSALS[ReportRefusal.ONESELF] if target.person.pk == reader.pk else ""
    if request.method == "POST" and form.is_valid():
        try:
            reports.report(
                reporter=reader,
                target=target,
                reason=ReportReason(form.cleaned_data["reason"]),
                sentence=form.cleaned_data["sentence"],
                line=form.cleaned_data.get("line"),
            )
        except ReportError as error:
            refused = REPORT_REFUSALS[error.refusal]
        else:
            messages.success(request, _("Thank you. The moderators will look at it."))
            return redirect("moderation:own_reports")
    context = {"form": form, "target": target, "is_name": is_name, "refused": refused}
    return render(
        request,
        "games/moderation/report.html",
        context,
        status=409 if request.POST and refused else 200,
    )


@never_cache
@require_safe
@login_required
def own_reports(request: HttpRequest) -> HttpResponse:
    """List what the reader has reported, and what came of it in one of three words."""
    mine = Report.objects.filter(reporter=_reader(request)).select_related("case")
    return render(
        request, "games/moderation/own_reports.html", {"reports": mine.order_by("-pk")[:100]}
    )


@never_cache
@form_methods
@login_required
def appeal(request: HttpRequest, sanction: int) -> HttpResponse:
    """Appeal against one's own sanction, or read how the appeal stands."""
    rows = Sanction.objects.filter(pk=sanction, user=_reader(request))
    found = rows.first()
    if found is None:
        raise Http404
    form, refused = AppealForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        try:
            appeals.appeal(sanction=found, text=form.cleaned_data["text"])
        except AppealError as error:
            refused = APPEAL_REFUSALS[error.refusal]
        else:
            return redirect(request.path)
    context = {
        "sanction": found,
        "appeal": Appeal.objects.filter(sanction=found).first(),
        "is_open": found.is_in_force(timezone.now()),
        "form": form,
        "refused": refused,
    }
    return render(request, "games/moderation/appeal.html", context, status=409 if refused else 200)


@require_safe
def numbers(request: HttpRequest) -> HttpResponse:
    """Show how many reports, decisions and appeals there were in each month."""
    return render(request, "games/moderation/numbers.html", {"months": by_month()})


def _reader(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
