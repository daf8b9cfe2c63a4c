"""Open tables that somebody has declined or left: they are not offered again in this session."""

from django.http import HttpRequest

KEY = "passed_by"
MOST = 20
"""Older ones are forgotten."""


def passed_by(request: HttpRequest) -> frozenset[str]:
    """Return the codes of the tables that are not to be offered to this person."""
    return frozenset(request.session.get(KEY, ()))


def pass_by(request: HttpRequest, code: str) -> None:
    """Offer the table with this code no more."""
    kept = [each for each in request.session.get(KEY, ()) if each != code]
    request.session[KEY] = [*kept, code][-MOST:]
