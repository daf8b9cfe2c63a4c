"""The home page: one's own games, games to watch, open tables, quick seat, and joining by code."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.forms import GuestForm
from accounts.models import User
from games.forms.lobby import CodeForm
from games.forms.practice import PracticeForm
from games.forms.tables import FilterForm
from games.live.friends_board import render_at_tables
from games.live.lobby_board import digest
from games.live.open_tables import NIGHTS, WATCH, render_list, whole_list
from games.live.own_tables import present_own_games
from games.models import Lobby
from games.presenters.lobby.home import present_own_places
from games.presenters.player.past_games import present_past_games
from games.presenters.player.recent import present_recent_games
from games.presenters.player.winners import present_winners
from games.selectors.bests import kept_bests
from games.selectors.friends import friends_of
from games.selectors.home import read_home_facts_lately, see_own_tables
from games.selectors.lobby import find_lobby, places_of
from games.selectors.own_record import own_record
from games.services.lobby import open_table as open_lobby
from games.services.lobby_leaving import give_up_seat
from games.services.practice import leaving_practice, start_practice
from games.services.quick_seat import quick_seat as take_quick_seat
from games.values.lobby import PlaceKind
from games.values.refusals import GameError
from games.values.table_filter import TableFilter
from games.views.lobby_pages import back_to_home, refusal_page
from games.views.people import (
    guest_transaction,
    name_form,
    person_or_form,
    person_or_made_name,
    too_many,
)
from games.views.wanted import remember_wanted, tell_quick_seat, wanted_of, wish_of

LISTS, ON_A_LIST = 2, 3
"""How many lists of the best there are, and how many people stand on each."""


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show where the reader plays, the open tables, and what there is to watch, live.

    A filter of the tables is kept on this device for next time.
    """
    if "filter" not in request.GET:
        return _home_page(request)
    wanted = TableFilter.of(request.GET.dict())
    response = _home_page(request, wanted=wanted)
    remember_wanted(response, wanted)
    return response


