"""The talk of a lobby over HTTP: in place, by a plain form, and on a page of its own without scripts.

A refused message comes back with the typed text.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.forms.chat import parse_talk
from games.forms.lobby import seat_id
from games.live.lobby_board import TALK, TALK_NOTE, render_lobby
from games.models import Lobby
from games.selectors.lobby import load_lobby
from games.services.lobby_talk import mute_in_lobby, talk_in_lobby
from games.values.chat import TEXT_MAX_LENGTH
from games.values.http_status import http_status_of
from games.values.refusals import GameError, ServiceReason
from games.views.lobby_pages import answer_refusal, back_to_lobby, of_a_lobby, talk_context
from games.views.people import too_many
from games.words.phrases import reason_text

# These end the page, so no talk is shown with them.
_GONE = {ServiceReason.NOT_SEATED, ServiceReason.LOBBY_STARTED, ServiceReason.LOBBY_CLOSED}


@never_cache
@require_safe
@of_a_lobby
def talk_page(request: HttpRequest, lobby: Lobby) -> HttpResponse:
    """Show the talk alone, on a page that does not reload itself."""
    user_id = request.user.pk
    if user_id is None or not lobby.seats.filter(user_id=user_id).exists():
        return redirect("games:lobby", code=lobby.code)
    return _page(request, lobby)


@never_cache
@back_to_lobby
@of_a_lobby
def say(request: HttpRequest, lobby: Lobby) -> HttpResponse:
    """Say something to those who sit in the lobby."""
    if not isinstance(request.user, User):
        return answer_refusal(request, lobby, ServiceReason.NOT_SEATED)
    is_in_place = bool(getattr(request, "htmx", False))
    try:
        asked = parse_talk(request.POST.dict())
        talk_in_lobby(lobby_id=lobby.pk, user=request.user, request=asked)
    except GameError as error:
        if is_in_place:
            return _answer(request, reason_text(error.reason, names=error.names))
        if error.reason in _GONE:
            return answer_refusal(request, lobby, error.reason)
        return _page(request, lobby, error)
    if is_in_place:
        return _answer(request, accepted=request.POST.get("message_id", ""))
    place = "games:lobby_talk" if request.POST.get("from") == "talk" else "games:lobby"
    return redirect(place, code=lobby.code)


@never_cache
@back_to_lobby
@of_a_lobby
def mute(request: HttpRequest, lobby: Lobby) -> HttpResponse:
    """Mute a person who sits in the lobby, or hear them again."""
    user = request.user
    if not isinstance(user, User):
        return answer_refusal(request, lobby, ServiceReason.NOT_SEATED)
    if refused := too_many(request, action="notes", key=str(user.pk)):
        return refused
    # One field says both: "17" mutes, "-17" ends it.
    typed = request.POST.get("seat", "")
    fields = request.POST.copy()
    fields["seat"] = typed.removeprefix("-")
    try:
        mute_in_lobby(
            lobby_id=lobby.pk,
            user=user,
            seat_id=seat_id(fields),
            is_muted=not typed.startswith("-"),
        )
    except GameError as error:
        return answer_refusal(request, lobby, error.reason)
    return redirect("games:lobby", code=lobby.code)


def _answer(request: HttpRequest, problem: str = "", *, accepted: str = "") -> HttpResponse:
    """Answer with status 200: htmx drops the body of errors."""
    context = {"problem": problem, "accepted": accepted[:64]}
    return render(request, "games/lobby/_lobby_talk_answer.html", context)


def _page(request: HttpRequest, lobby: Lobby, error: GameError | None = None) -> HttpResponse:
    snapshot = load_lobby(lobby.pk)
    viewer = request.user.pk
    assert viewer is not None
    regions = render_lobby(snapshot, viewer, get_language() or "")
    refused = {}
    if error is not None:
        refused = {
            "typed": request.POST.get("text", "")[: 4 * TEXT_MAX_LENGTH],
            "phrase": request.POST.get("phrase", ""),
            "problem": reason_text(error.reason, names=error.names),
        }
    context = {
        "lobby": snapshot,
        "lines": regions[TALK],
        "note": regions[TALK_NOTE],
        "chat": talk_context(snapshot, viewer, **refused),
        "is_page": True,
    }
    status = http_status_of(error.reason) if error else 200
    return render(request, "games/lobby/talk.html", context, status=status)
