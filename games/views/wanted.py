"""Which open tables the reader wants to see: kept in a cookie, with an account or without."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.preferences import COOKIE_AGE
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
