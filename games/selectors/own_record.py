"""Reads of what the first page tells its reader of their own games: the last one, how many, and the way to the leaderboard."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet, Subquery, Sum, Value

from games.models import PlayerRating, PlayerTally, SeatResult
from games.selectors.lately import keep, kept
from games.selectors.leaderboard import leaderboard_step
from games.selectors.past_games import AtTable, tell_game
from games.selectors.tally_columns import instances_of, successes_of
from games.statistics import Measure, Tally
from games.values.player import PastGames

_LEAST = "leaderboard-games"
_LEAST_KEPT = 300
"""It hardly ever changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRecord:
    """A person's finished games in short."""

    last: PastGames
    """The last game alone."""
    counted: Tally
    """How many games count, and how many of them were won."""
    ranked_games: int | None
    """None before the first."""
    least_games: int
    """How many ranked games the leaderboard asks for."""


def own_record(user_id: int) -> OwnRecord | None:
    """Return this person's own games in short; None before the first has ended; one query."""
    least = kept(_LEAST)
    last = SeatResult.objects.filter(user=user_id).order_by("-ended_at", "-result_id")
    tallies = PlayerTally.objects.filter(user=user_id).order_by().values("user")
    rating = PlayerRating.objects.filter(pk=user_id).values("games")
    seats = SeatResult.objects.filter(result=Subquery(last.values("result")[:1])).annotate(
        won_of_all=_sum(tallies, successes_of(Measure.WON)),
        of_all=_sum(tallies, instances_of(Measure.WON)),
        ranked_games=Subquery(rating),
        least_games=leaderboard_step() if least is None else Value(least),
    )
    table = list(seats.select_related("result__game", "user").order_by("seat"))
    if not table:
        return None
    own = next(seat for seat in table if seat.user_id == user_id)
    if least is None:
        keep(_LEAST, own.least_games, times=_LEAST_KEPT)
    at_table = [AtTable(user=seat.user, team=seat.team) for seat in table]
    return OwnRecord(
        last=PastGames(games=(tell_game(own, at_table, user_id),)),
        counted=Tally(own.won_of_all or 0, own.of_all or 0),
        ranked_games=own.ranked_games,
        least_games=own.least_games,
    )


def _sum(tallies: QuerySet[PlayerTally, Any], column: str) -> Subquery:
    return Subquery(tallies.annotate(sum=Sum(column)).values("sum"))
