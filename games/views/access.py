"""Access to the game of an address: a game that the reader may not watch does not exist for them."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest

from games.selectors.access import find_watchable_game
from games.selectors.seen_table import SeenTable, see_table_at
from games.values.refusals import GameError
from games.words.phrases import reason_text

DATABASE_IS_AWAY = (OperationalError, InterfaceError)
"""Errors of a database that does not answer, or not in time: no conflict, and nothing is wrong
with the request."""


def watchable_game_or_404(request: HttpRequest, code: str) -> int:
    """Return the id of the game at this address, if this person may watch it.

    Raises Http404 with the reason in words.
    """
    with _as_404():
        return find_watchable_game(code, request.user.pk)


def watchable_table_or_404(request: HttpRequest, code: str) -> SeenTable:
    """Return the newest table at this address as this person knows it, if they may watch it; Http404 as above."""
    with _as_404():
        return see_table_at(code, request.user.pk)


@contextmanager
def _as_404() -> Iterator[None]:
    try:
        yield
    except GameError as error:
        raise Http404(reason_text(error.reason)) from None
