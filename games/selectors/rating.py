"""Reads of ratings: the leaderboard, one person's standing, seasons, chances.

A shown rating gets less certain with the time a player is away, here and only here.
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

from django.conf import settings
from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    FloatField,
    Func,
    Max,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.functions import Sqrt

from accounts.models import User
from games.engine.board import BoardCode, kind_of
from games.engine.ruleset import ruleset_of
from games.engine.vocabulary import BoardKind, Edition
from games.models import (
    PlayerRating,
    RatingState,
    SeasonStanding,
    SideBias,
)
from games.selectors.lately import keep, kept
from games.statistics.rating import (
    AWAY_POINTS,
    DAYS_A_MONTH,
    LEADERBOARD_DAYS,
    PROVISIONAL_GAMES,
    Model,
    away_uncertainty,
    predict,
    start_beliefs,
    unpack_beliefs,
    unpack_bias,
    unpack_weights,
)
from games.statistics.thresholds import (
    ENOUGH_PEOPLE,
    LEADERBOARD_STEPS,
    SEASON_STEPS,
)
from games.values.player import SeasonRow, Standing

SECONDS_A_DAY = 86_400.0
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


# The leaderboard


def leaderboard_games() -> int:
    """Return how many ranked games the leaderboard asks for; it grows with the site; one query."""
    anybody = PlayerRating.objects.order_by()
    found: int | None = anybody.values_list(leaderboard_step(), flat=True).first()
    return found or LEADERBOARD_STEPS[0]


def leaderboard_step() -> Case:
    """Return the same inside another query."""
    return _step(LEADERBOARD_STEPS, PlayerRating.objects.filter(user__closed_at=None))


def _step(steps: Sequence[int], people: QuerySet[Any]) -> Case:
    """Return, inside a query, the highest of these steps that enough of these people have reached, or the first one."""
    # Looking ends as soon as there are enough, so a large site answers as quickly.
    enough = people.order_by().values("pk")
    return Case(
        *(
            When(Exists(enough.filter(games__gte=step)[ENOUGH_PEOPLE - 1 :][:1]), then=Value(step))
            for step in reversed(steps[1:])
        ),
        default=Value(steps[0]),
    )


def _since(now: datetime) -> datetime:
    """Return since when a player must have played to be on the leaderboard."""
    return now - timedelta(days=LEADERBOARD_DAYS)


def _on_leaderboard(now: datetime, games: int) -> QuerySet[PlayerRating]:
    return PlayerRating.objects.filter(
        games__gte=games,
        last_ranked_at__gte=_since(now),
        user__closed_at=None,
    )


def leaderboard(now: datetime, games: int, *, offset: int = 0, limit: int = 50) -> list[Standing]:
    """Return the best with so many games first, by rating less the uncertainty shown now; one query.

    On a large board the order is as it was at most a minute ago; all figures are those of now.
    """
    board = _large_board(now, games)
    if board is not None:
        people = board.people[offset : offset + limit]
        open_rows = PlayerRating.objects.filter(pk__in=people, user__closed_at=None)
        rows = {row.pk: row for row in open_rows.select_related("user").defer("state")}
        places = enumerate(people, start=offset + 1)
        return [_standing(rows[pk], now, rank) for rank, pk in places if pk in rows]
    found = _by_lowest(now, games).order_by("-lowest", "pk")
    best = found.select_related("user").defer("state")[offset : offset + limit]
    return [_standing(row, now, rank) for rank, row in enumerate(best, start=offset + 1)]


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
    return [_standing(row, now) for row in rows[:limit]]


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


def standing(user_id: int, now: datetime) -> Standing | None:
    """Return a player's standing; None before the first counted ranked game."""
    row = PlayerRating.objects.select_related("user").defer("state").filter(pk=user_id).first()
    return None if row is None else _standing(row, now)


def with_ratings(people: QuerySet[User]) -> QuerySet[User]:
    """Return these people with what `standing_of` has to know of each."""
    return people.select_related("rating").defer("rating__state")


def standing_of(person: User, now: datetime) -> Standing | None:
    """Return the standing of somebody found `with_ratings`; None before the first counted ranked game; no query."""
    row: PlayerRating | None = getattr(person, "rating", None)
    return None if row is None else _standing(row, now)


