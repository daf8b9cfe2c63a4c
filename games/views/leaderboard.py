"""The boards: leaderboard, season, calibration and community."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.forms.community import CommunityForm
from games.forms.player import read_page
from games.presenters.player.community_page import present_calibration_page, present_community_page
from games.presenters.player.leaderboard import (
    ROWS,
    present_leaderboard,
    present_pages,
    present_season,
    season_name,
)
from games.selectors import rating
from games.selectors.statistics import (
    CommunityFilter,
    calibrations,
    community,
    community_by,
    community_months,
)
from games.statistics.rating import LEADERBOARD_DAYS, LEADERBOARD_GAMES, SEASON_GAMES
from games.values.game_kind import GameKind


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the players by rating less uncertainty."""
    page, now = read_page(request.GET), timezone.now()
    rows = rating.leaderboard(now, offset=(page - 1) * ROWS, limit=ROWS)
    own = None if request.user.pk is None else rating.standing(request.user.pk, now)
    place = rating.leaderboard_rank(own, now) if own else None
    context = {
        "rows": present_leaderboard(rows, request.user.pk),
        "pages": present_pages(page, rating.leaderboard_size(now)),
        "own": own,
        "own_place": place,
        "own_page": place and -(-place // ROWS),
        "missing": max(0, LEADERBOARD_GAMES - (own.games if own else 0)),
        "least_games": LEADERBOARD_GAMES,
        "days": LEADERBOARD_DAYS,
    }
    return render(request, "games/boards/leaderboard.html", context)


@require_safe
def season(request: HttpRequest, season: str | None = None) -> HttpResponse:
    """Show the players by wins over expectation in a quarter of a year."""
    current = rating.current_season(timezone.now())
    seasons = rating.seasons()
    if current not in seasons:
        seasons = [current, *seasons]
    season = season or current
    if season not in seasons:
        raise Http404
    page = read_page(request.GET)
    rows = rating.season_table(season, offset=(page - 1) * ROWS, limit=ROWS)
    context = {
        "season": season,
        "name": season_name(season),
        "seasons": [(each, season_name(each)) for each in seasons],
        "is_current": season == current,
        "rows": present_season(rows, request.user.pk),
        "pages": present_pages(page, rating.season_size(season)),
        "least_games": SEASON_GAMES,
    }
    return render(request, "games/boards/season.html", context)


@require_safe
def calibration(request: HttpRequest) -> HttpResponse:
    """Show how good the ratings' predictions are."""
    sizes = present_calibration_page(calibrations())
    context = {"sizes": sizes, "has_few": any(size.plot is None for size in sizes)}
    return render(request, "games/boards/calibration.html", context)


@require_safe
def community_page(request: HttpRequest) -> HttpResponse:
    """Show how games go: by table size, by rating, by month."""
    form = CommunityForm(request.GET, community_months())
    kind, size, band, month = form.chosen()
    wanted = CommunityFilter(kind=GameKind(kind), size=size, band=band, since=month, until=month)
    # A property that all games share is no way to group them.
    groups = [
        group
        for group, is_one in (
            ("size", size is not None),
            ("band", band is not None or wanted.kind is not GameKind.RANKED),
            ("month", month is not None),
        )
        if not is_one
    ]
    view = present_community_page(
        community(wanted), {group: community_by(group, wanted) for group in groups}
    )
    return render(request, "games/boards/community.html", {"form": form, "view": view})
