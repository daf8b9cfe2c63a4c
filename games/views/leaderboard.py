"""The boards: leaderboard, season, calibration and community."""

from datetime import UTC

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from games.forms.community import CommunityForm
from games.forms.player import read_page
from games.presenters.lobby.home import present_games_to_watch
from games.presenters.player.community_page import present_calibration_page, present_community_page
from games.presenters.player.leaderboard import (
    FORM,
    NEAR,
    ROWS,
    present_leaderboard,
    present_near,
    present_pages,
    present_season,
    season_days,
    season_name,
)
from games.presenters.player.milestones import MilestoneView, present_milestones
from games.presenters.player.recent import present_recent_games, present_records
from games.replays.story import most_telling, story_of
from games.selectors import rating
from games.selectors.home import games_to_watch
from games.selectors.milestones import milestones_of
from games.selectors.past_games import latest_ranked
from games.selectors.recent_games import (
    ACTIVE_DAYS,
    active_people,
    all_games_board,
    recent_games,
    records,
    week_at_tables,
)
from games.selectors.statistics import (
    CommunityFilter,
    calibrations,
    commonest_kind,
    community,
    community_by,
    community_months,
)
from games.statistics.rating import LEADERBOARD_DAYS
from games.statistics.thresholds import ENOUGH_GAMES, ENOUGH_PEOPLE
from games.values.game_kind import GameKind
from games.values.lobby import MOST_WATCHED
from games.words.phrases import GAME_KIND_NAMES

TOLD_OF = 12
"""Of so many of the latest games the one with most to tell is told."""
RECENT = 6
"""How many of the latest games the community's page shows; a board shows half of them."""
LEADERS = 3
"""How many people lead each board of all games."""
ACTIVE = 8
"""How many of the people who play often are named."""


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the players by rating less uncertainty."""
    page, now = read_page(request.GET), timezone.now()
    games = rating.leaderboard_games()
    rows = rating.leaderboard(now, games, offset=(page - 1) * ROWS, limit=ROWS)
    own = None if request.user.pk is None else rating.standing(request.user.pk, now)
    place = rating.leaderboard_rank(own, now, games) if own else None
    size = rating.leaderboard_size(now, games)
    # A short board names those who will soon be on it.
    is_young = size < ENOUGH_PEOPLE
    near = rating.near_leaderboard(now, games, limit=NEAR) if is_young else ()
    latest = latest_ranked([row.user_id for row in rows], FORM)
    context = {
        "rows": present_leaderboard(rows, request.user.pk, latest),
        "near": present_near(near, games),
        # Where ranked games are few, all games give something to earn tonight.
        "all_games": all_games_board(now, LEADERS) if is_young else None,
        "active_days": ACTIVE_DAYS,
        "pages": present_pages(page, size),
        "own": own,
        "own_place": place,
        "own_page": place and -(-place // ROWS),
        "missing": max(0, games - (own.games if own else 0)),
        "least_games": games,
        "own_games": own.games if own else 0,
        "days": LEADERBOARD_DAYS,
        "recent": present_recent_games(recent_games(RECENT // 2)),
    }
    return render(request, "games/boards/leaderboard.html", context)


@require_safe
def season(request: HttpRequest, season: str | None = None) -> HttpResponse:
    """Show the players by wins over expectation in a quarter of a year."""
    now = timezone.now()
    current = rating.current_season(now)
    seasons = rating.seasons()
    if current not in seasons:
        seasons = [current, *seasons]
    season = season or current
    if season not in seasons:
        raise Http404
    page, games = read_page(request.GET), rating.season_games(season)
    rows = rating.season_table(season, games, offset=(page - 1) * ROWS, limit=ROWS)
    own_games = (
        None if request.user.pk is None else rating.own_season_games(request.user.pk, season)
    )
    size, (first_day, last_day) = rating.season_size(season, games), season_days(season)
    is_young = season == current and size < ENOUGH_PEOPLE
    near = rating.near_season(season, games, limit=NEAR) if is_young else ()
    context = {
        "season": season,
        "name": season_name(season),
        "seasons": [(each, season_name(each)) for each in seasons],
        "is_current": season == current,
        "rows": present_season(rows, request.user.pk),
        "near": present_near(near, games),
        "all_games": all_games_board(now, LEADERS) if is_young else None,
        "active_days": ACTIVE_DAYS,
        "pages": present_pages(page, size),
        "least_games": games,
        "own_games": own_games,
        "missing": max(0, games - (own_games or 0)),
        "first_day": first_day,
        "last_day": last_day,
        "days_left": 1 + (last_day - now.astimezone(UTC).date()).days,
        "recent": present_recent_games(recent_games(RECENT // 2)) if season == current else (),
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
    """Show who plays what now, the latest games, and how games go: by table size, by rating, by month."""
    form = CommunityForm(request.GET.dict(), community_months(), commonest_kind())
    kind, size, band, month = form.chosen()
    wanted = CommunityFilter(kind=kind, size=size, band=band, since=month, until=month)
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
    ended, now = recent_games(TOLD_OF), timezone.now()
    recent = present_recent_games(ended[:RECENT])
    context = {
        "milestones": _own_milestones(request.user.pk),
        "story": story_of(most_telling(ended)),
        "form": form,
        "view": view,
        # Few games are told at one look; no part of them is worth a table.
        "is_young": view.all.games < ENOUGH_GAMES and not form.is_filtered,
        "kind_name": GAME_KIND_NAMES[wanted.kind]
        if wanted.kind
        else pgettext("headline", "All games"),
        "to_watch": present_games_to_watch(games_to_watch()[:MOST_WATCHED]),
        "recent": recent,
        "is_empty": not recent and not view.all.games,
        "week": week_at_tables(now),
        "records": present_records(records(now)),
        "active": active_people(now, ACTIVE),
        "active_days": ACTIVE_DAYS,
    }
    return render(request, "games/boards/community.html", context)


def _own_milestones(reader: int | None) -> tuple[MilestoneView, ...]:
    """Return the reader's milestones while some are still to come."""
    stamps = () if reader is None else present_milestones(milestones_of(reader, reader))
    return () if all(each.is_done for each in stamps) else stamps
