"""The companion: keeps score for a table with real cards.

The page's address holds a whole game, so a reload, a closed phone and the way back lose nothing,
and the site stores nothing of it. The names are in a cookie: addresses are written into logs.
"""

from random import SystemRandom
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.board import BoardCode
from games.engine.ruleset import ruleset_of
from games.engine.vocabulary import BoardKind, Edition
from games.forms.companion import PeopleForm, ReportedGameForm
from games.presenters.learning.companion import present_companion, query
from games.presenters.players import named_players

COOKIE = "companion"
COOKIE_AGE = 30 * 24 * 3600


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def companion(request: HttpRequest) -> HttpResponse:
    """Ask for the people; then show the table."""
    if request.method == "POST":
        return _sit_down(request)
    if "so_far" in request.GET:
        return _table(request)
    kept = _kept(request)
    named = {f"name_{place}": name for place, name in enumerate(kept["names"], start=1)}
    board = request.GET.get("board", kept["board"])
    return _start(
        request, PeopleForm(initial={"edition": kept["edition"], "board": board, **named})
    )


def _start(request: HttpRequest, form: PeopleForm) -> HttpResponse:
    context = {"form": form, "game": _kept(request)["game"]}
    return render(request, "games/companion/start.html", context)


def _sit_down(request: HttpRequest) -> HttpResponse:
    form = PeopleForm(request.POST)
    if not form.is_valid():
        return _start(request, form)
    names, edition = form.cleaned_data["names"], Edition(form.cleaned_data["edition"])
    board = form.cleaned_data["board"]
    game = query(ruleset_of(len(names), edition, board), ())
    response = redirect(f"{request.path}?{game}")
    _keep(response, names=names, edition=edition.value, board=_typed(board), game="")
    return response


def _table(request: HttpRequest) -> HttpResponse:
    form = ReportedGameForm(request.GET)
    if not form.is_valid():
        messages.warning(
            request, _("This address is no game. Begin anew, or go on with the last.")
        )
        return redirect(request.path)
    table, reports = form.cleaned_data["table"], form.cleaned_data["so_far"]
    rules = table.observation.ruleset
    names = _kept(request)["names"]
    if len(names) != rules.players:
        # A phone that only got the address has no names.
        names = [_("Seat %(place)d") % {"place": place + 1} for place in range(rules.players)]
    players = named_players(names)
    view = present_companion(table, reports, players, SystemRandom())
    htmx = getattr(request, "htmx", None)
    is_step = htmx and htmx.boosted and not htmx.history_restore_request
    template = "_companion.html" if is_step else "companion.html"
    response = render(request, f"games/companion/{template}", {"companion": view})
    game = "" if view.is_over or not reports else query(rules, reports)
    _keep(response, names=names, edition=rules.edition.value, board=_typed(rules.board), game=game)
    return response


def _typed(board: BoardCode) -> str:
    """Return what stands in the field for this board; nothing for the printed one."""
    return "" if board == BoardKind.STANDARD else board


def _kept(request: HttpRequest) -> dict[str, Any]:
    """Return what this phone remembers: the people, and their game."""
    nothing = {"names": [], "edition": Edition.RETAIL.value, "board": "", "game": ""}
    try:
        kept = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COOKIE_AGE)
    except signing.BadSignature:
        return nothing
    return {**nothing, **kept}


def _keep(response: HttpResponse, **kept: object) -> None:
    response.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=COOKIE, compress=True),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
