"""Reading about people: players, their ratings, numbers and games; boards; the community's numbers."""

from http import HTTPStatus
from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from ninja import Path, Query, Router

from accounts.models import User
from games.api import schemas
from games.api.answering import caller
from games.api.bot_accounts import is_bots_name
from games.api.parameters import PageNumber
from games.api.problems import Problem, not_found
from games.api.telling import tell_past_game, tell_standing, tell_statistics
from games.forms.player import read_cursor, write_cursor
from games.selectors.leaderboard import leaderboard_games, leaderboard_page, leaderboard_size
from games.selectors.past_games import past_games
from games.selectors.player import ShownPlayer, find_shown_player, games_by_kind, rating_points
from games.selectors.season import played_seasons, season_games, season_size, season_table
from games.selectors.statistics import CommunityFilter, community, numbers_by_kind
from games.values.game_kind import GameKind
from games.values.player import GameFilter

ROWS = 50
router = Router(tags=["people"])
Name = Annotated[str, Path(max_length=64)]
Season = Annotated[str, Path(pattern=r"^[0-9]{4}-Q[1-4]$")]
Before = Annotated[str, Query(max_length=40, description="From `before` of the page before.")]


@router.get("players/{name}", url_name="player", response=schemas.PlayerSchema)
def player(request: HttpRequest, name: Name) -> schemas.PlayerSchema:
    """Say who a player is: name, rating, number of games."""
    shown = _find(name)
    person = shown.person
    return schemas.PlayerSchema(
        name=person.display_name,
        address=person.username,
        is_guest=person.is_guest,
        is_bot=is_bots_name(person.username),
        about=person.about,
        shows_games=person.preferences.shows_games,
        games=dict(games_by_kind(person.pk)),
        standing=None if shown.standing is None else tell_standing(shown.standing),
    )


@router.get("players/{name}/ratings", url_name="ratings", response=list[schemas.RatingPointSchema])
def ratings(request: HttpRequest, name: Name) -> list[schemas.RatingPointSchema]:
    """Tell the history of a player's rating, the oldest first; of a long one some points."""
    shown = _find(name)
    if shown.standing is None:
        return []
    return [
        schemas.RatingPointSchema(at=each.at, rating=each.rating, uncertainty=each.uncertainty)
        for each in rating_points(shown.standing, shown.first_rated_at)
    ]


@router.get(
    "players/{name}/statistics", url_name="statistics", response=list[schemas.StatisticsSchema]
)
def statistics(request: HttpRequest, name: Name) -> list[schemas.StatisticsSchema]:
    """Tell what is counted of a player, in each kind of game; `games/statistics/measures.py` defines the measures."""
    counted = numbers_by_kind(_find(name).person.pk)
    return [tell_statistics(numbers) for numbers in counted.values() if numbers.cells]


@router.get("players/{name}/games", url_name="player_games", response=schemas.PastGamesSchema)
def games(request: HttpRequest, name: Name, before: Before = "") -> schemas.PastGamesSchema:
    """List a player's finished games, the newest first; none of somebody who hides them."""
    person, asking = _find(name).person, caller(request)
    reader = None if asking is None or not asking.reads_own_games else asking.user
    if not _may_read(person, reader):
        return schemas.PastGamesSchema(games=[], before=None)
    place = read_cursor(request.GET)
    if before and place is None:
        raise not_found()
    page = past_games(
        person.pk,
        GameFilter(),
        place,
        viewer_id=None if reader is None else reader.pk,
    )
    older = None if page.older is None else write_cursor(page.older, request.GET)
    return schemas.PastGamesSchema(
        games=[tell_past_game(each) for each in page.games],
        before=None if older is None else older.rpartition("before=")[2],
    )


@router.get("leaderboard", url_name="leaderboard", response=schemas.LeaderboardSchema)
def leaderboard(request: HttpRequest, page: PageNumber = 1) -> schemas.LeaderboardSchema:
    """List the players of the leaderboard."""
    now, least = timezone.now(), leaderboard_games()
    rows = leaderboard_page(now, least, offset=(page - 1) * ROWS, limit=ROWS)
    return schemas.LeaderboardSchema(
        players=leaderboard_size(now, least),
        least_games=least,
        rows=[
            schemas.BoardRowSchema(
                rank=each.rank or 0, name=each.name, standing=tell_standing(each)
            )
            for each in rows
        ],
    )


@router.get("seasons", url_name="seasons", response=list[str])
def seasons(request: HttpRequest) -> list[str]:
    """List the seasons in which ranked games were played, the newest first."""
    return played_seasons()


@router.get("seasons/{season}", url_name="season", response=schemas.SeasonSchema)
def season(request: HttpRequest, season: Season, page: PageNumber = 1) -> schemas.SeasonSchema:
    """List the players of a season's table."""
    if season not in played_seasons():
        raise not_found()
    least = season_games(season)
    rows = season_table(season, least, offset=(page - 1) * ROWS, limit=ROWS)
    return schemas.SeasonSchema(
        season=season,
        players=season_size(season, least, None)[0],
        least_games=least,
        rows=[
            schemas.SeasonRowSchema(
                rank=each.rank,
                name=each.name,
                games=each.games,
                wins=each.wins,
                expected=each.expected,
                over_expectation=each.over_expectation,
            )
            for each in rows
        ],
    )


@router.get("community", url_name="community", response=list[schemas.CommunityMeasureSchema])
def community_numbers(
    request: HttpRequest,
    kind: GameKind | None = None,
    size: Annotated[int | None, Query(ge=5, le=10)] = None,
) -> list[schemas.CommunityMeasureSchema]:
    """Tell how games go here, of one kind or of all."""
    found = community(CommunityFilter(kind=kind, size=size))
    return [
        schemas.CommunityMeasureSchema(
            measure=measure.value, successes=tally.successes, instances=tally.instances
        )
        for measure, tally in sorted(found.items())
    ]


def _find(name: str) -> ShownPlayer:
    """Return the player of a name. Raises Problem: there is none, or the account is closed."""
    shown = find_shown_player(name, None)
    if shown is None:
        raise not_found()
    if shown.person.closed_at:
        raise Problem(HTTPStatus.GONE, "account_closed")
    return shown


def _may_read(person: User, reader: User | None) -> bool:
    return person == reader or person.preferences.shows_games
