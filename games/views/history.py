"""Looking back during a game: a past round's board, and a player's record.

Each answers with a part for the dialog on the table, or with a page of its own.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from games.live import history
from games.live.table_screen import TableScreen
from games.presenters.player.player import player_summary
from games.selectors import rating
from games.selectors.history import see_round
from games.selectors.player import games_by_kind
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
    """Show who sits in a seat, and that player's ballots and governments; the same for everybody."""
    seen = see_table(watchable_game_or_404(request, code), None)
    view = history.player_record(TableScreen(seen), seat)
    known = {} if view is None else _known_of(seen.facts.occupants[seat].user_id, view.name)
    return _part_or_page(request, "player_record", view, **known)


def _known_of(user_id: int | None, name: str) -> dict[str, str]:
    """The rating or the games of a person in one sentence, and the way to their page; nothing of a bot."""
    if user_id is None:
        return {}
    person = User.objects.filter(pk=user_id, closed_at=None).first()
    if person is None:
        return {}
    standing = rating.standing(person.pk, timezone.now())
    games = sum(games_by_kind(person.pk).values())
    return {"summary": player_summary(name, standing, games), "address": person.username}


def _part_or_page(request: HttpRequest, name: str, view: object, **more: str) -> HttpResponse:
    if view is None:
        raise Http404
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    part = f"games/table/_{name}.html"
    template = part if htmx else "games/table/dialog_page.html"
    # The address bar stays on the table, whatever its dialog shows.
    return push_url(render(request, template, {"view": view, "part": part, **more}), False)
