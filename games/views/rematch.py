"""The rematch of a finished game: ask for it, join it, or say no; and what an open page of the game is told of it."""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.models import Game, Lobby
from games.presenters.lobby.rematch import (
    RematchView,
    present_rematch,
    present_rematch_to_watchers,
)
from games.selectors.rematch import read_rematch
from games.services.lobby_rematch import decline_rematch, note_open_page
from games.services.lobby_rematch import rematch as join_rematch
from games.values.refusals import GameError, ServiceReason
from games.values.rematch import ASKED_FOR_MINUTES, Rematch, RematchAnswer, RematchState
from games.views.access import watchable_game_or_404
from games.views.lobby_pages import answer_refusal, refusal_page

# htmx ends its polling on this status.
STOP_POLLING = 286


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Join the rematch, or say no to it (POST); tell what others said (GET)."""
    game_id = watchable_game_or_404(request, code)
    game = Game.objects.select_related("lobby").get(pk=game_id)
    table = reverse("games:table", args=[game.code])
    user = request.user
    if request.method != "POST" and not game.seats.filter(user_id=user.pk or 0).exists():
        return _call_watchers(request, game)
    if not isinstance(user, User):
        return redirect_to_login(table)
    if request.method != "POST":
        return _call(request, game, user)
    if request.POST.get("answer") == "no":
        return _decline(request, game, user)
    return _join(request, game, user)


def _join(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    try:
        found = join_rematch(game=game, user=user)
    except GameError as error:
        return _refused(request, game, user, error.reason)
    return redirect("games:lobby", code=found.code)


def _decline(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    try:
        decline_rematch(game=game, user=user)
    except GameError as error:
        return refusal_page(request, error.reason)
    if getattr(request, "htmx", False):
        return _call(request, game, user)
    return redirect("games:table", code=game.code)


def _refused(request: HttpRequest, game: Game, user: User, reason: ServiceReason) -> HttpResponse:
    """Lead a second press to where the first one led, and show every other reason where something can be done."""
    told = read_rematch(game, user.pk, timezone.now())
    if reason is ServiceReason.LOBBY_STARTED and told.answer is RematchAnswer.YES:
        return redirect("games:table", code=told.new_game_code)
    lobby = Lobby.objects.shown_to(user.pk).filter(rematch_of=game).first()
    is_seated = game.seats.filter(user=user).exists()
    if lobby is None or not is_seated:
        back = reverse("games:table", args=[game.code]) if is_seated else ""
        return refusal_page(request, reason, lobby if is_seated else None, back=back)
    return answer_refusal(request, lobby, reason)


def _call_watchers(request: HttpRequest, game: Game) -> HttpResponse:
    """Return the call for who has only watched: of a public table, whose lobby is open to them as well."""
    if game.status == Game.Status.RUNNING or not getattr(request, "htmx", False):
        return redirect("games:table", code=game.code)
    is_open = game.is_public and not game.is_locked
    told = read_rematch(game, 0, timezone.now()) if is_open else Rematch(game_code=game.code)
    return _answer(request, game, told, present_rematch_to_watchers(told))


def _call(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Return the call: as a part of the page of the game, or as a page of its own without scripts."""
    is_over = game.status != Game.Status.RUNNING
    if not is_over or not game.seats.filter(user=user).exists():
        return redirect("games:table", code=game.code)
    now = timezone.now()
    note_open_page(game=game, user=user, now=now)
    told = read_rematch(game, user.pk, now)
    # A guest cannot invite anybody.
    is_late = _is_old(game, now) and not user.is_guest
    return _answer(request, game, told, present_rematch(told, is_late=is_late))


def _is_old(game: Game, now: datetime) -> bool:
    ended_at = game.finished_at or game.started_at
    return now - ended_at > timedelta(minutes=ASKED_FOR_MINUTES)


def _answer(request: HttpRequest, game: Game, told: Rematch, view: RematchView) -> HttpResponse:
    now = timezone.now()
    context: dict[str, Any] = {"view": view, "game": game}
    if not getattr(request, "htmx", False):
        return render(request, "games/lobby/rematch.html", context)
    html = render_to_string("games/lobby/_rematch_call.html", context)
    # Without the token of the form, which is a new one each time.
    seen = hashlib.sha256(html.encode()).hexdigest()[:16]
    is_old = _is_old(game, now)
    if told.state is RematchState.STARTED or (is_old and told.state is RematchState.NONE):
        status = STOP_POLLING
    elif request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    else:
        status = 200
    return render(
        request, "games/lobby/_rematch_call.html", context | {"seen": seen}, status=status
    )
