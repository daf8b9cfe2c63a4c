"""Which open tables the reader wants: kept in a cookie, with an account or without; and what was chosen by that."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from accounts.models import User
from accounts.preferences import COOKIE_AGE
from games.presenters.lobby.open_tables import present_quick_seat
from games.selectors.lobby import load_lobby
from games.services.quick_seat import QuickSeat, rating_of
from games.values.quick_seat import Wish
from games.values.table_filter import TableFilter

COOKIE = "tables"


def wanted_of(request: HttpRequest) -> TableFilter:
    """Return the filter that was kept on this device."""
    return TableFilter.from_text(request.COOKIES.get(COOKIE, ""))


def remember_wanted(response: HttpResponse, wanted: TableFilter) -> None:
    """Keep the filter on this device; one that takes all needs no cookie."""
    if not wanted.to_text():
        response.delete_cookie(COOKIE)
        return
    response.set_cookie(
        COOKIE,
        wanted.to_text(),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def wish_of(request: HttpRequest, person: User) -> Wish:
    """Return what this person wants of a table to play at."""
    return Wish(tables=wanted_of(request), language=get_language() or "", rating=rating_of(person))


def tell_quick_seat(request: HttpRequest, found: QuickSeat) -> None:
    """Say on the next page where quick seat has led, and why."""
    if found.is_chosen:
        table = load_lobby(found.lobby.pk)
        messages.success(request, present_quick_seat(table, found.reasons, is_new=found.is_new))
