"""Provable deals: what browsers add to one in a lobby, and the page on which a deal is checked."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.fair_deal import parse_announced, parse_opened
from games.models import Lobby
from games.presenters.replay.fair_deal import present_fair_deal
from games.selectors.fair_deal import public_deal
from games.selectors.seen_table import see_table
from games.services import fair_deal, lobby_start
from games.views.access import watchable_game_or_404
from games.views.lobby_pages import back_to_lobby, of_a_lobby
from games.views.people import too_many


@never_cache
@back_to_lobby
@of_a_lobby
def share(request: HttpRequest, lobby: Lobby) -> HttpResponse:
    """Take the digest of a share before the start, or the share itself at the start; the lobby's socket shows what follows."""
    user_id, fields = request.user.pk, request.POST.dict()
    if user_id is None:
        return redirect("games:lobby", code=lobby.code)
    if refused := too_many(request, action="deal_share", key=str(user_id)):
        return refused
    announced, opened = parse_announced(fields), parse_opened(fields)
    if announced is not None:
        fair_deal.announce_share(lobby_id=lobby.pk, user_id=user_id, announced=announced)
    if opened is not None:
        lobby_start.open_share(lobby_id=lobby.pk, user_id=user_id, opened=opened)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@never_cache
@require_safe
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Show what is known of a game's deal: its commitment and fingerprint while it runs, and afterwards all of it."""
    game_id = watchable_game_or_404(request, code)
    facts = see_table(game_id, request.user.pk).facts
    names = tuple(occupant.shown_name for occupant in facts.occupants)
    view = present_fair_deal(public_deal(game_id), names, code=facts.code, name=facts.name)
    return render(request, "games/replay/verify.html", {"view": view})
