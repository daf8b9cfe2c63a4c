"""The tour: a prepared game to play step by step, for every visitor.

Nothing is stored: the step is in the address, and every move is judged by itself.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails

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


@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def tour(request: HttpRequest, step: int = 1) -> HttpResponse:
    """Show one step; the right move leads to the next, a wrong one is explained."""
    found = presenter.find_step(step)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _page(request, step)
    if found.kind is TourStepKind.CLAIM:
        return _claimed(request, step)
    return _moved(request, step)


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
    return selector.moment(_moves(step), presenter.moves_before(step))


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
    view = presenter.present_tour(
        step, moment.seen, moment.told, selector.PLAYERS, urls, refused=refused, claim=claim
    )
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    is_part = bool(htmx) and not htmx.history_restore_request
    template = "games/tour/_tour.html" if is_part else "games/tour/tour.html"
    response = render(request, template, {"view": view, "is_part": is_part})
    # The answer to a move is not a page to come back to.
    return push_url(response, False) if is_part and (refused or claim) else response


def _url(step: int) -> str:
    return reverse("games:tour_step", args=[step]) if presenter.find_step(step) else ""
