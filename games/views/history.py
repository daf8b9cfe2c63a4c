"""Looking back during a game: a past round's board, and a player's record.

Each answers with a part for the dialog on the table, or with a page of its own.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails

from games.engine.vocabulary import SeatNumber
from games.live import history
from games.live.table_screen import TableScreen
from games.presenters.table.card import CardView, present_card
from games.presenters.table.notes import present_player
from games.selectors.chat import notes_of
from games.selectors.history import see_round
from games.selectors.player import games_by_kind
from games.selectors.seen_table import see_table
from games.selectors.standing import find_rated
from games.selectors.statistics import games_together
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
    """Show who sits in a seat, how the reader and they fared together, and their public record at this table."""
    seen = see_table(watchable_game_or_404(request, code), None)
    screen = TableScreen(seen)
    view = history.player_record(screen, seat)
    if view is None:
        raise Http404
    return _part_or_page(request, "player_record", view, card=_card(request, screen, seat))


def _card(request: HttpRequest, screen: TableScreen, seat: SeatNumber) -> CardView | None:
    """Return the card of whoever sits there; None for a bot, and for a closed account."""
    facts, reader = screen.seen.facts, request.user.pk
    user_id = facts.occupants[seat].user_id
    rated = None if user_id is None else find_rated(user_id, timezone.now())
    if rated is None:
        return None
    person, standing = rated
    is_self = person.pk == reader
    notes = None if reader is None or is_self else notes_of(facts.game_id, reader)
    return present_card(
        person.username,
        standing=standing,
        games=sum(games_by_kind(person.pk).values()),
        is_self=is_self,
        together=None if reader is None or is_self else games_together(person.pk, reader),
        is_reader_known=reader is not None,
        person=None if notes is None else present_player(screen.players[seat], seat, notes),
        mute_url=reverse("games:mute", args=[facts.code]),
        game_code=facts.code,
    )


def _part_or_page(request: HttpRequest, name: str, view: object, **more: object) -> HttpResponse:
    if view is None:
        raise Http404
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    part = f"games/table/_{name}.html"
    template = part if htmx else "games/table/dialog_page.html"
    # The address bar stays on the table, whatever its dialog shows.
    return push_url(
        render(request, template, {"view": view, "part": part, **more}),
        False,
    )