def _home_page(
    request: HttpRequest,
    *,
    guest: GuestForm | None = None,
    code: CodeForm | None = None,
    practice: PracticeForm | None = None,
    wanted: TableFilter | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Return the home page, with the errors of its forms."""
    language = get_language() or ""
    reader = request.user.pk
    facts = read_home_facts_lately()
    tables = facts.tables
    wanted = wanted_of(request) if wanted is None else wanted
    regions = render_list(
        tables.open_lobbies, tables.games_for(reader), tables.nights_for(reader), wanted, language
    )
    form = FilterForm(wanted)
    socket = {"language": language, "seen": digest(regions), "wanted": wanted.to_text()}
    places = () if reader is None else places_of(reader)
    is_playing = any(place.kind is PlaceKind.GAME for place in places)
    own_games = see_own_tables(reader) if reader is not None and is_playing else ()
    context = {
        "own_games": present_own_games(own_games),
        "own_places": present_own_places(places),
        "watch": regions[WATCH],
        "open_tables": whole_list(regions),
        "filter_form": form,
        "chosen": form.chosen(),
        "playing": facts.playing,
        "socket_url": f"/ws/home/?{urlencode(socket)}",
        "guest_form": guest or name_form(request),
        "code_form": code or CodeForm(),
        "practice_form": practice or PracticeForm(),
        "recent": present_recent_games(facts.recent),
        # Who plays just now finds the own games in their place.
        **({} if is_playing else _winners()),
        "nights": regions[NIGHTS],
        **_friends_at_tables(request.user, language),
        **({} if reader is None else _own_record(reader)),
    }
    return render(request, "games/home.html", context, status=status)


def _winners() -> dict[str, object]:
    """Return who leads these days, and by what."""
    bests = kept_bests(timezone.now(), ON_A_LIST, tells_newcomers=False)
    return {"bests": bests, "winners": present_winners(bests)[:LISTS]}


def _friends_at_tables(user: User | AnonymousUser, language: str) -> dict[str, object]:
    """Return a member's friends with whom there is a seat, or whose game one may watch, and their socket."""
    if not isinstance(user, User) or user.is_guest:
        return {}
    regions = render_at_tables(friends_of(user, only_at_tables=True), language)
    seen = {"at": "home", "language": language, "seen": digest(regions)}
    return {"friends": regions["friends"], "friends_url": f"/ws/friends/?{urlencode(seen)}"}


def _own_record(reader: int) -> dict[str, object]:
    """Return the reader's last game, how many there were, and the way to the leaderboard; nothing before the first."""
    own = own_record(reader)
    if own is None:
        return {}
    return {
        "last_game": present_past_games(own.last),
        "record": own.counted,
        "least_games": own.least_games,
        "ranked_games": own.ranked_games or 0,
        # Only who has begun is told how far it is.
        "missing": 0 if own.ranked_games is None else max(0, own.least_games - own.ranked_games),
    }


@never_cache
@back_to_home
def quick_seat(request: HttpRequest) -> HttpResponse:
    """Take a seat at the best open table, or at a new one."""
    if refused := too_many(request, action="lobby_join"):
        return refused
    return _walk_in(request, partial(_quick_seat, request))


def _quick_seat(request: HttpRequest, person: User) -> Lobby:
    with leaving_practice(person):
        found = take_quick_seat(user=person, wish=wish_of(request, person))
    tell_quick_seat(request, found)
    return found.lobby


@never_cache
@back_to_home
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table in one tap, also without a name: for friends who have its link, or for everybody.

    Its settings are changed in the lobby.
    """
    if refused := too_many(request, action="lobby_create"):
        return refused
    return _walk_in(request, partial(_open_table, request), person_or_made_name)


def _open_table(request: HttpRequest, person: User) -> Lobby | HttpResponse:
    if refused := too_many(request, action="lobby_create_person", key=str(person.pk)):
        return refused
    with leaving_practice(person):
        return open_lobby(user=person, is_public=request.POST.get("listing") != "link")


@never_cache
@back_to_home
def practise(request: HttpRequest) -> HttpResponse:
    """Start a game with bots for this person alone, also without a name; role and table may be chosen."""
    if refused := too_many(request, action="lobby_create"):
        return refused
    wanted = PracticeForm(request.POST)
    if not wanted.is_valid():
        return _home_page(request, practice=wanted, status=HTTPStatus.BAD_REQUEST)
    return _walk_in(request, partial(_practise, wanted), person_or_made_name)


def _practise(wanted: PracticeForm, person: User) -> HttpResponse:
    game = start_practice(user=person, **wanted.cleaned_data)
    return redirect("games:table", code=game.code)


def _walk_in(
    request: HttpRequest,
    sit_down: Callable[[User], Lobby | HttpResponse],
    acting: Callable[[HttpRequest], User | GuestForm | HttpResponse] = person_or_form,
) -> HttpResponse:
    """Let the acting person sit down; a visitor gives a name with the same press."""
    with guest_transaction(request):
        person = acting(request)
        if isinstance(person, HttpResponse):
            return person
        if isinstance(person, GuestForm):
            return _home_page(request, guest=person, status=HTTPStatus.BAD_REQUEST)
        try:
            with transaction.atomic():
                give_up_seat(code=request.POST.get("leave", ""), user=person)
                lobby = sit_down(person)
        except GameError as error:
            return refusal_page(request, error.reason, again=request.path)
    return lobby if isinstance(lobby, HttpResponse) else redirect("games:lobby", code=lobby.code)


@never_cache
@require_safe
def join_by_code(request: HttpRequest) -> HttpResponse:
    """Redirect to the table with this code."""
    form = CodeForm(request.GET)
    if form.is_valid():
        try:
            found = find_lobby(form.cleaned_data["code"], request.user.pk)
            return redirect("games:lobby", code=found.code)
        except Lobby.DoesNotExist:
            form.add_error("code", _("There is no table with this code."))
    return _home_page(request, code=form, status=HTTPStatus.NOT_FOUND)
