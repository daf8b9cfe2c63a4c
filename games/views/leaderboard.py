"""The boards: the leaderboard, and the table of a season."""

from datetime import UTC, datetime, timedelta
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.forms.player import read_page
from games.presenters.player.leaderboard import (
    FORM,
    NEAR,
    PODIUM,
    ROWS,
    on_podium,
    present_leaderboard,
    present_near,
    present_pages,
    present_season,
    present_season_winners,
    present_time_left,
    season_days,
    season_name,
)
from games.selectors.lately import lately
from games.selectors.leaderboard import (
    leaderboard_page,
    leaderboard_place,
    leaderboard_size,
    near_leaderboard,
    standing_on_the_way,
)
from games.selectors.movement import MOVEMENT_DAYS, places_at
from games.selectors.past_games import latest_ranked
from games.selectors.recent_games import ACTIVE_DAYS, all_games_board
from games.selectors.season import (
    current_season,
    near_season,
    played_seasons,
    season_games,
    season_size,
    season_table,
)
from games.selectors.season_winners import season_winners
from games.statistics.rating import LEADERBOARD_DAYS
from games.statistics.thresholds import ENOUGH_PEOPLE
from games.values.player import AllGamesBoard

WINNERS = 4
"""How many past seasons name their first."""
KEPT = 30
"""How many times longer than the lists of open tables the places of last week and the past seasons are kept."""
LEADERS = 3
"""How many people lead each board of all games."""


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the players by rating less uncertainty."""
    page, now = read_page(request.GET), timezone.now()
    own, games = standing_on_the_way(request.user.pk, now)
    rows = leaderboard_page(now, games, offset=(page - 1) * ROWS, limit=ROWS)
    on_board = leaderboard_place(own, now, games) if own else None
    place, size = on_board or (None, leaderboard_size(now, games))
    # A short board names those who will soon be on it.
    is_young = size < ENOUGH_PEOPLE
    near = near_leaderboard(now, games, limit=NEAR) if is_young else ()
    shown = [row.user_id for row in rows]
    forms = latest_ranked(shown, FORM)
    week_ago = now - timedelta(days=MOVEMENT_DAYS)
    views = present_leaderboard(
        rows,
        request.user.pk,
        latest={person: form.outcomes for person, form in forms.items()},
        streaks={person: form.streak for person, form in forms.items()},
        before=lately(f"places-{games}", partial(places_at, week_ago, games), times=KEPT),
    )
    podium, rows_below = on_podium(views)
    context = {
        "podium": podium,
        "rows": rows_below,
        "free_places": [None] * PODIUM,
        "has_rows": bool(views),
        "has_moved": any(each.move for each in views),
        "near": present_near(near, games),
        # Where ranked games are few, all games give something to earn tonight.
        "all_games": _all_games(now) if is_young else None,
        "active_days": ACTIVE_DAYS,
        "pages": present_pages(page, size),
        "own": own,
        "own_place": place,
        "own_page": place and -(-place // ROWS),
        "missing": max(0, games - (own.games if own else 0)),
        "least_games": games,
        "own_games": own.games if own else 0,
        "days": LEADERBOARD_DAYS,
    }
    return render(request, "games/boards/leaderboard.html", context)


@require_safe
def season(request: HttpRequest, season: str | None = None) -> HttpResponse:
    """Show the players by wins over expectation in a quarter of a year."""
    now = timezone.now()
    current = current_season(now)
    seasons = lately("seasons", played_seasons, times=KEPT)
    if current not in seasons:
        seasons = [current, *seasons]
    season = season or current
    if season not in seasons:
        raise Http404
    page, games = read_page(request.GET), season_games(season)
    rows = season_table(season, games, offset=(page - 1) * ROWS, limit=ROWS)
    size, own_games = season_size(season, games, request.user.pk)
    first_day, last_day = season_days(season)
    is_current = season == current
    is_young = is_current and size < ENOUGH_PEOPLE
    near = near_season(season, games, limit=NEAR) if is_young else ()
    views = present_season(rows, request.user.pk)
    podium, rows_below = on_podium(views, has_free_places=is_current)
    past = [each for each in seasons if each < current and each != season]
    context = {
        "season": season,
        "name": season_name(season),
        "seasons": [(each, season_name(each)) for each in seasons],
        "is_current": is_current,
        "podium": podium,
        "rows": rows_below,
        "has_rows": bool(rows),
        "near": present_near(near, games),
        "all_games": _all_games(now) if is_young else None,
        "active_days": ACTIVE_DAYS,
        "pages": present_pages(page, size),
        "least_games": games,
        "own_games": None if request.user.pk is None else own_games,
        "missing": max(0, games - own_games),
        "first_day": first_day,
        "last_day": last_day,
        "time_left": present_time_left(season, now.astimezone(UTC).date()) if is_current else None,
        "winners": present_season_winners(
            lately(f"winners-{season}", partial(season_winners, past[:WINNERS]), times=KEPT)
        ),
    }
    return render(request, "games/boards/season.html", context)


def _all_games(now: datetime) -> AllGamesBoard:
    return lately("all-games", partial(all_games_board, now, LEADERS), times=KEPT)
