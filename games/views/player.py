"""A player's public page, the list of finished games, and the player's own exports.

An address has a member's name, which is unique in any capitals and which only staff change; or a
guest's handle, as guests share names. A closed account has no page.
"""

from dataclasses import replace
from functools import partial
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import NAME_MAX_LENGTH
from games.forms.player import GamesForm, read_cursor, read_notices, write_cursor
from games.presenters.player.player import present_past_games, present_player
from games.presenters.player.statistics import present_statistics
from games.selectors import rating
from games.selectors.past_games import past_games
from games.selectors.player import find_mate, find_player, games_by_kind, rating_points
from games.selectors.statistics import head_to_head, numbers_of
from games.services.rating import mark_notices_seen
from games.statistics.rating import PROVISIONAL_GAMES
from games.values.game_kind import GameKind
from games.values.player import Counts, GameFilter, PastGames
from games.views.lobby_pages import back_to_home

RECENT = 5


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show rating, statistics and recent games."""
    person = _find(name)
    if person is None:
        return _gone(request)
    if person.username != name:
        return redirect("games:player", person.username, permanent=True)
    now, counts = timezone.now(), games_by_kind(person.pk)
    kind = _kind(request.GET.get("kind", ""), counts)
    standing = rating.standing(person.pk, now)
    is_self, shows_games = _may(request, person)
    is_settled = standing is not None and standing.games >= PROVISIONAL_GAMES
    view = present_player(
        person.display_name,
        is_self=is_self,
        standing=standing,
        percentile=rating.percentile(standing.rating) if standing and is_settled else None,
        place=rating.leaderboard_rank(standing, now, rating.leaderboard_games())
        if standing
        else None,
        points=rating_points(person.pk, standing.games) if standing else (),
        counts=counts,
        chosen=kind.value,
        shared_games=None
        if is_self or request.user.pk is None
        else head_to_head(person.pk, request.user.pk, kind),
    )
    recent = (
        past_games(person.pk, GameFilter(), viewer_id=request.user.pk, rows=RECENT)
        if shows_games
        else PastGames(games=())
    )
    numbers = numbers_of(person.pk, kind)
    if not shows_games:
        # The people this player meets would reveal the hidden list.
        numbers = replace(numbers, pairings=())
    asked = request.GET.get("person", "").strip()[:NAME_MAX_LENGTH] if shows_games else ""
    if asked:
        other = find_mate(person.pk, asked)
        pairing = head_to_head(person.pk, other.pk, kind) if other else None
        numbers = replace(numbers, pairings=(pairing,) if pairing else ())
    context = {
        "view": view,
        "face": person.face,
        "address": person.username,
        "statistics": present_statistics(numbers),
        "shows_games": shows_games,
        "asked": asked,
        "kind": kind.value,
        "rows": present_past_games(recent),
        "has_more": recent.older is not None,
        "notices": rating.unseen_notices(person.pk) if is_self else (),
        "page_url": request.build_absolute_uri(request.path),
        "picture_url": request.build_absolute_uri(static("img/icon-512.png")),
    }
    return render(request, "games/player/player.html", context)


@require_safe
def player_games(request: HttpRequest, name: str) -> HttpResponse:
    """Show all finished games of a player, page by page."""
    person = _find(name)
    if person is None:
        return _gone(request)
    if person.username != name:
        return redirect("games:player_games", person.username, permanent=True)
    is_self, shows_games = _may(request, person)
    form = GamesForm(request.GET, find=partial(find_mate, person.pk))
    page = PastGames(games=())
    if shows_games and form.is_valid():
        page = past_games(
            person.pk, form.wanted(), read_cursor(request.GET), viewer_id=request.user.pk
        )
    context = {
        "name": person.display_name,
        "face": person.face,
        "address": person.username,
        "is_self": is_self,
        "shows_games": shows_games,
        "form": form,
        "rows": present_past_games(page),
        "newer": page.newer and write_cursor(page.newer, request.GET),
        "older": page.older and write_cursor(page.older, request.GET),
    }
    return render(request, "games/player/games.html", context)


@never_cache
@back_to_home
@login_required
def notices_seen(request: HttpRequest) -> HttpResponse:
    """Mark notices of annulled games as read."""
    notices = read_notices(request.POST.getlist("notice"))
    mark_notices_seen(user_id=request.user.pk or 0, notices=notices, now=timezone.now())
    return redirect("games:home")


def _find(name: str) -> User | None:
    """Return the player of this name; None for a closed account."""
    person = find_player(name)
    if person is None:
        raise Http404
    return None if person.closed_at else person


def _gone(request: HttpRequest) -> HttpResponse:
    return render(request, "games/player/account_closed.html", status=HTTPStatus.GONE)


def _may(request: HttpRequest, person: User) -> tuple[bool, bool]:
    """Whether the reader is this player, and whether the reader may see the list of games."""
    is_self = request.user.pk == person.pk
    return is_self, is_self or person.preferences.shows_games


def _kind(typed: str, counts: Counts) -> GameKind:
    """Return the kind of games asked for, or the first that has any."""
    if typed in set(GameKind):
        return GameKind(typed)
    played = (kind for kind in GameKind if kind in counts)
    return GameKind(next(played, GameKind.RANKED))
