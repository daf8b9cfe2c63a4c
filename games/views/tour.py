"""The tour: a prepared game to play step by step, for every visitor, and the way from it to a real table.

Every move is judged by itself: the step is in the address. A cookie keeps it for who comes back later.
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.errors import Reason
from games.forms.chat import parse_talk
from games.forms.game import parse_action
from games.presenters.learning import tour as presenter
from games.presenters.learning.tour_script import TourStepKind
from games.presenters.players import name_of, named_players
from games.selectors import tour as selector
from games.values.chat import ClaimRequest, ClaimValue
from games.values.refusals import GameError, ServiceReason
from games.words.phrases import reason_text

STEP_COOKIE = "tour_step"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tour(request: HttpRequest, step: int | None = None) -> HttpResponse:
    """Show one step; the right move leads to the next, a wrong one is explained.

    Without a step it goes on where this device left it.
    """
    if step is None:
        kept = _kept_step(request)
        if kept is not None and request.method != "POST":
            return redirect(reverse("games:tour_step", args=[kept]) + "?kept")
        step = 1
    found = presenter.find_step(step)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _keep_step(_page(request, step), request, step)
    if found.kind is TourStepKind.CLAIM:
        return _claimed(request, step)
    return _moved(request, step)


def step_reached(request: HttpRequest) -> int:
    """Return the step that this device has reached, the last one once it came to the end; 1 without a cookie."""
    kept = request.COOKIES.get(STEP_COOKIE, "")
    if not (kept.isascii() and kept.isdigit() and len(kept) <= 3):
        return 1
    step = int(kept)
    return step if 1 < step <= presenter.COUNT else 1


def _kept_step(request: HttpRequest) -> int | None:
    """Return the step at which this device left the tour; None at its edges."""
    step = step_reached(request)
    return step if 1 < step < presenter.COUNT else None


def _keep_step(response: HttpResponse, request: HttpRequest, step: int) -> HttpResponse:
    if step > 1:
        response.set_cookie(
            STEP_COOKIE,
            str(step),
            max_age=30 * 24 * 3600,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    elif _kept_step(request) is not None:
        response.delete_cookie(STEP_COOKIE, samesite="Lax")
    return response


def _moved(request: HttpRequest, step: int) -> HttpResponse:
    try:
        asked = parse_action(request.POST.dict())
        action = asked.by(selector.OWN_SEAT)
    except GameError as error:
        return _page(request, step, refused=reason_text(error.reason))
    moment = _moment(step)
    verdict = selector.judge(_moves(step), action)
    if verdict.is_right:
        return redirect("games:tour_step", step=step + 1)
    if verdict.reason is None:
        text = presenter.instead_text(step, moment.seen, selector.PLAYERS)
    else:
        text = _reason(verdict.reason, dict(asked.values).get("target"))
    return _page(request, step, refused=text)


def _claimed(request: HttpRequest, step: int) -> HttpResponse:
    try:
        asked = parse_talk(request.POST.dict())
    except GameError as error:
        return _page(request, step, refused=reason_text(error.reason))
    claim = None
    if isinstance(asked, ClaimRequest):
        claim = presenter.claim_of(
            _moment(step).seen, round_=asked.round, kind=asked.kind, content=asked.content
        )
    if claim is None:
        return _page(request, step, refused=reason_text(ServiceReason.CLAIM_NOT_OPEN))
    return _page(request, step, claim=claim)


def _moves(step: int) -> int:
    found = presenter.find_step(step)
    assert found is not None
    return found.moves


def _moment(step: int) -> selector.TourMoment:
    return selector.moment(_moves(step), presenter.shown_from(step))


def _reason(reason: Reason, target: object) -> str:
    if isinstance(target, int) and 0 <= target < len(selector.PLAYERS):
        players = named_players(selector.PLAYERS)
        return reason_text(reason, names={"name": name_of(players, target)})
    return reason_text(reason)


def _page(
    request: HttpRequest, step: int, *, refused: str = "", claim: ClaimValue | None = None
) -> HttpResponse:
    moment = _moment(step)
    urls = presenter.TourUrls(here=_url(step), previous=_url(step - 1), following=_url(step + 1))
    since = presenter.shown_from(step)
    view = presenter.present_tour(
        step,
        moment.seen,
        moment.told,
        selector.PLAYERS,
        urls,
        refused=refused,
        claim=claim,
        seen_before=selector.moment(since, since).seen,
    )
    context = {"view": view, "table": view.table, "is_kept": "kept" in request.GET and step > 1}
    return render(request, "games/tour/tour.html", context)


def _url(step: int) -> str:
    return reverse("games:tour_step", args=[step]) if presenter.find_step(step) else ""
