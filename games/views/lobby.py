"""Lobbies over HTTP: every act is an ordinary form, and every refusal a page with the reason."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from io import BytesIO
from typing import TypedDict

import segno
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import GuestForm
from accounts.models import User
from accounts.network import network_of
from games.forms.fair_deal import parse_announced
from games.forms.lobby import LobbyForm, PasswordForm, seat_id, table_size
from games.forms.lobby_board import board_choice
from games.models import Game, Lobby, LobbyRemoval
from games.selectors.lobby import find_lobby
from games.selectors.table_clubs import club_of_table, kept_boards, own_clubs
from games.services import fair_deal, lobby_start
from games.services import lobby as lobbies
from games.services import lobby_seats as seats
from games.services.practice import leaving_practice
from games.values.boards import KeptBoard
from games.values.http_status import http_status_of
from games.values.languages import spoken
from games.values.lobby import TableClub
from games.values.refusals import GameError, ServiceReason
from games.views.lobby_pages import (
    OF_RANKED_GAMES,
    answer_refusal,
    back_to_lobby,
    lobby_page,
    of_a_lobby,
    refusal_page,
)
from games.views.passed_by import pass_by
from games.views.people import (
    guest_transaction,
    name_form,
    person_or_form,
    too_many,
    typed_name,
)
from games.words.boards import name_of_other_board
from games.words.phrases import reason_text

LobbyAct = Callable[[HttpRequest, Lobby, User], HttpResponse | None]


class _Offered(TypedDict):
    clubs: tuple[TableClub, ...]
    boards: tuple[KeptBoard, ...]


def _by_a_person(act: LobbyAct) -> Callable[..., HttpResponse]:
    """Decorator for the forms on a lobby's page: for people who are signed in; then back to the lobby."""

    @never_cache
    @back_to_lobby
    @of_a_lobby
    @wraps(act)
    def answer(request: HttpRequest, lobby: Lobby) -> HttpResponse:
        if not isinstance(request.user, User):
            return redirect_to_login(reverse("games:lobby", args=[lobby.code]))
        try:
            answered = act(request, lobby, request.user)
        except GameError as error:
            return answer_refusal(request, lobby, error.reason)
        return answered or redirect("games:lobby", code=lobby.code)

    return answer


@never_cache
@require_safe
@of_a_lobby
def lobby(request: HttpRequest, found: Lobby) -> HttpResponse:
    """Show the lobby; once the game has started, redirect to the table."""
    user_id = request.user.pk
    if found.status == Lobby.Status.STARTED:
        game = Game.objects.filter(lobby=found).first()
        if game and user_id and game.seats.filter(user_id=user_id).exists():
            return redirect("games:table", code=game.code)
        return refusal_page(request, ServiceReason.LOBBY_STARTED, found)
    if found.status == Lobby.Status.CLOSED:
        return refusal_page(request, ServiceReason.LOBBY_CLOSED, found)
    if user_id and LobbyRemoval.objects.filter(lobby=found, user_id=user_id).exists():
        return refusal_page(request, ServiceReason.REMOVED_FROM_LOBBY, found)
    return lobby_page(request, found)


