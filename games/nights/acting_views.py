"""Forms of game nights: announce one, join, leave, say that one is there, and what the organiser does. Thin."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.origins import origin_of
from games.nights import announcing, managing, places
from games.nights.forms import ChangeForm, NightForm
from games.nights.models import Night, NightStatus
from games.nights.refusals import REFUSED, NightError, NightRefusal, words_of
from games.nights.schedule import next_friday
from games.nights.views import night_or_404
from games.views.people import too_many


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Announce a night, or say why this person cannot."""
    user = _person(request)
    suggested = {"starts": next_friday(timezone.now()), "languages": [get_language()]}
    form = NightForm(request.POST or None, initial=suggested, clubs=announcing.led_clubs(user))
    refused = ""
    try:
        announcing.require_organiser(user)
        if request.method == "POST" and form.is_valid():
            if limited := too_many(request, action="night_create", key=str(user.pk)):
                return limited
            night = announcing.announce_night(user=user, plan=form.plan())
            messages.success(request, _("The night is announced. Tell people about it."))
            return redirect("nights:night", night=night.code)
    except REFUSED as error:
        refused = words_of(error)
    context = {"form": form, "refused": refused}
    status = 409 if refused and request.method == "POST" else 200
    return render(request, "games/nights/new.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change(request: HttpRequest, night: str) -> HttpResponse:
    """Change a night that is announced; for its organiser."""
    found, user = night_or_404(night), _person(request)
    form = ChangeForm(request.POST or None, night=found)
    if found.organiser_id != user.pk or found.status != NightStatus.ANNOUNCED:
        return _acts(request, found, _not_now)
    if request.method != "POST" or not form.is_valid():
        return render(request, "games/nights/change.html", {"form": form, "night": found})
    changes = partial(announcing.change_night, night_id=found.pk, user=user, plan=form.plan())
    return _acts(request, found, changes, _("The night is changed."))


def _acts(
    request: HttpRequest, night: Night, act: Callable[[], None], done: str = ""
) -> HttpResponse:
    """Carry out what this person asks for, and return to the night; a refusal is told there."""
    if limited := too_many(request, action="night_act", key=str(_person(request).pk)):
        return limited
    try:
        act()
    except REFUSED as error:
        messages.error(request, words_of(error))
    else:
        if done:
            messages.success(request, done)
    return redirect("nights:night", night=night.code)


@never_cache
@require_POST
@login_required
def join(request: HttpRequest, night: str) -> HttpResponse:
    """Take a place, or the next one on the waiting list."""
    found = night_or_404(night)
    joins = partial(places.join_night, night_id=found.pk, user=_person(request))
    return _acts(request, found, joins)


@never_cache
@require_POST
@login_required
def leave(request: HttpRequest, night: str) -> HttpResponse:
    """Give one's place away."""
    found = night_or_404(night)
    leaves = partial(places.leave_night, night_id=found.pk, user=_person(request))
    return _acts(request, found, leaves, _("You are no longer among those who come."))


@never_cache
@require_POST
@login_required
def ready(request: HttpRequest, night: str) -> HttpResponse:
    """Say that one is there."""
    found = night_or_404(night)
    origin = origin_of(request, table=found.code) if found.is_ranked else None
    says = partial(places.say_ready, night_id=found.pk, user=_person(request), origin=origin)
    return _acts(request, found, says)


@never_cache
@require_POST
@login_required
def manage(request: HttpRequest, night: str) -> HttpResponse:
    """What the organiser does; anything else is refused in words."""
    found = night_or_404(night)
    asked: dict[str, Any] = {"night_id": found.pk, "user": _person(request)}
    manages: dict[str, Callable[..., None]] = {
        "pause": managing.pause_night,
        "resume": managing.resume_night,
        "redraw": managing.redraw_round,
        "begin": managing.begin_round,
        "cancel": announcing.cancel_night,
        "remove": places.remove_from_night,
    }
    act = manages.get(request.POST.get("act", ""))
    if act is places.remove_from_night:
        asked["person_id"] = _number(request.POST.get("person", ""))
    return _acts(request, found, partial(act, **asked) if act else _not_now)


def _not_now() -> None:
    raise NightError(NightRefusal.NOT_NOW)


def _number(typed: str) -> int:
    """Return the number of a person; 0, which nobody has, for anything else."""
    most = 18
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= most
    return int(typed) if is_number else 0


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
