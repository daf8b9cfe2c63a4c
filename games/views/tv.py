"""The TV view: a screen in the room that shows the lobby with its code, then the table.

Public facts only, even if a player is signed in on that screen.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.live.lobby_board import render_lobby
from games.live.table_screen import TableScreen
from games.live.tv import tv_page_views
from games.models import Game, Lobby
from games.selectors.lobby import find_lobby, load_lobby
from games.selectors.seen_table import see_table
from games.views.access import watchable_game_or_404


@never_cache
@require_safe
def tv(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table in large type."""
    seen = see_table(watchable_game_or_404(request, code), None)
    view, news = tv_page_views(TableScreen(seen))
    context = {
        "table": view,
        "news": news,
        "socket_url": f"/ws/games/{seen.facts.code}/?view=tv&language={translation.get_language()}",
        "table_url": reverse("games:table", args=[seen.facts.code]),
    }
    return render(request, "games/tv/table.html", context)


@never_cache
@require_safe
def lobby_tv(request: HttpRequest, code: str) -> HttpResponse:
    """Show the lobby with its code in large type; once the game has started, the table."""
    try:
        lobby = find_lobby(code, request.user.pk)
    except Lobby.DoesNotExist:
        raise Http404 from None
    if lobby.status == Lobby.Status.STARTED:
        game = Game.objects.filter(lobby=lobby).first()
        return redirect("games:tv", code=game.code) if game else redirect("games:home")
    if lobby.status == Lobby.Status.CLOSED:
        return redirect("games:lobby", code=lobby.code)
    language = translation.get_language() or ""
    snapshot = load_lobby(lobby.pk)
    context = {
        "lobby": snapshot,
        "regions": render_lobby(snapshot, None, language),
        "host": request.get_host(),
        "link": request.build_absolute_uri(reverse("games:short_link", args=[lobby.code])),
        "socket_url": f"/ws/lobbies/{lobby.code}/?view=tv&language={language}",
    }
    return render(request, "games/tv/lobby.html", context)
