"""Looking back during a game: a past round's board, and a player's record.

Each answers with a part for the dialog on the table, or with a page of its own.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails

from games.live import history
from games.live.table_screen import TableScreen
from games.selectors.history import see_round
from games.selectors.seen_table import see_table
from games.views.access import watchable_game_or_404


@never_cache
@require_GET
def look_back(request: HttpRequest, code: str, round_: int) -> HttpResponse:
    """Show the board as it was at the end of a finished round."""
    game_id = watchable_game_or_404(request, code)
    past = see_round(game_id, request.user.pk, round_)
    if past is None:
        raise Http404
    view = history.look_back(TableScreen(past.table), past)
    return _part_or_page(request, "look_back", view)


@never_cache
@require_GET
def player_record(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Show a player's ballots and governments; the same for everybody."""
    seen = see_table(watchable_game_or_404(request, code), None)
    return _part_or_page(request, "player_record", history.player_record(TableScreen(seen), seat))


def _part_or_page(request: HttpRequest, name: str, view: object) -> HttpResponse:
    if view is None:
        raise Http404
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    part = f"games/table/_{name}.html"
    template = part if htmx else "games/table/dialog_page.html"
    # The address bar stays on the table, whatever its dialog shows.
    return push_url(render(request, template, {"view": view, "part": part}), False)
