"""The tour: a prepared game to play step by step, for every visitor, and the way from it to a real table.

Of the tour nothing is stored: the step is in the address, and every move is judged by itself.
"""

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
from games.services.practice import start_practice
from games.values.chat import ClaimRequest, ClaimValue
from games.values.refusals import GameError, ServiceReason
from games.views.lobby_pages import back_to_home, refusal_page
from games.views.people import guest_transaction, person_unasked, too_many
from games.words.phrases import reason_text


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
    view = presenter.present_tour(
        step, moment.seen, moment.told, selector.PLAYERS, urls, refused=refused, claim=claim
    )
    return render(request, "games/tour/tour.html", {"view": view, "table": view.table})


@never_cache
@back_to_home
def practise(request: HttpRequest) -> HttpResponse:
    """Start a game with bots for this person alone; a visitor becomes a guest of a made name."""
    if refused := too_many(request, action="lobby_create"):
        return refused
    with guest_transaction(request):
        person = person_unasked(request)
        if isinstance(person, HttpResponse):
            return person
        try:
            game = start_practice(user=person)
        except GameError as error:
            return refusal_page(request, error.reason)
    return redirect("games:table", code=game.code)


def _url(step: int) -> str:
    return reverse("games:tour_step", args=[step]) if presenter.find_step(step) else ""
