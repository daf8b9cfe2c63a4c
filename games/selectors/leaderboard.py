"""Reads of the leaderboard: who stands on it, in which order, and how many games it asks for.

People are ordered by rating less the uncertainty of now, which grows while they are away.
"""

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Case, Count, F, FloatField, Func, Q, QuerySet, Value
from django.db.models.functions import Sqrt

from accounts.models import User
from games.models import PlayerRating
from games.selectors.lately import keep, kept
from games.selectors.standing import SECONDS_A_DAY, standing_from, standing_of, with_ratings
from games.selectors.thresholds import reached_step
from games.statistics.rating import AWAY_POINTS, DAYS_A_MONTH, LEADERBOARD_DAYS
from games.statistics.thresholds import LEADERBOARD_STEPS
from games.values.player import Standing

LARGE_BOARD = 1000
"""With so many people on the leaderboard its order is kept for a minute: to sort them for each reader takes too long."""
KEPT = 30
"""How many times longer than the lists of open tables the order is kept."""


class _UnixTime(Func):
    """A moment in seconds, on either database."""

    output_field = FloatField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Julian days less those before 1970, in seconds."""
        template = "((julianday(%(expressions)s) - 2440587.5) * 86400.0)"
        return self.as_sql(compiler, connection, template=template, **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """PostgreSQL's own expression."""
        template = "EXTRACT(EPOCH FROM %(expressions)s)::float8"
        return self.as_sql(compiler, connection, template=template, **extra)


def leaderboard_games() -> int:
    """Return how many ranked games the leaderboard asks for; it grows with the site; one query."""
    anybody = PlayerRating.objects.order_by()
    found: int | None = anybody.values_list(leaderboard_step(), flat=True).first()
    return found or LEADERBOARD_STEPS[0]


def leaderboard_step() -> Case:
    """Return the same inside another query."""
    return reached_step(LEADERBOARD_STEPS, PlayerRating.objects.filter(user__closed_at=None))


def _since(now: datetime) -> datetime:
    """Return since when a player must have played to be on the leaderboard."""
    return now - timedelta(days=LEADERBOARD_DAYS)


def _on_leaderboard(now: datetime, games: int) -> QuerySet[PlayerRating]:
    return PlayerRating.objects.filter(
        games__gte=games,
        last_ranked_at__gte=_since(now),
        user__closed_at=None,
    )


def leaderboard_page(
    now: datetime, games: int, *, offset: int = 0, limit: int = 50
) -> list[Standing]:
    """Return the best with so many games first, by rating less the uncertainty shown now; one query.

    On a large board the order is as it was at most a minute ago; all figures are those of now.
    """
    board = _large_board(now, games)
    if board is not None:
        people = board.people[offset : offset + limit]
        open_rows = PlayerRating.objects.filter(pk__in=people, user__closed_at=None)
        rows = {row.pk: row for row in open_rows.select_related("user").defer("state")}
        places = enumerate(people, start=offset + 1)
        return [standing_from(rows[pk], now, rank) for rank, pk in places if pk in rows]
    found = _by_lowest(now, games).order_by("-lowest", "pk")
    best = found.select_related("user").defer("state")[offset : offset + limit]
    return [standing_from(row, now, rank) for rank, row in enumerate(best, start=offset + 1)]


@dataclass(frozen=True, slots=True)
class _LargeBoard:
    """A leaderboard with many people: who stands on it, the best first."""

    people: "array[int]"
    below: "array[float]"
    """What each rating is at least, with the sign turned, so that the numbers go up."""

    def place(self, user_id: int, lowest: float) -> tuple[int, int]:
        """Return the rank of somebody on the board with this rating at least, and how many stand there."""
        ahead = bisect_left(self.below, -lowest)
        try:
            former = self.people.index(user_id)
        except ValueError:
            # Somebody who has come since.
            return 1 + ahead, 1 + len(self.people)
        return 1 + ahead - (former < ahead), len(self.people)


def _large_board(now: datetime, games: int) -> _LargeBoard | None:
    """Return the order of the leaderboard as it was at most a minute ago; one query at most.

    None for a small one, which the database sorts quickly, unless it has just been read to find out how large it is.
    """
    if not settings.HOME_KEPT_SECONDS:
        return None
    name = f"board-{games}"
    board: _LargeBoard | None = kept(name)
    if board is None:
        return keep(name, _read_board(now, games), times=KEPT)
    return board if len(board.people) >= LARGE_BOARD else None


def _read_board(now: datetime, games: int) -> _LargeBoard:
    found = _by_lowest(now, games).order_by("-lowest", "pk")
    rows = list(found.values_list("pk", "lowest"))
    return _LargeBoard(
        people=array("q", (pk for pk, _lowest in rows)),
        below=array("d", (-lowest for _pk, lowest in rows)),
    )


def leaderboard_size(now: datetime, games: int) -> int:
    """Return the number of players on the leaderboard; one query at most."""
    board = _large_board(now, games)
    if board is not None:
        return len(board.people)
    return _on_leaderboard(now, games).count()


def near_leaderboard(now: datetime, games: int, *, limit: int) -> list[Standing]:
    """Return the people who lack the fewest games, the nearest first; those who stay away are left out."""
    rows = (
        PlayerRating.objects.filter(
            games__lt=games,
            last_ranked_at__gte=_since(now),
            user__closed_at=None,
        )
        .select_related("user")
        .defer("state")
        .order_by("-games", "-last_ranked_at", "pk")
    )
    return [standing_from(row, now) for row in rows[:limit]]


def leaderboard_place(standing: Standing, now: datetime, games: int) -> tuple[int, int] | None:
    """Return the rank, from 1, of a player whose account is open, and how many are on the leaderboard.

    None if the player is not; one query at most.
    """
    if standing.games < games or standing.last_ranked_at < _since(now):
        return None
    own = standing.rating - standing.uncertainty
    board = _large_board(now, games)
    if board is not None:
        return board.place(standing.user_id, own)
    is_ahead = Q(lowest__gt=own) & ~Q(pk=standing.user_id)
    found = _by_lowest(now, games).aggregate(ahead=Count("pk", filter=is_ahead), all=Count("pk"))
    return 1 + found["ahead"], found["all"]


def _by_lowest(now: datetime, games: int) -> Any:
    away = Value(now.timestamp()) - _UnixTime(F("last_ranked_at"))
    growth = Value(AWAY_POINTS**2 / (DAYS_A_MONTH * SECONDS_A_DAY)) * away
    shown = Sqrt(F("uncertainty") * F("uncertainty") + growth)
    return _on_leaderboard(now, games).annotate(lowest=F("rating") - shown)


def standing_on_the_way(user_id: int | None, now: datetime) -> tuple[Standing | None, int]:
    """Return a reader's standing, and how many ranked games the leaderboard asks for; one query."""
    if user_id is None:
        return None, leaderboard_games()
    reader: Any = with_ratings(User.objects.filter(pk=user_id)).annotate(
        leaderboard_games=leaderboard_step()
    )
    found = reader.get()
    return standing_of(found, now), found.leaderboard_games