def standing_on_the_way(user_id: int | None, now: datetime) -> tuple[Standing | None, int]:
    """Return a reader's standing, and how many ranked games the leaderboard asks for; one query."""
    if user_id is None:
        return None, leaderboard_games()
    reader: Any = with_ratings(User.objects.filter(pk=user_id)).annotate(
        leaderboard_games=leaderboard_step()
    )
    found = reader.get()
    return standing_of(found, now), found.leaderboard_games


def find_rated(user_id: int, now: datetime) -> tuple[User, Standing | None] | None:
    """Return a person and their standing, or None before the first; None for a closed account; one query."""
    person = with_ratings(User.objects.filter(pk=user_id, closed_at=None)).first()
    return None if person is None else (person, standing_of(person, now))


def percentile(rating: float) -> float | None:
    """Return the share of settled players who are below, 0 to 1; None among too few to say so."""
    settled = PlayerRating.objects.filter(games__gte=PROVISIONAL_GAMES).aggregate(
        total=Count("pk"), below=Count("pk", filter=Q(rating__lt=rating))
    )
    if settled["total"] < ENOUGH_PEOPLE:
        return None
    share: float = settled["below"] / settled["total"]
    return share


def _standing(row: PlayerRating, now: datetime, rank: int | None = None) -> Standing:
    days = (now - row.last_ranked_at).total_seconds() / SECONDS_A_DAY
    return Standing(
        user_id=row.pk,
        name=row.user.display_name,
        face=row.user.face,
        rating=row.rating,
        uncertainty=away_uncertainty(row.uncertainty, days),
        liberal=row.liberal,
        liberal_uncertainty=away_uncertainty(row.liberal_uncertainty, days),
        fascist=row.fascist,
        fascist_uncertainty=away_uncertainty(row.fascist_uncertainty, days),
        games=row.games,
        wins=row.wins,
        peak=row.peak,
        peak_at=row.peak_at,
        last_ranked_at=row.last_ranked_at,
        is_provisional=row.games < PROVISIONAL_GAMES,
        rank=rank,
    )


# Seasons


def seasons() -> list[str]:
    """Return the seasons this person has played in, the newest first."""
    names = SeasonStanding.objects.order_by("-season").values_list("season", flat=True)
    return list(names.distinct())


def season_games(season: str) -> int:
    """Return how many ranked games this season asks for; it grows with the people who play in it; one query."""
    people = SeasonStanding.objects.filter(season=season, user__closed_at=None)
    found: int | None = people.order_by().values_list(season_step(season), flat=True).first()
    return found or SEASON_STEPS[0]


def season_step(season: str) -> Case:
    """Return the same inside another query."""
    return _step(SEASON_STEPS, SeasonStanding.objects.filter(season=season, user__closed_at=None))


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


# Chances


def liberal_chance(
    user_ids: Sequence[int],
    edition: Edition,
    board: BoardCode = BoardKind.STANDARD.value,
) -> float:
    """Return the liberals' chance at a table with unknown roles: the mean over all deals.

    The chance with the dealt roles would reveal them; it is for finished games only
    (GameResult.prediction). Raises ValueError for a custom board, on which no game is rated.
    """
    known = dict(PlayerRating.objects.filter(pk__in=user_ids).values_list("pk", "state"))
    players = [
        unpack_beliefs(bytes(known[each])) if each in known else start_beliefs()
        for each in user_ids
    ]
    rules = ruleset_of(len(players), edition, board)
    kind = kind_of(rules.board)
    if kind is BoardKind.CUSTOM:
        raise ValueError("no game on a custom board is rated")
    model = _model(edition, len(players))
    chances = [
        predict(
            model, edition, players, [seat in team for seat in range(len(players))], board=kind
        )
        for team in combinations(range(len(players)), rules.liberals)
    ]
    return sum(chances) / len(chances)


def _model(edition: Edition, size: int) -> Model:
    """Return what the model believes of tables of this edition and size, on every board."""
    model = Model()
    state = RatingState.objects.first()
    if state is not None and state.weights is not None:
        model.weights = unpack_weights(bytes(state.weights))
    for row in SideBias.objects.filter(edition=edition.value, size=size):
        model.biases[edition, BoardKind(row.board), size] = unpack_bias(bytes(row.state))
    return model
