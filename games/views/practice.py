"""Games against bots: begun at once, and left for a table of people as soon as there is one."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.presenters.lobby.open_tables import present_card
from games.services.practice import leave_for_people, table_of_people
from games.values.refusals import GameError
from games.views.lobby_pages import refusal_page
from games.views.people import too_many
from games.views.wanted import tell_quick_seat, wish_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """Tell a page of a practice game that a table of people is open; with a press, go there."""
    if request.method == "POST":
        return _go(request)
    nothing = HttpResponse(status=HTTPStatus.NO_CONTENT)
    if not isinstance(request.user, User):
        return nothing
    shown, besides = (request.GET.get(name, "")[:10] for name in ("shown", "besides"))
    table = table_of_people(
        user=request.user, wish=wish_of(request, request.user), besides=besides, shown=shown
    )
    if (table.code if table else "") == shown and "now" not in request.GET:
        # What the page shows stays as it is, under whatever hand or focus.
        return nothing
    context = {"table": present_card(table) if table else None, "besides": besides}
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
