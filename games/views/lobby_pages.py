"""The pages that lobby views answer with: the lobby, and refusals."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.blocks import blocked_by
from accounts.forms import GuestForm
from accounts.models import User
from accounts.origins import origin_of
from games.forms.lobby import PasswordForm
from games.live.lobby_board import digest, render_lobby
from games.models import Game, Lobby
from games.presenters.lobby.talk import lobby_talk_mode, present_lobby_phrases
from games.presenters.players import in_a_sentence
from games.selectors.invitations import is_invited
from games.selectors.lobby import find_lobby, places_of, see_lobby
from games.selectors.ranked_pause import ranked_pause
from games.services.lobby_admission import needs_password
from games.services.lobby_names import offered_name
from games.services.lobby_seats import note_origin
from games.values.chat import TEXT_MAX_LENGTH, TalkMode
from games.values.http_status import http_status_of
from games.values.lobby import SEATED, LobbySnapshot
from games.values.ranked_pause import RankedPause
from games.values.refusals import ServiceReason
from games.views.people import name_form
from games.views.tour import has_finished
from games.words.phrases import reason_text

# With these the lobby has nothing to offer to the person.
ON_A_PAGE_OF_ITS_OWN = {
    ServiceReason.LOBBY_STARTED,
    ServiceReason.LOBBY_CLOSED,
    ServiceReason.REMOVED_FROM_LOBBY,
    ServiceReason.NOT_ADMITTED,
    ServiceReason.NOT_A_MEMBER,
    ServiceReason.SUSPENDED,
    ServiceReason.WARNING_UNREAD,
    ServiceReason.SEATED_ELSEWHERE,
    ServiceReason.RANKED_NEEDS_ACCOUNT,
}

# Why somebody may not play ranked games, now or at all.
OF_RANKED_GAMES = {
    ServiceReason.RANKED_NEEDS_ACCOUNT,
    ServiceReason.RANKED_FORBIDDEN,
    ServiceReason.RANKED_PAUSED,
}

# What a person may have chosen for a practice game, which is asked for again.
CHOSEN = ("role", "players")

LobbyViewFunction = Callable[..., HttpResponse]


def back_to_home(view: LobbyViewFunction) -> LobbyViewFunction:
    """Decorator: GET, after a reload or a change of language, goes to the home page; only POST acts."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        return view(request) if request.method == "POST" else redirect("games:home")

    return answer


def back_to_lobby(view: LobbyViewFunction) -> LobbyViewFunction:
    """Decorator: GET, after a reload or a change of language, goes to the lobby; only POST acts."""

    @wraps(view)
    def answer(request: HttpRequest, code: str) -> HttpResponse:
        if request.method != "POST":
            return redirect("games:lobby", code=code)
        return view(request, code)

    return answer


def of_a_lobby(view: LobbyViewFunction) -> LobbyViewFunction:
    """Decorator: the view gets the lobby with the code of the address; without one it is a refusal."""

    @wraps(view)
    def answer(request: HttpRequest, code: str) -> HttpResponse:
        try:
            lobby = find_lobby(code, request.user.pk)
        except Lobby.DoesNotExist:
            return refusal_page(request, ServiceReason.LOBBY_NOT_FOUND)
        return view(request, lobby)

    return answer


