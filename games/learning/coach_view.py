"""The coach of a practice table: a page, the same as a part for the dialog over the table, and its switch."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import push_url

from accounts.models import User
from accounts.services import save_coach
from games.learning.advice import advise
from games.learning.coach_page import CoachView, present_coach
from games.presenters.players import Player
from games.selectors.chat import said_at
from games.selectors.own_decisions import see_last_decision
from games.selectors.seen_table import SeenTable, see_table
from games.views.access import watchable_game_or_404

PART = "games/learning/_coach.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def coach(request: HttpRequest, code: str) -> HttpResponse:
    """Say what a careful player in the reader's seat would weigh, or switch that on and off.

    At a practice table, to its one person.
    """
    game_id = watchable_game_or_404(request, code)
    seen, person = see_table(game_id, request.user.pk), request.user
    if not isinstance(person, User) or not seen.facts.is_practice or seen.viewer is None:
        raise Http404
    if request.method == "POST":
        save_coach(user=person, is_on=request.POST.get("coach") == "on")
        # Where the switch is: it shows its new state there.
        return redirect(reverse("games:table", args=[code]) + "#more")
    is_on = person.preferences.has_coach
    view = _advice(game_id, seen, person.pk) if is_on else _silence(seen)
    template = PART if getattr(request, "htmx", False) else "games/table/dialog_page.html"
    context = {"view": view, "part": PART, "code": seen.facts.code, "is_on": is_on}
    # The address bar stays on the table, whatever its dialog shows.
    return push_url(render(request, template, context, status=HTTPStatus.OK), False)


def _silence(seen: SeenTable) -> CoachView:
    """Return the page of a coach that is switched off."""
    return CoachView(game_code=seen.facts.code, game_name=seen.facts.name)


def _advice(game_id: int, seen: SeenTable, person: int) -> CoachView:
    players = tuple(
        Player(name=each.shown_name, face=each.face, is_bot=each.is_bot)
        for each in seen.facts.occupants
    )
    last = see_last_decision(game_id, person)
    return present_coach(
        seen.observation,
        said_at(game_id),
        players,
        game_code=seen.facts.code,
        game_name=seen.facts.name,
        last=None if last is None else (last.action, advise(last.observation, last.said)),
    )
