"""A player's public page, the list of finished games, and the player's own exports.

An address has a member's name, which is unique in any capitals and which only staff change; or a
guest's handle, as guests share names. A closed account has no page.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.friends import Bond
from accounts.models import User
from accounts.names import NAME_MAX_LENGTH
from games.forms.player import GamesForm, read_cursor, write_cursor
from games.models import Void
from games.presenters.player.accuracy import present_accuracy
from games.presenters.player.company import present_company
from games.presenters.player.honours import present_honours
from games.presenters.player.milestones import present_milestones
from games.presenters.player.past_games import present_past_games
from games.presenters.player.player import Tab, present_player
from games.presenters.player.statistics import present_statistics
from games.replays.story import story_of
from games.selectors.company import company
from games.selectors.invitations import lobby_to_invite_to
from games.selectors.leaderboard import leaderboard_place
from games.selectors.past_games import past_games
from games.selectors.player import (
    ShownPlayer,
    accuracy_points,
    find_mate,
    find_player,
    find_shown_player,
    rating_points,
)
from games.selectors.shown_games import ShownGames, shown_games, told_past_games
from games.selectors.standing import percentile
from games.selectors.statistics import head_to_head, most_met, numbers_by_kind
from games.statistics import Measure, Numbers, Pairing
from games.statistics.rating import PROVISIONAL_GAMES
from games.values.game_kind import GameKind
from games.values.player import Counts, PastGames

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
    reader = request.user
    member = reader if isinstance(reader, User) and not reader.is_guest else None
    shown = find_shown_player(name, member)
    if shown is None:
        raise Http404
    person = shown.person
    if person.closed_at:
        return _gone(request)
    if person.username != name:
        return redirect("games:player", person.username, permanent=True)
    is_self, shows_games = _may(request, person)
    counted = numbers_by_kind(person.pk)
    counts = _counts(counted)
    kind, own_kind = _kind(request.GET.get("kind", ""), counts), _kind("", counts)
    # The people this player meets would reveal a hidden list.
    met = company(person.pk, COMPANY if shows_games else 0, None if is_self else reader.pk)
    games = shown_games(person.pk, reader.pk, FORM) if shows_games else ShownGames()
    numbers = counted[own_kind]
    view = present_player(
        person.display_name,
        is_self=is_self,
        **_standing(shown, tab=_tab(request)),
        counts=counts,
        chosen=kind.value,
        numbers=numbers,
        ranked_form=games.ranked_form,
        form=games.form,
        tab=_tab(request),
        shared_games=met.reader,
    )
    context = {
        "view": view,
        "face": person.face,
        "about": person.about,
        "address": person.username,
        "shows_games": shows_games,
        "company": present_company(met.people, numbers),
        "kind": kind.value,
        "has_games": bool(games.latest),
        "milestones": present_milestones(games.milestones) if shows_games else (),
        "honours": present_honours(games.honours) if shows_games else (),
        "page_url": request.build_absolute_uri(request.path),
        "picture_url": request.build_absolute_uri(static("img/icon-512.png")),
    }
    if shown.bond is not None and not (is_self or person.is_guest):
        context["bond"] = shown.bond.value
        if member is not None and shown.bond == Bond.FRIEND:
            context["invite_to"] = lobby_to_invite_to(member.pk, person.pk)
    tells_story = is_self and 0 < len(games.latest) <= BEGINNING
    if view.tab == Tab.GAMES or tells_story:
        rows, told = told_past_games(games.latest[:RECENT], reader.pk)
        context["rows"] = present_past_games(rows, told)
        context["has_more"] = games.has_more or len(games.latest) > RECENT
        if tells_story and games.latest[0].result.void != Void.ANNULLED:
            context["story"] = story_of(told[rows.games[0].code])
    if view.tab == Tab.STATISTICS:
        context |= _statistics(request, person, counted[kind], shows_games=shows_games)
    return render(request, "games/player/player.html", context)


def _counts(counted: Mapping[GameKind, Numbers]) -> Counts:
    """Return the number of counted games of each kind that has any."""
    games = {kind.value: numbers.total(Measure.WON).instances for kind, numbers in counted.items()}
    return {kind: count for kind, count in games.items() if count}


def _standing(shown: ShownPlayer, tab: str) -> dict[str, Any]:
    """Return where a player stands among all, as present_player takes it."""
    standing, games = shown.standing, shown.leaderboard_games
    if standing is None:
        return {
            "standing": None,
            "percentile": None,
            "place": None,
            "people": 0,
            "missing": games,
            "points": (),
        }
    is_compared = tab == Tab.RATING and standing.games >= PROVISIONAL_GAMES
    place, people = leaderboard_place(standing, timezone.now(), games) or (None, 0)
    return {
        "standing": standing,
        "percentile": percentile(standing.rating) if is_compared else None,
        "place": place,
        "people": people,
        "missing": max(0, games - standing.games),
        "points": rating_points(standing, shown.first_rated_at),
    }


def _statistics(
    request: HttpRequest, person: User, numbers: Numbers, *, shows_games: bool
) -> dict[str, object]:
    """Return what the tab of statistics shows."""
    kind, asked = numbers.kind, ""
    # The people this player meets would reveal a hidden list.
    if shows_games:
        asked = request.GET.get("person", "").strip()[:NAME_MAX_LENGTH]
        pairings = _games_with(person, asked, kind) if asked else most_met(person.pk, kind)
        numbers = replace(numbers, pairings=pairings)
    return {
        "statistics": present_statistics(numbers),
        "accuracy": present_accuracy(accuracy_points(person.pk, kind)),
        "asked": asked,
    }


def _games_with(person: User, name: str, kind: GameKind) -> tuple[Pairing, ...]:
    other = find_mate(person.pk, name)
    pairing = head_to_head(person.pk, other.pk, kind) if other else None
    return (pairing,) if pairing else ()


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
