"""Games against bots: at one's own pace, and left for a table of people as soon as there is one."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from games.forms.practice import BotPaceForm
from games.models import Game
from games.presenters.lobby.open_tables import present_card
from games.services.lobby_leaving import give_up_seat
from games.services.own_pace import next_step, set_bot_pace
from games.services.practice import leave_for_people, table_of_people
from games.services.practice_branch import deal_again, take_back
from games.values.refusals import GameError, ServiceReason
from games.views.access import watchable_game_or_404
from games.views.lobby_pages import refusal_page
from games.views.passed_by import pass_by, passed_by
from games.views.people import too_many
from games.views.wanted import tell_quick_seat, wish_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """Tell a page of a practice game that a table of people is open; with a press, go there or decline it."""
    declined = request.POST.get("not_now", "")[:10]
    if declined:
        pass_by(request, declined)
    elif request.method == "POST":
        return _go(request)
    nothing = HttpResponse(status=HTTPStatus.NO_CONTENT)
    if not isinstance(request.user, User):
        return nothing
    shown = request.GET.get("shown", "")[:10]
    table = table_of_people(
        user=request.user,
        wish=wish_of(request, request.user),
        besides=passed_by(request),
        shown=shown,
    )
    if (table.code if table else "") == shown and not declined:
        # What the page shows stays as it is, under whatever hand or focus.
        return nothing
    context = {"table": present_card(table) if table else None}
    return render(request, "games/lobby/_people_call.html", context)


def _go(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        return redirect("games:home")
    if refused := too_many(request, action="lobby_join"):
        return refused
    try:
        found = leave_for_people(user=request.user, wish=wish_of(request, request.user))
    except GameError as error:
        return refusal_page(request, error.reason)
    if found is None:
        messages.info(request, _("That table is no longer open. Your game goes on."))
        return redirect("games:home")
    tell_quick_seat(request, found)
    return redirect("games:lobby", code=found.lobby.code)


@never_cache
@require_POST
def own_pace(request: HttpRequest, code: str) -> HttpResponse:
    """Let the bots of a practice table make their next step, or choose their pace."""
    game_id = watchable_game_or_404(request, code)
    asked = BotPaceForm(request.POST)
    if not asked.is_valid():
        return refusal_page(request, ServiceReason.MALFORMED)
    person = request.user.pk
    try:
        if asked.pace is None:
            decision = asked.cleaned_data["decision"]
            next_step(game_id=game_id, user_id=person, decision=decision)
        else:
            set_bot_pace(game_id=game_id, user_id=person, pace=asked.pace)
    except GameError as error:
        return refusal_page(request, error.reason)
    if getattr(request, "htmx", False):
        # The table brings what is new over its socket.
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return redirect("games:table", code=code)


@never_cache
@require_POST
def take_decision_back(request: HttpRequest, code: str) -> HttpResponse:
    """Lead to a new table that stands before this person's last decision."""
    return _branch(request, code, take_back)


@never_cache
@require_POST
def same_deal(request: HttpRequest, code: str) -> HttpResponse:
    """Lead to a new table with the roles, seats and cards of this one."""
    return _branch(request, code, deal_again)


def _branch(request: HttpRequest, code: str, begin: Callable[..., Game]) -> HttpResponse:
    game_id = watchable_game_or_404(request, code)
    if not isinstance(request.user, User):
        return refusal_page(request, ServiceReason.NOT_SEATED)
    if refused := too_many(request, action="lobby_create"):
        return refused
    try:
        with transaction.atomic():
            give_up_seat(code=request.POST.get("leave", ""), user=request.user)
            game = begin(game_id=game_id, user=request.user)
    except GameError as error:
        table = reverse("games:table", args=[code])
        return refusal_page(request, error.reason, back=table, again=request.path)
    return redirect("games:table", code=game.code)