@require_safe
@cache_control(private=True, max_age=3600)
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the link to the lobby as a QR code."""
    try:
        found = find_lobby(code, request.user.pk)
    except Lobby.DoesNotExist:
        raise Http404 from None
    link = request.build_absolute_uri(reverse("games:short_link", args=[found.code]))
    picture = BytesIO()
    # Black on white in every colour scheme: many QR readers accept nothing else.
    segno.make(link, micro=False).save(
        picture, kind="svg", border=4, dark="#000", light="#fff", omitsize=True, xmldecl=False
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@never_cache
@require_safe
@of_a_lobby
def invitation(request: HttpRequest, found: Lobby) -> HttpResponse:
    """Show the QR code as large as the screen, with code and link, to be held up to people in the room."""
    if found.status != Lobby.Status.OPEN:
        return redirect("games:lobby", code=found.code)
    board = name_of_other_board(found.board, found.board_name)
    context = {"lobby": found, "host": request.get_host(), "board": board}
    return render(request, "games/lobby/invitation.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Open a table."""
    if refused := too_many(request, action="lobby_create"):
        return refused
    if request.method != "POST":
        chosen: dict[str, object] = {
            "name": lobbies.fresh_table_name(),
            "languages": spoken(get_language() or ""),
        }
        if "ranked" in request.GET:
            chosen |= {"is_ranked": True, "bots_allowed": False}
        if "board" in request.GET:
            chosen |= board_choice(request.GET["board"], request.GET.get("board_name", ""))
        form = LobbyForm(initial=chosen, **_offered(request))
        return _form_page(request, form, name_form(request))
    form = LobbyForm(request.POST, **_offered(request))
    if not form.is_valid():
        return _form_page(request, form, typed_name(request))
    with guest_transaction(request):
        person = person_or_form(request)
        if isinstance(person, HttpResponse):
            return person
        if isinstance(person, GuestForm):
            return _form_page(request, form, person)
        if refused := too_many(request, action="lobby_create_person", key=str(person.pk)):
            return refused
        try:
            created = lobbies.create_lobby(user=person, settings=form.settings())
        except GameError as error:
            if error.reason not in OF_RANKED_GAMES:
                return refusal_page(request, error.reason)
            form.add_error("is_ranked", reason_text(error.reason))
            return _form_page(request, form, None, status=http_status_of(error.reason))
    return redirect("games:lobby", code=created.code)


def _offered(request: HttpRequest) -> _Offered:
    """Return what the clubs of this person let them choose."""
    if not isinstance(request.user, User):
        return {"clubs": (), "boards": ()}
    return {"clubs": own_clubs(request.user), "boards": kept_boards(request.user)}


