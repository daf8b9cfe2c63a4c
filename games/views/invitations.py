"""Invitations: whom one may invite to one's lobby, the invited person's no, and a lobby for the people of an old game."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.models import Game, Lobby
from games.selectors.invitations import invitable
from games.selectors.people import person_of
from games.selectors.player import find_player
from games.selectors.table_clubs import invitable_clubs
from games.services import invitations
from games.services.play_again import play_again
from games.values.refusals import GameError, ServiceReason
from games.views.access import watchable_game_or_404
from games.views.lobby_pages import answer_refusal, back_to_lobby, of_a_lobby, refusal_page
from games.views.people import too_many
from games.words.phrases import reason_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@of_a_lobby
def invite(request: HttpRequest, lobby: Lobby) -> HttpResponse:
    """Show whom the reader may invite to this lobby; invite one of them (POST)."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(reverse("games:lobby", args=[lobby.code]))
    seated = set(lobby.seats.filter(user__isnull=False).values_list("user_id", flat=True))
    if lobby.status != Lobby.Status.OPEN or user.pk not in seated or user.is_guest:
        return redirect("games:lobby", code=lobby.code)
    refused = ""
    if request.method == "POST":
        if limited := too_many(request, action="invitation", key=str(user.pk)):
            return limited
        other = find_player(request.POST.get("person", ""))
        refused = _invite(lobby, user, other)
        if not refused and not getattr(request, "htmx", False):
            return redirect("games:lobby_invite", code=lobby.code)
    context = {
        "lobby": lobby,
        "people": invitable(lobby.pk, user.pk, seated),
        "refused": refused,
        "clubs": invitable_clubs(lobby, user),
    }
    is_part = getattr(request, "htmx", False)
    template = "games/lobby/_invite_friends.html" if is_part else "games/lobby/invite.html"
    return render(request, template, context)


def _invite(lobby: Lobby, user: User, other: User | None) -> str:
    """Invite this person; return why not, or nothing."""
    if other is None:
        return reason_text(ServiceReason.MALFORMED)
    try:
        invitations.invite(lobby_id=lobby.pk, user=user, other=other)
    except GameError as error:
        return reason_text(error.reason)
    return ""


@never_cache
@back_to_lobby
@of_a_lobby
def decline(request: HttpRequest, lobby: Lobby) -> HttpResponse:
    """Say no to an invitation to this lobby, and go to the open tables."""
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("games:lobby", args=[lobby.code]))
    try:
        invitations.decline(lobby_id=lobby.pk, user=request.user)
    except GameError as error:
        return answer_refusal(request, lobby, error.reason)
    return redirect("games:home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def again(request: HttpRequest, code: str) -> HttpResponse:
    """Say whom a new lobby would invite; open it and invite them (POST)."""
    game = Game.objects.get(pk=watchable_game_or_404(request, code))
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(reverse("games:table", args=[game.code]))
    is_own = game.seats.filter(user=user).exists()
    if not is_own or game.status == Game.Status.RUNNING:
        return redirect("games:table", code=game.code)
    if user.is_guest:
        return render(request, "games/friends/guest.html")
    if request.method == "POST":
        if refused := too_many(request, action="lobby_create_person", key=str(user.pk)):
            return refused
        try:
            lobby = play_again(game=game, user=user)
        except GameError as error:
            back = reverse("games:play_again", args=[game.code])
            return refusal_page(request, error.reason, back=back)
        return redirect("games:lobby", code=lobby.code)
    seats = game.seats.filter(user__closed_at=None).exclude(user=user).select_related("user")
    others = [seat.user for seat in seats.order_by("number") if seat.user is not None]
    context = {
        "game": game,
        "people": [person_of(each) for each in others if not each.is_guest],
        "guests": [person_of(each) for each in others if each.is_guest],
    }
    return render(request, "games/lobby/play_again.html", context)
