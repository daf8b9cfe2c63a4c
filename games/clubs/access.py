"""What the views of clubs share: the club of an address, who asks, and the answer to a refusal."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from accounts.models import User
from games.clubs.models import Club
from games.clubs.pages import ClubReader, club_read_by
from games.clubs.values import ClubError
from games.clubs.words import REFUSALS
from games.values.http_status import http_status_of
from games.values.refusals import GameError
from games.views.people import too_many
from games.words.phrases import reason_text

_Act = Callable[..., HttpResponse | None]


def club_or_404(slug: str) -> Club:
    """Return the open club with this address. Raises Http404."""
    found = Club.objects.filter(slug=slug, closed_at=None).first()
    if found is None:
        raise Http404
    return found


def club_and_reader(
    request: HttpRequest, slug: str, *, even_closed: bool = False
) -> tuple[Club, ClubReader]:
    """Return the club with this address and who reads. Raises Http404."""
    found = club_read_by(slug, reader(request))
    if found is None or (found[0].closed_at is not None and not even_closed):
        raise Http404
    return found


def reader(request: HttpRequest) -> User | None:
    """Return who reads; None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def member_of_the_site(request: HttpRequest) -> User | HttpResponse:
    """Return who acts; visitors are led to the login, guests to the page that says what an account brings."""
    user = reader(request)
    if user is None:
        back = request.get_full_path() if request.method in ("GET", "HEAD") else "/clubs/"
        return redirect_to_login(back)
    return redirect("accounts:keep") if user.is_guest else user


def by_a_member(act: _Act) -> Callable[..., HttpResponse]:
    """Decorator for the forms on a club's pages: POST only, for people with an account; then back to the club."""

    @never_cache
    @wraps(act)
    def answer(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        club = club_or_404(slug)
        if request.method != "POST":
            return redirect("clubs:club", slug)
        user = member_of_the_site(request)
        if isinstance(user, HttpResponse):
            return user
        if limited := too_many(request, action="club_act", key=str(user.pk)):
            return limited
        try:
            answered = act(request, club, user, **kwargs)
        except (ClubError, GameError) as error:
            return refusal_page(request, club, error)
        return answered or redirect("clubs:club", slug)

    return answer


def refusal_page(
    request: HttpRequest, club: Club | None, error: ClubError | GameError
) -> HttpResponse:
    """Say why something cannot be done, with the way back."""
    if isinstance(error, ClubError):
        sentence, status = str(REFUSALS[error.refusal]), int(HTTPStatus.CONFLICT)
    else:
        sentence, status = reason_text(error.reason), http_status_of(error.reason)
    context = {
        "club": club,
        "sentence": sentence,
        "back": reverse("clubs:club", args=[club.slug]) if club else reverse("clubs:list"),
    }
    return render(request, "games/clubs/refused.html", context, status=status)


def whole_number(typed: str | None) -> int:
    """Return the number of a row that a form names; 0, which no row has, for anything else."""
    text = typed or ""
    is_number = text.isascii() and text.isdigit() and len(text) <= 18
    return int(text) if is_number else 0