def _form_page(
    request: HttpRequest,
    form: LobbyForm,
    guest: GuestForm | None,
    *,
    lobby: Lobby | None = None,
    status: int | None = None,
) -> HttpResponse:
    is_wrong = form.errors or (guest is not None and guest.errors)
    context = {"form": form, "guest_form": guest, "lobby": lobby}
    return render(
        request,
        "games/lobby/settings.html",
        context,
        status=status or (HTTPStatus.BAD_REQUEST if is_wrong else HTTPStatus.OK),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@of_a_lobby
def settings(request: HttpRequest, found: Lobby) -> HttpResponse:
    """Show the settings to the host, or change them."""
    user = request.user
    if not isinstance(user, User) or found.host_id != user.pk:
        return answer_refusal(request, found, ServiceReason.NOT_HOST)
    if found.status != Lobby.Status.OPEN:
        return redirect("games:lobby", code=found.code)
    offered, club = _offered(request), club_of_table(found)
    if request.method != "POST":
        form = LobbyForm(lobby=found, club=club, **offered)
        return _form_page(request, form, None, lobby=found)
    form = LobbyForm(request.POST, lobby=found, club=club, **offered)
    if not form.is_valid():
        return _form_page(request, form, None, lobby=found)
    try:
        lobbies.change_settings(lobby_id=found.pk, user=user, settings=form.settings())
    except GameError as error:
        return answer_refusal(request, found, error.reason)
    return redirect("games:lobby", code=found.code)


@never_cache
@back_to_lobby
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down; visitors give their name in the same form."""
    if refused := too_many(request, action="lobby_join"):
        return refused
    try:
        found = find_lobby(code, request.user.pk)
    except Lobby.DoesNotExist:
        return refusal_page(request, ServiceReason.LOBBY_NOT_FOUND)
    password = PasswordForm(request.POST)
    typed = password.cleaned_data["password"] if password.is_valid() else ""
    if found.password:
        key = f"{found.code} {network_of(request)}"
        if refused := too_many(request, action="lobby_password", key=key):
            return refused
    with guest_transaction(request):
        person = person_or_form(request)
        if isinstance(person, HttpResponse):
            return person
        if isinstance(person, GuestForm):
            return lobby_page(request, found, guest=person, status=HTTPStatus.BAD_REQUEST)
        try:
            with leaving_practice(person):
                seats.join_lobby(
                    lobby_id=found.pk,
                    user=person,
                    password=typed,
                    agreed=request.POST.get("offered", ""),
                    beside_blocked="beside" in request.POST,
                )
        except GameError as error:
            return answer_refusal(request, found, error.reason)
    return redirect("games:lobby", code=found.code)


@_by_a_person
def leave(request: HttpRequest, lobby: Lobby, user: User) -> HttpResponse | None:
    """Stand up, and go to the page that the person wanted instead."""
    seats.leave_lobby(lobby_id=lobby.pk, user=user)
    pass_by(request, lobby.code)
    wanted = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(wanted, None):
        return redirect(wanted)
    return redirect("games:home")


@_by_a_person
def ready(request: HttpRequest, lobby: Lobby, user: User) -> HttpResponse | None:
    """Set whether a person is ready."""
    is_ready = request.POST.get("ready") == "1"
    _announce_share(request, lobby, user)
    try:
        game = lobby_start.confirm_ready(lobby_id=lobby.pk, user=user, is_ready=is_ready)
    except GameError as error:
        if error.reason is ServiceReason.LOBBY_STARTED:
            # Another person was quicker; the lobby's page redirects to the game.
            return None
        raise
    return redirect("games:table", code=game.code) if game else None


@_by_a_person
def remove(request: HttpRequest, lobby: Lobby, user: User) -> HttpResponse | None:
    """Remove a person, as the host."""
    seats.remove_from_lobby(lobby_id=lobby.pk, user=user, seat_id=seat_id(request.POST))
    return None


@_by_a_person
def listing(request: HttpRequest, lobby: Lobby, user: User) -> HttpResponse | None:
    """Let strangers find the table in the list, or no longer, as the host."""
    is_public = request.POST.get("listing") == "public"
    lobbies.set_listing(lobby_id=lobby.pk, user=user, is_public=is_public)
    return None


@_by_a_person
def hand_over(request: HttpRequest, lobby: Lobby, user: User) -> HttpResponse | None:
    """Make another person the host."""
    seats.hand_over(lobby_id=lobby.pk, user=user, seat_id=seat_id(request.POST))
    return None


@_by_a_person
def add_bot(request: HttpRequest, lobby: Lobby, user: User) -> HttpResponse | None:
    """Add one bot, or a bot for every empty seat, or as many as the wanted size lacks."""
    size = table_size(request.POST)
    if size is None:
        seats.add_bots(lobby_id=lobby.pk, user=user, fill=request.POST.get("seats") == "all")
    else:
        seats.set_size(lobby_id=lobby.pk, user=user, size=size)
    return None


@_by_a_person
def remove_bot(request: HttpRequest, lobby: Lobby, user: User) -> HttpResponse | None:
    """Empty a bot's seat."""
    seats.remove_bot(lobby_id=lobby.pk, user=user, seat_id=seat_id(request.POST))
    return None


@_by_a_person
def start(request: HttpRequest, lobby: Lobby, user: User) -> HttpResponse | None:
    """Start the game, or a ready check; after a second click redirect to the game of the first."""
    _announce_share(request, lobby, user)
    try:
        game = lobby_start.start_with_shares(lobby_id=lobby.pk, user=user)
    except GameError as error:
        if error.reason is ServiceReason.NOT_ALL_READY:
            lobby_start.start_ready_check(lobby_id=lobby.pk, user=user)
        elif error.reason is not ServiceReason.LOBBY_STARTED:
            raise
        return None
    # While browsers open their shares, the lobby's page waits for the deal.
    return redirect("games:table", code=game.code) if game else None


def _announce_share(request: HttpRequest, lobby: Lobby, user: User) -> None:
    """Keep what the browser adds to the deal; forms of browsers without scripts add nothing."""
    announced = parse_announced(request.POST.dict())
    if announced is not None:
        fair_deal.announce_share(lobby_id=lobby.pk, user_id=user.pk, announced=announced)
