"""Pages of game nights: the list, one night live, its board for a TV, and calendars."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.origins import origin_of
from games.nights.announcing import games_finished_by, require_organiser
from games.nights.ics import TYPE, calendar_of
from games.nights.models import ENDED, Night, NightStatus, PlaceState
from games.nights.night_page import LiveNightView, present_night
from games.nights.origins import note_origin
from games.nights.places import still_there
from games.nights.refusals import REFUSED, NightError, NightRefusal, words_of
from games.nights.schedule import FEWEST_GAMES
from games.nights.tonight import RUNNING
from games.values.chat import TalkMode
from games.values.timing import Pace
from games.words.phrases import name_of

PAST_SHOWN = 20
COMING_SHOWN = 100
IN_CALENDAR = 200
ACTS_SHOWN = 30


@never_cache
@require_safe
def nights(request: HttpRequest) -> HttpResponse:
    """List the nights that run, that come, and that are over."""
    found = Night.objects.select_related("organiser", "club")
    context = {
        "running": found.filter(status__in=RUNNING)[:COMING_SHOWN],
        "coming": found.filter(status=NightStatus.ANNOUNCED)[:COMING_SHOWN],
        "past": found.filter(status=NightStatus.OVER).order_by("-starts_at")[:PAST_SHOWN],
        "fewest_games": FEWEST_GAMES,
        **_bar_to_announce(request),
        "calendar_url": request.build_absolute_uri(reverse("nights:calendar")),
    }
    return render(request, "games/nights/nights.html", context)


def _bar_to_announce(request: HttpRequest) -> dict[str, object]:
    """Return what keeps the reader from announcing a night: no account, too few games, or why in words."""
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        return {"bar": "account"}
    try:
        require_organiser(user)
    except REFUSED as error:
        if isinstance(error, NightError) and error.refusal is NightRefusal.TOO_FEW_GAMES:
            return {"bar": "games", "finished_games": games_finished_by(user)}
        return {"bar": "refused", "refused": words_of(error)}
    return {}


def night_or_404(code: str) -> Night:
    """Return the night at this address."""
    night = Night.objects.select_related("organiser", "club").filter(code=code).first()
    if night is None:
        raise Http404(_("There is no such game night."))
    return night


@never_cache
@require_safe
def night_page(request: HttpRequest, night: str) -> HttpResponse:
    """Show a night, live."""
    found = night_or_404(night)
    reader = request.user if isinstance(request.user, User) else None
    context = _live_context(found, reader) | _facts(found)
    context["acts"] = found.acts.select_related("by", "person").order_by("-pk")[:ACTS_SHOWN]
    return render(request, "games/nights/night.html", context)


@never_cache
@require_safe
def live(request: HttpRequest, night: str) -> HttpResponse:
    """Return what changes, for an open page that asks every few seconds; 204 if nothing has.

    An open page of somebody who has said to be there also says so again.
    """
    found = night_or_404(night)
    is_tv = request.GET.get("view") == "tv"
    reader = request.user if isinstance(request.user, User) and not is_tv else None
    now = timezone.now()
    if reader is not None and not found.has_ended:
        own = found.people.filter(user=reader, state=PlaceState.COMING).first()
        if own is not None and own.ready_at is not None:
            still_there(place=own, now=now)
            if found.is_ranked:
                note_origin(own, origin_of(request, table=found.code))
    context = _live_context(found, reader)
    view: LiveNightView = context["view"]
    if request.GET.get("seen") == view.digest:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    template = "games/nights/_tv_live.html" if is_tv else "games/nights/_live.html"
    return render(request, template, context)


@never_cache
@require_safe
def night_tv(request: HttpRequest, night: str) -> HttpResponse:
    """Show a night in large type: public facts only, whoever is signed in on that screen."""
    found = night_or_404(night)
    context = _live_context(found, None) | _facts(found)
    return render(request, "games/nights/tv.html", context)


@require_safe
def night_ics(request: HttpRequest, night: str) -> HttpResponse:
    """One night as a file for a calendar."""
    found = night_or_404(night)
    return HttpResponse(calendar_of([found], request, name=found.name), content_type=TYPE)


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Return all nights that have not ended, and those cancelled before their time, to subscribe to."""
    ahead = Night.objects.filter(starts_at__gte=timezone.now()) | Night.objects.exclude(
        status__in=ENDED
    )
    written = calendar_of(
        ahead.order_by("starts_at")[:IN_CALENDAR], request, name=_("Game nights")
    )
    return HttpResponse(written, content_type=TYPE)


def _live_context(night: Night, reader: User | None) -> dict[str, Any]:
    view = present_night(night, reader, timezone.now())
    return {"night": night, "view": view, "is_guest": reader is not None and reader.is_guest}


def _facts(night: Night) -> dict[str, Any]:
    names = dict(settings.LANGUAGES)
    return {
        "spoken": [names[code] for code in night.languages if code in names],
        "pace": name_of(Pace(night.pace)),
        "talk": name_of(TalkMode(night.talk)),
    }
