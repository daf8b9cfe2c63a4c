"""Reads of seasons, which last a quarter of a year: their tables, and how many games each asks for."""

from datetime import UTC, datetime

from django.db.models import Case, Count, Max, Q

from games.models import SeasonStanding
from games.selectors.thresholds import reached_step
from games.statistics.thresholds import SEASON_STEPS
from games.values.player import SeasonRow


def played_seasons() -> list[str]:
    """Return the seasons in which anybody has played a ranked game, the newest first."""
    names = SeasonStanding.objects.order_by("-season").values_list("season", flat=True)
    return list(names.distinct())


def season_games(season: str) -> int:
    """Return how many ranked games this season asks for; it grows with the people who play in it; one query."""
    people = SeasonStanding.objects.filter(season=season, user__closed_at=None)
    found: int | None = people.order_by().values_list(season_step(season), flat=True).first()
    return found or SEASON_STEPS[0]


def season_step(season: str) -> Case:
    """Return the same inside another query."""
    return reached_step(
        SEASON_STEPS, SeasonStanding.objects.filter(season=season, user__closed_at=None)
    )


def season_table(
    season: str, games: int | Case, *, offset: int = 0, limit: int = 50
) -> list[SeasonRow]:
    """Return wins over expectation in one season, for players with so many games in it."""
    rows = (
        SeasonStanding.objects.filter(season=season, games__gte=games, user__closed_at=None)
        .select_related("user")
        .order_by("-over_expectation", "user_id")
    )
    places = enumerate(rows[offset : offset + limit], start=offset + 1)
    return [season_row(row, rank) for rank, row in places]


def season_row(row: SeasonStanding, rank: int) -> SeasonRow:
    """Return a stored standing with its place in the table, from 1; 0 for none."""
    return SeasonRow(
        rank=rank,
        user_id=row.user_id,
        name=row.user.display_name,
        face=row.user.face,
        games=row.games,
        wins=row.wins,
        expected=row.expected,
        over_expectation=row.over_expectation,
    )


def near_season(season: str, games: int, *, limit: int) -> list[SeasonRow]:
    """Return the people who lack the fewest games of a season's table, the nearest first."""
    rows = SeasonStanding.objects.filter(season=season, games__lt=games, user__closed_at=None)
    rows = rows.select_related("user").order_by("-games", "-over_expectation", "user_id")
    return [season_row(row, rank=0) for row in rows[:limit]]


def season_size(season: str, games: int, reader: int | None) -> tuple[int, int]:
    """Return the number of players in a season's table, and how many ranked games this reader has played in it; one query."""
    # Nobody else's row is read.
    rows = SeasonStanding.objects.filter(Q(games__gte=games) | Q(user=reader), season=season)
    is_on_table = Q(games__gte=games, user__closed_at=None)
    found = rows.aggregate(
        size=Count("pk", filter=is_on_table), own=Max("games", filter=Q(user=reader))
    )
    return found["size"], found["own"] or 0


def current_season(now: datetime) -> str:
    """Return the current quarter in universal time: 2026-Q4."""
    moment = now.astimezone(UTC)
    return f"{moment.year}-Q{(moment.month + 2) // 3}"
