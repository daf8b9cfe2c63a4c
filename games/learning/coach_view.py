"""The coach of a practice table: a page, and the same as a part for the dialog over the table."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import push_url

from games.learning.advice import advise
from games.learning.coach_page import present_coach
from games.presenters.players import Player
from games.selectors.chat import said_at
from games.selectors.own_decisions import see_last_decision
from games.selectors.seen_table import see_table
from games.views.access import watchable_game_or_404

PART = "games/learning/_coach.html"


@never_cache
@require_safe
def coach(request: HttpRequest, code: str) -> HttpResponse:
    """Say what a careful player in the reader's seat would weigh: at a practice table, to its one person."""
    game_id = watchable_game_or_404(request, code)
    seen = see_table(game_id, request.user.pk)
    person = request.user.pk
    if person is None or not seen.facts.is_practice or seen.viewer is None:
        raise Http404
    players = tuple(
        Player(name=each.shown_name, face=each.face, is_bot=each.is_bot)
        for each in seen.facts.occupants
    )
    last = see_last_decision(game_id, person)
    view = present_coach(
        seen.observation,
        said_at(game_id),
        players,
        game_code=seen.facts.code,
        game_name=seen.facts.name,
        last=None if last is None else (last.action, advise(last.observation, last.said)),
    )
    template = PART if getattr(request, "htmx", False) else "games/table/dialog_page.html"
    context = {"view": view, "part": PART}
    # The address bar stays on the table, whatever its dialog shows.
    return push_url(render(request, template, context, status=HTTPStatus.OK), False)
