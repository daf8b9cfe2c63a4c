"""Whose seasons the past ones were; two queries, however many seasons there were."""

from collections.abc import Iterable

from django.db.models import Count, Q, Window
from django.db.models.functions import RowNumber

from games.models import SeasonStanding
from games.selectors.season import season_row
from games.statistics.thresholds import SEASON_STEPS, least_games
from games.values.community import SeasonWinner


def season_winners(seasons: Iterable[str]) -> tuple[SeasonWinner, ...]:
    """Return who leads the tables of these seasons, in the order given; those of empty tables are left out."""
    wanted = list(seasons)
    if not wanted:
        return ()
    standings = SeasonStanding.objects.filter(season__in=wanted, user__closed_at=None)
    people_with = {f"with_{step}": Count("pk", filter=Q(games__gte=step)) for step in SEASON_STEPS}
    counts = standings.values("season").annotate(**people_with).order_by()
    on_table = Q(pk__in=[])
    for row in counts:
        games = least_games(SEASON_STEPS, lambda step, row=row: row[f"with_{step}"])  # type: ignore[misc]
        on_table |= Q(season=row["season"], games__gte=games)
    place = Window(RowNumber(), partition_by="season", order_by=["-over_expectation", "user_id"])
    rows = standings.filter(on_table).annotate(place=place).filter(place=1).select_related("user")
    firsts = {row.season: season_row(row, rank=1) for row in rows}
    return tuple(
        SeasonWinner(season=season, row=firsts[season]) for season in wanted if season in firsts
    )