def lobby_page(
    request: HttpRequest,
    lobby: Lobby,
    *,
    guest: GuestForm | None = None,
    password: PasswordForm | None = None,
    refused: ServiceReason | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Return the page of an open lobby, which was read just now, for this person."""
    snapshot = see_lobby(lobby)
    language = get_language() or ""
    seat = snapshot.seat_of(request.user.pk)
    if seat is not None and request.user.pk is not None:
        origin = origin_of(request, table=lobby.code)
        note_origin(lobby_id=lobby.pk, user_id=request.user.pk, origin=origin)
        snapshot = snapshot.with_here(request.user.pk)
    regions = render_lobby(snapshot, request.user.pk if seat else None, language)
    offered = ""
    if seat is None and isinstance(request.user, User):
        names = [each.name for each in snapshot.seats if each.user_id is not None]
        offered = offered_name(request.user, names)
    is_asked = not isinstance(request.user, User) or needs_password(lobby, request.user)
    context = {
        "lobby": snapshot,
        "invitation": snapshot.invitation_of(request.user.pk) if seat is None else None,
        "is_seated": seat is not None,
        "host_name": host.name if (host := snapshot.seat_of(snapshot.host_id)) else "",
        # Whoever has an account, or has finished the tour on this device, needs no call to it.
        "is_new": getattr(request.user, "is_guest", False) and not has_finished(request),
        "is_host": seat is not None and snapshot.host_id == request.user.pk,
        "regions": regions,
        "socket_url": f"/ws/lobbies/{lobby.code}/?language={language}"
        f"&seated={int(seat is not None)}&seen={digest(regions)}",
        "link": request.build_absolute_uri(reverse("games:short_link", args=[lobby.code])),
        "guest_form": guest or name_form(request),
        "password_form": (password or PasswordForm()) if lobby.password and is_asked else None,
        "offered_name": offered,
        "chat": None if seat is None else talk_context(snapshot, request.user.pk or 0),
        "refused": reason_text(refused) if refused else "",
        "opens_at": _opens_at(lobby, snapshot, request.user.pk or 0),
        "has_missed": seat is None and snapshot.has_missed(request.user.pk),
        "pause": _pause(request.user.pk) if snapshot.is_ranked and seat is None else None,
        "blocked_here": _blocked_here(snapshot, request.user.pk) if seat is None else "",
    }
    return render(request, "games/lobby/lobby.html", context, status=status)


def _opens_at(lobby: Lobby, snapshot: LobbySnapshot, user_id: int) -> datetime | None:
    """Return when this person may sit down at the rematch of a public game; None if they may now."""
    at = snapshot.opens_at
    return None if at is None or is_invited(lobby, user_id) else at


def _blocked_here(lobby: LobbySnapshot, user_id: int | None) -> str:
    """Return the names of those in the lobby whom this person has blocked; empty if nobody is."""
    blocked = blocked_by(user_id)
    return ", ".join(in_a_sentence(seat.name) for seat in lobby.seats if seat.user_id in blocked)


def _pause(user_id: int | None) -> RankedPause | None:
    return None if user_id is None else ranked_pause(user_id, timezone.now())


def talk_context(
    lobby: LobbySnapshot, user_id: int, *, typed: str = "", phrase: str = "", problem: str = ""
) -> dict[str, Any]:
    """Return what a page shows beside the lines of the lobby's talk, and what was refused, to be sent again."""
    own = sum(line.user_id == user_id for line in lobby.said)
    mode = lobby_talk_mode(lobby, user_id)
    return {
        "mode": mode.value,
        "groups": present_lobby_phrases() if mode is TalkMode.PHRASES else (),
        # Tells old pages from new ones.
        "message_id": f"m{own}",
        "longest": TEXT_MAX_LENGTH,
        "typed": typed,
        "phrase": phrase,
        "problem": problem,
    }


def refusal_page(
    request: HttpRequest,
    reason: ServiceReason,
    lobby: Lobby | None = None,
    *,
    back: str = "",
    again: str = "",
) -> HttpResponse:
    """Return a page with the reason, and where to go from here.

    `back` is where the person wanted to go on. `again` is the address of the same act, which then gives up the seat in
    the lobby that its field `leave` names.
    """
    place = None
    if reason is ServiceReason.SEATED_ELSEWHERE and request.user.pk is not None:
        seated = (each for each in places_of(request.user.pk) if each.kind in SEATED)
        place = next(seated, None)
    game = None if lobby is None else getattr(lobby, "game", None)
    if game is not None and not Game.objects.watchable_by(request.user.pk).contains(game):
        game = None
    context = {
        "reason": reason.value,
        "sentence": reason_text(reason),
        "lobby": lobby,
        "place": place,
        "back": back or (reverse("games:lobby", args=[lobby.code]) if lobby is not None else ""),
        "again": again,
        "chosen": {name: request.POST[name] for name in CHOSEN if name in request.POST},
        "game_url": reverse("games:table", args=[game.code]) if game else "",
        "has_missed": lobby is not None and request.user.pk in (lobby.unanswered or ()),
        "pause": _pause(request.user.pk) if reason is ServiceReason.RANKED_PAUSED else None,
    }
    return render(request, "games/lobby/refused.html", context, status=http_status_of(reason))


def answer_refusal(request: HttpRequest, lobby: Lobby, reason: ServiceReason) -> HttpResponse:
    """Show a refusal on the lobby's page if the person may see it, else on a page of its own."""
    if reason in ON_A_PAGE_OF_ITS_OWN:
        return refusal_page(request, reason, lobby)
    lobby.refresh_from_db()
    if lobby.status != Lobby.Status.OPEN:
        return refusal_page(request, ServiceReason.LOBBY_CLOSED, lobby)
    return lobby_page(request, lobby, refused=reason, status=http_status_of(reason))
