"""Block a person, end that, and the list of those whom one has blocked. Nobody else is told."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.blocks import blocked_people, is_blocked
from accounts.models import User
from games.selectors.people import person_of
from games.selectors.player import find_player
from games.services.blocking import block_person, unblock_person
from games.values.refusals import GameError
from games.views.people import too_many


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Say what a block does, and block this person or end the block; `name`: the name or handle in addresses."""
    other = find_player(name)
    if other is None or other.closed_at is not None:
        raise Http404
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.path)
    if request.method == "POST":
        if refused := too_many(request, action="notes", key=str(user.pk)):
            return refused
        if "unblock" in request.POST:
            unblock_person(user=user, other=other)
            return redirect("games:blocked" if "list" in request.POST else request.path)
        try:
            block_person(user=user, other=other)
        except GameError:
            raise Http404 from None
        return redirect(request.path)
    context = {
        "person": person_of(other),
        "is_self": other.pk == user.pk,
        "is_blocked": is_blocked(other.pk, by=user.pk),
    }
    return render(request, "games/player/block.html", context)


@never_cache
@require_safe
def blocked(request: HttpRequest) -> HttpResponse:
    """List the people whom the reader has blocked."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.path)
    people = [person_of(each) for each in blocked_people(user)]
    return render(request, "games/player/blocked.html", {"people": people})
