"""The community's page: who is here, who leads, the latest games, and how games go; and the calibration."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.views.decorators.http import require_safe

from accounts.names import NAME_MAX_LENGTH
from accounts.people_search import FEWEST_LETTERS
from games.forms.community import CommunityForm
from games.presenters.lobby.home import present_games_to_watch
from games.presenters.lobby.open_tables import present_card
from games.presenters.player.community_page import (
    CommunityPageView,
    present_calibration_page,
    present_community_page,
)
from games.presenters.player.leaderboard import present_season, present_time_left
from games.presenters.player.milestones import MilestoneView, present_milestones
from games.presenters.player.recent import present_recent_games, present_records
from games.presenters.player.winners import present_here_now, present_winners
from games.presenters.player.winning_check import present_winning_check
from games.replays.story import StoryView, most_telling, story_of
from games.selectors.bests import NEW_DAYS, kept_bests
from games.selectors.here_now import here_now
from games.selectors.home import read_home_facts_lately
from games.selectors.lately import lately
from games.selectors.milestones import milestones_of
from games.selectors.recent_games import (
    ACTIVE_DAYS,
    active_people,
    latest_and_longest,
    records,
    week_at_tables,
)
from games.selectors.season import current_season, season_step, season_table
from games.selectors.statistics import (
    CommunityFilter,
    CommunityNumbers,
    calibrations,
    commonest_kind,
    community,
    community_by,
    community_months,
)
from games.statistics.thresholds import ENOUGH_GAMES
from games.transport.partials import render_partial
from games.values.game_kind import GameKind
from games.values.player import RecentGame, SeasonRow
from games.words.phrases import GAME_KIND_NAMES

TOLD_OF = 12
"""Of so many games of the week, or of the latest ones, the one with most to tell is told."""
RECENT = 6
"""How many of the other latest games are shown."""
KEPT = 30
"""How many times longer than the lists of open tables the lists of finished games are kept."""
ACTIVE = 8
"""How many of the people who play often are named."""
NAMED = 12
"""How many of the people who are here are named."""
ON_A_LIST = 3
"""How many people stand on each list of the best."""
WATCHED = 3
"""How many running games are offered, and how many tables with a free seat."""


@require_safe
def calibration(request: HttpRequest) -> HttpResponse:
    """Show how good the ratings' predictions are, and those of who was winning."""
    sizes = present_calibration_page(calibrations())
    context = {
        "sizes": sizes,
        "has_few": any(size.plot is None for size in sizes),
        "winning": present_winning_check(),
    }
    return render(request, "games/boards/calibration.html", context)


@require_safe
def community_page(request: HttpRequest) -> HttpResponse:
    """Show the people first: who is here, who leads, who is new; then the latest games, then all figures."""
    now = timezone.now()
    ended, of_week = lately("told-games", partial(latest_and_longest, now, TOLD_OF), times=KEPT)
    told = most_telling(of_week) or most_telling(ended)
    bests = kept_bests(now, ON_A_LIST)
    here = lately("here", partial(here_now, now, NAMED))
    home = read_home_facts_lately().tables
    active = lately("active", partial(active_people, now, ACTIVE), times=KEPT)
    present = {each.person for each in here.people}
    room = max(0, ACTIVE - len(present))
    tables = [each for each in home.open_lobbies if not each.is_full]
    figures = _figures(request)
    body = {
        "week": lately("week", partial(week_at_tables, now), times=KEPT),
        "records": present_records(lately("records", partial(records, now), times=KEPT)),
        "active_days": ACTIVE_DAYS,
        **figures,
    }
    context = {
        "here": present_here_now(here),
        "here_people": here.people,
        "to_watch": present_games_to_watch(home.games[:WATCHED]),
        "tables": [present_card(each) for each in tables[:WATCHED]],
        "join_url": next((present_card(each).url for each in tables if not each.has_password), ""),
        "bests": bests,
        "winners": present_winners(bests),
        **_season_race(now),
        "new_days": NEW_DAYS,
        "milestones": _own_milestones(request.user.pk),
        "story": _story(told),
        "is_of_week": told in of_week,
        "recent": present_recent_games([game for game in ended if game != told][:RECENT]),
        "active": active,
        "often_here": [each for each in active if each.person not in present][:room],
        "fewest": FEWEST_LETTERS,
        "longest": NAME_MAX_LENGTH,
        **body,
        "figures_body": _figures_body(body, is_filtered=figures["form"].is_filtered),
        "is_empty": not ended and not figures["view"].all.games,
    }
    return render(request, "games/boards/community.html", context)


def _story(told: RecentGame | None) -> StoryView | None:
    """Return how the game that is told was decided; the same for everybody who reads the language."""
    if told is None:
        return None
    return lately(f"story-{told.game_id}-{get_language()}", partial(story_of, told), times=KEPT)


def _figures_body(body: dict[str, Any], *, is_filtered: bool) -> str:
    """Return all figures as HTML: long, and kept for those who come next, unless they were filtered."""
    render_body = partial(render_to_string, "games/boards/_figures_body.html", body)
    if is_filtered:
        return render_body()
    return lately(f"figures-in-{get_language()}", render_body, times=KEPT)


def _season_race(now: datetime) -> dict[str, Any]:
    """Return who leads the season, and how much of it is left."""
    season = current_season(now)

    def leaders() -> list[SeasonRow]:
        return season_table(season, season_step(season), limit=ON_A_LIST)

    return {
        "race": present_season(lately(f"race-{season}", leaders, times=KEPT), None),
        "time_left": present_time_left(season, now.astimezone(UTC).date()),
    }


def _figures(request: HttpRequest) -> dict[str, Any]:
    """Return how games go: by table size, by rating, by month, as the address filters them."""
    months, commonest = lately("counted-games", _counted_games, times=KEPT)
    form = CommunityForm(request.GET.dict(), months, commonest)
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
    everything, by_group = lately(
        f"figures-{wanted}", partial(_read_figures, wanted, groups), times=KEPT
    )
    view = present_community_page(everything, by_group)
    return {
        "form": form,
        "view": view,
        "groups": partial(_groups, wanted, view),
        # Few games are told at one look; no part of them is worth a table.
        "is_young": view.all.games < ENOUGH_GAMES and not form.is_filtered,
        "kind_name": GAME_KIND_NAMES[wanted.kind]
        if wanted.kind
        else pgettext("headline", "All games"),
    }


def _groups(wanted: CommunityFilter, view: CommunityPageView) -> str:
    """Return the figures of each group as HTML; the same for everybody who reads the language."""
    name = "games/boards/_community_groups.html"
    render_groups = partial(render_partial, name, {"view": view})
    return lately(f"groups-{wanted}-{get_language()}", render_groups, times=KEPT)


def _counted_games() -> tuple[list[date], GameKind | None]:
    """Return the months that have figures, and the kind of which most games were played."""
    return community_months(), commonest_kind()


def _read_figures(
    wanted: CommunityFilter, groups: Iterable[str]
) -> tuple[CommunityNumbers, dict[str, dict[int | date, CommunityNumbers]]]:
    return community(wanted), {group: community_by(group, wanted) for group in groups}


def _own_milestones(reader: int | None) -> tuple[MilestoneView, ...]:
    """Return the reader's milestones while some are still to come."""
    stamps = () if reader is None else present_milestones(milestones_of(reader, reader))
    return () if all(each.is_done for each in stamps) else stamps
