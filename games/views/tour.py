"""The tour: a prepared game to play step by step, for every visitor, and the way from it to a real table.

Every move is judged by itself: the step is in the address, and so are the reader's choices. A cookie keeps
both for who comes back later.
"""

from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.errors import Reason
from games.forms.chat import parse_talk
from games.forms.game import parse_action
from games.presenters.learning import tour as presenter
from games.presenters.learning.tour_script import TourStepKind
from games.presenters.lobby.lobby import present_lobby
from games.presenters.players import name_of, named_players
from games.selectors import tour as selector
from games.selectors.lobby import find_lobby, places_of, see_lobby
from games.values.chat import ClaimRequest, ClaimValue
from games.values.lobby import SEATED, Place, PlaceKind
from games.values.refusals import GameError, ServiceReason
from games.values.tour import TourWay, way_of
from games.words.phrases import reason_text

STEP_COOKIE = "tour_step"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tour(request: HttpRequest, step: int | None = None) -> HttpResponse:
    """Show one step; every legal move leads to the next, but where the story needs one of them.

    Without a step it goes on where this device left it.
    """
    if step is None:
        kept = _kept_step(request)
        if kept is not None and request.method != "POST":
            return redirect(f"{_url(*kept)}&kept")
        step = 1
    found = presenter.find_step(step)
    if found is None:
        raise Http404
    place = _Place(request=request, step=step, way=way_of(request.GET.get("way", "")))
    if request.method != "POST":
        return _keep_step(_page(place), place)
    if found.kind is TourStepKind.CLAIM:
        return _claimed(place)
    return _moved(place)


def step_reached(request: HttpRequest) -> int:
    """Return the step that this device has reached, the last one once it came to the end; 1 without a cookie."""
    return _kept(request)[0]


def has_finished(request: HttpRequest) -> bool:
    """Whether this device came to the end of the tour."""
    return step_reached(request) == presenter.COUNT


@never_cache
@require_safe
def own_table(request: HttpRequest) -> HttpResponse:
    """Tell whoever learns while a table fills how it stands with that table; nothing for whoever sits nowhere."""
    place = _own_place(request)
    if place is None:
        return HttpResponse()
    lobby = None
    if place.kind is PlaceKind.LOBBY:
        lobby = present_lobby(see_lobby(find_lobby(place.code, request.user.pk)), request.user.pk)
    return render(request, "games/tour/_own_table.html", {"place": place, "lobby": lobby})


def _own_place(request: HttpRequest) -> Place | None:
    """Return the table at which the reader plays or waits; None for whoever sits nowhere."""
    if request.user.pk is None:
        return None
    return next((each for each in places_of(request.user.pk) if each.kind in SEATED), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where the reader is in the story."""

    request: HttpRequest
    step: int
    way: TourWay

    @property
    def moment(self) -> selector.TourMoment:
        since = presenter.shown_from(self.step)
        return selector.moment(self.way, _moves(self.step), since)


def _kept(request: HttpRequest) -> tuple[int, TourWay]:
    """Return the step and the choices in this device's cookie; the first step for nonsense."""
    kept, _dash, code = request.COOKIES.get(STEP_COOKIE, "").partition("-")
    is_step = (
        kept.isascii() and kept.isdigit() and len(kept) <= 3 and 1 < int(kept) <= presenter.COUNT
    )
    return int(kept) if is_step else 1, way_of(code)


def _kept_step(request: HttpRequest) -> tuple[int, TourWay] | None:
    """Return the step at which this device left the tour, with the choices; None at its edges."""
    step, way = _kept(request)
    return (step, way) if 1 < step < presenter.COUNT else None


def _keep_step(response: HttpResponse, place: _Place) -> HttpResponse:
    if place.step > 1:
        response.set_cookie(
            STEP_COOKIE,
            f"{place.step}-{place.way.code}",
            max_age=30 * 24 * 3600,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    elif STEP_COOKIE in place.request.COOKIES:
        response.delete_cookie(STEP_COOKIE, samesite="Lax")
    return response


def _moved(place: _Place) -> HttpResponse:
    try:
        asked = parse_action(place.request.POST.dict())
        action = asked.by(selector.OWN_SEAT)
    except GameError as error:
        return _page(place, refused=reason_text(error.reason))
    verdict = selector.judge(place.way, _moves(place.step), action)
    if verdict.way is not None:
        return redirect(_url(place.step + 1, verdict.way))
    if verdict.reason is None:
        text = presenter.only_text(place.step, place.moment.seen, selector.PLAYERS, place.way)
    else:
        text = _reason(verdict.reason, dict(asked.values).get("target"))
    return _page(place, refused=text)


def _claimed(place: _Place) -> HttpResponse:
    try:
        asked = parse_talk(place.request.POST.dict())
    except GameError as error:
        return _page(place, refused=reason_text(error.reason))
    claim = None
    if isinstance(asked, ClaimRequest):
        claim = presenter.claim_of(
            place.moment.seen, round_=asked.round, kind=asked.kind, content=asked.content
        )
    if claim is None:
        return _page(place, refused=reason_text(ServiceReason.CLAIM_NOT_OPEN))
    return _page(place, claim=claim)


def _moves(step: int) -> int:
    found = presenter.find_step(step)
    assert found is not None
    return found.moves


def _reason(reason: Reason, target: object) -> str:
    if isinstance(target, int) and 0 <= target < len(selector.PLAYERS):
        players = named_players(selector.PLAYERS)
        return reason_text(reason, names={"name": name_of(players, target)})
    return reason_text(reason)


def _page(place: _Place, *, refused: str = "", claim: ClaimValue | None = None) -> HttpResponse:
    step, way, moment = place.step, place.way, place.moment
    urls = presenter.TourUrls(
        here=_url(step, way), previous=_url(step - 1, way), following=_url(step + 1, way)
    )
    since = presenter.shown_from(step)
    view = presenter.present_tour(
        step,
        moment.seen,
        moment.told,
        selector.PLAYERS,
        urls,
        way,
        refused=refused,
        claim=claim,
        seen_before=selector.moment(way, since, since).seen,
    )
    is_kept = "kept" in place.request.GET and step > 1
    context = {
        "view": view,
        "table": view.table,
        "is_kept": is_kept,
        "is_awaited": _own_place(place.request) is not None,
    }
    return render(place.request, "games/tour/tour.html", context)


def _url(step: int, way: TourWay) -> str:
    """Return the address of a step after these choices; empty beyond the tour."""
    if presenter.find_step(step) is None:
        return ""
    return reverse("games:tour_step", args=[step], query={"way": way.code})
