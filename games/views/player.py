"""A player's public page, the list of finished games, and the player's own exports.

An address has a member's name, which is unique in any capitals and which only staff change; or a
guest's handle, as guests share names. A closed account has no page.
"""

from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.friends import bonds_with
from accounts.models import User
from accounts.names import NAME_MAX_LENGTH
from games.forms.player import GamesForm, read_cursor, write_cursor
from games.presenters.player.accuracy import present_accuracy
from games.presenters.player.company import present_company
from games.presenters.player.honours import present_honours
from games.presenters.player.milestones import present_milestones
from games.presenters.player.past_games import present_past_games
from games.presenters.player.player import Tab, present_player
from games.presenters.player.statistics import present_statistics
from games.replays.story import story_of
from games.selectors import rating
from games.selectors.company import company
from games.selectors.honours import honours_of
from games.selectors.milestones import milestones_of
from games.selectors.past_games import past_games, ranked_form
from games.selectors.player import (
    accuracy_points,
    find_mate,
    find_player,
    games_by_kind,
    rating_points,
)
from games.selectors.recent_games import finished_game, told_games
from games.selectors.statistics import games_together, head_to_head, numbers_of
from games.statistics import Numbers
from games.statistics.rating import PROVISIONAL_GAMES
from games.values.game_kind import GameKind
from games.values.player import Counts, GameFilter, PastGames

RECENT = 5
FORM = 10
"""The results that the head shows."""
BEGINNING = 3
"""With so many games or fewer the own page tells the last one."""
COMPANY = 30
"""Among so many of the people that somebody plays with the closest are found."""


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show who this is: rating, form, both sides, the last games; and the rest in tabs."""
    person = _find(name)
    if person is None:
        return _gone(request)
    if person.username != name:
        return redirect("games:player", person.username, permanent=True)
    is_self, shows_games = _may(request, person)
    counts = games_by_kind(person.pk)
    kind, own_kind = _kind(request.GET.get("kind", ""), counts), _kind("", counts)
    recent = (
        past_games(person.pk, GameFilter(), viewer_id=request.user.pk, rows=FORM)
        if shows_games
        else PastGames(games=())
    )
    numbers = numbers_of(person.pk, own_kind)
    view = present_player(
        person.display_name,
        is_self=is_self,
        **_standing(person),
        counts=counts,
        chosen=kind.value,
        numbers=numbers,
        ranked_form=ranked_form(person.pk, FORM) if shows_games else (),
        latest=recent.games,
        tab=_tab(request),
        shared_games=None
        if is_self or request.user.pk is None
        else games_together(person.pk, request.user.pk),
    )
    rows = replace(recent, games=recent.games[:RECENT])
    context = {
        "view": view,
        "face": person.face,
        "about": person.about,
        "address": person.username,
        "shows_games": shows_games,
        # The people this player meets would reveal a hidden list.
        "company": present_company(company(person.pk, COMPANY) if shows_games else (), numbers),
        "kind": kind.value,
        "rows": present_past_games(rows, told_games([game.code for game in rows.games])),
        "has_more": recent.older is not None or len(recent.games) > RECENT,
        "milestones": present_milestones(milestones_of(person.pk, request.user.pk))
        if shows_games
        else (),
        "honours": present_honours(honours_of(person.pk, request.user.pk)) if shows_games else (),
        "page_url": request.build_absolute_uri(request.path),
        "picture_url": request.build_absolute_uri(static("img/icon-512.png")),
    }
    reader = request.user
    if isinstance(reader, User) and not (is_self or reader.is_guest or person.is_guest):
        context["bond"] = bonds_with(reader, [person])[person.pk].value
    if is_self and 0 < len(recent.games) <= BEGINNING:
        context["story"] = story_of(finished_game(recent.games[0].code))
    if view.tab == Tab.STATISTICS:
        chosen = numbers if kind is own_kind else numbers_of(person.pk, kind)
        context |= _statistics(request, person, chosen, shows_games=shows_games)
    return render(request, "games/player/player.html", context)


def _standing(person: User) -> dict[str, Any]:
    """Return where a player stands among all, as present_player takes it."""
    now = timezone.now()
    standing, games = rating.standing(person.pk, now), rating.leaderboard_games()
    missing = max(0, games - (standing.games if standing else 0))
    place = rating.leaderboard_rank(standing, now, games) if standing else None
    is_settled = standing is not None and standing.games >= PROVISIONAL_GAMES
    return {
        "standing": standing,
        "percentile": rating.percentile(standing.rating) if standing and is_settled else None,
        "place": place,
        "people": rating.leaderboard_size(now, games) if place else 0,
        "missing": missing,
        "points": rating_points(person.pk, standing.games) if standing else (),
    }


def _statistics(
    request: HttpRequest, person: User, numbers: Numbers, *, shows_games: bool
) -> dict[str, object]:
    """Return what the tab of statistics shows."""
    if not shows_games:
        # The people this player meets would reveal the hidden list.
        numbers = replace(numbers, pairings=())
    asked = request.GET.get("person", "").strip()[:NAME_MAX_LENGTH] if shows_games else ""
    if asked:
        other = find_mate(person.pk, asked)
        pairing = head_to_head(person.pk, other.pk, numbers.kind) if other else None
        numbers = replace(numbers, pairings=(pairing,) if pairing else ())
    return {
        "statistics": present_statistics(numbers),
        "accuracy": present_accuracy(accuracy_points(person.pk, numbers.kind)),
        "asked": asked,
    }


def _tab(request: HttpRequest) -> str:
    """Return the tab that is asked for; a kind of game or a person stands for the statistics."""
    is_filtered = "kind" in request.GET or "person" in request.GET
    return request.GET.get("tab", Tab.STATISTICS if is_filtered else Tab.GAMES)


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
