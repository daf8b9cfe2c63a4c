"""The chain of ranked games: the input of each game's rating, its computation, and its output.

services.rating uses it game by game, services.rating_rebuild for all games.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple, TypeAlias

from django.db import connection

from games.engine.vocabulary import BoardKind, Edition, Party
from games.models import (
    GameResult,
    PlayerRating,
    RatingState,
    SeasonStanding,
    SeatResult,
    SideBias,
    Void,
)
from games.services.many_rows import Value, replace_rows, rows_of_arrays
from games.services.season_tallies import SeasonTallies, SeasonTally
from games.services.statistics import mark_results_due
from games.statistics.rating import (
    PROVISIONAL_GAMES,
    Model,
    Summary,
    pack,
    penalise_leaver,
    predict,
    predict_by_size,
    rate_game,
    shares,
    start_beliefs,
    summary,
    unpack_beliefs,
    unpack_bias,
    unpack_weights,
)

STATE = 1
"""The primary key of the one RatingState."""
_START = pack(start_beliefs())
_LIBERAL = Party.LIBERAL.value


POINT_COLUMNS = (
    "predicted", "rating_before", "rating_after", "uncertainty_before", "uncertainty_after", "liberal_after",
    "fascist_after",
)  # fmt: skip
"""The columns of a SeatResult that rating writes."""
GAME_COLUMNS = "prediction", "size_prediction"
"""The columns of a GameResult that rating writes."""
_Output: TypeAlias = tuple[float | None, ...]
"""The values of these columns, in their order."""


class GameToRate(NamedTuple):
    """The columns of a GameResult that rating reads, and its last output at the end."""

    pk: int
    edition: str
    board: str
    size: int
    winner: str
    void: str
    ended_at: datetime
    prediction: float | None
    size_prediction: float | None


class SeatToRate(NamedTuple):
    """The columns of a SeatResult that rating reads, and its last output at the end."""

    pk: int
    result_id: int
    user_id: int
    team: str
    won: bool
    is_leaver: bool
    predicted: float | None
    rating_before: float | None
    rating_after: float | None
    uncertainty_before: float | None
    uncertainty_after: float | None
    liberal_after: float | None
    fascist_after: float | None


@dataclass(slots=True)
class RatedPlayer:
    """A player's standing, in memory; the beliefs as bytes, which take a fifth of it."""

    beliefs: bytes = _START
    points: Summary | None = None
    games: int = 0
    wins: int = 0
    peak: float | None = None
    peak_at: datetime | None = None
    last_ranked_at: datetime | None = None


@dataclass(slots=True)
class Corrections:
    """What differs from the rows of games and seats."""

    games: dict[int, _Output] = field(default_factory=dict)
    """By the result's primary key."""
    seats: dict[int, _Output] = field(default_factory=dict)
    """By the seat result's primary key."""
    touched: set[int] = field(default_factory=set)
    """Games with a row that differs."""


@dataclass(slots=True)
class Chain:
    """Everything that a game's rating reads and changes, with the corrections that are not written yet."""

    model: Model = field(default_factory=Model)
    players: dict[int, RatedPlayer] = field(default_factory=dict)
    seasons: SeasonTallies = field(default_factory=SeasonTallies)
    corrections: Corrections = field(default_factory=Corrections)

    def take_corrections(self) -> Corrections:
        """Return what is to be written, and begin to note anew."""
        taken, self.corrections = self.corrections, Corrections()
        return taken


def season_of(moment: datetime) -> str:
    """Return the quarter of a year in universal time: 2026-Q4."""
    moment = moment.astimezone(UTC)
    return f"{moment.year}-Q{(moment.month + 2) // 3}"


# One game


def rate(chain: Chain, game: GameToRate, seats: Sequence[SeatToRate]) -> None:
    """Rate one game in memory; differences from the stored row are noted for writing."""
    if game.void == Void.ANNULLED:
        return
    model, edition, board = chain.model, Edition(game.edition), BoardKind(game.board)
    players = [_player(chain, seat.user_id) for seat in seats]
    beliefs = [unpack_beliefs(player.beliefs) for player in players]
    liberal = [seat.team == _LIBERAL for seat in seats]
    earlier = [
        player.points or summary(shares(model.weights), each)
        for player, each in zip(players, beliefs, strict=True)
    ]
    rated: Iterable[int]
    prediction = size_prediction = None
    if game.void == Void.LEFT_EARLY:
        rated = [place for place, seat in enumerate(seats) if seat.is_leaver]
        chance = predict(model, edition, beliefs, liberal, board=board)
        for place in rated:
            penalise_leaver(model, edition, beliefs, liberal, place, board=board)
    else:
        rated = range(len(seats))
        size_prediction = predict_by_size(model, edition, game.size, board=board)
        chance = prediction = rate_game(
            model,
            edition,
            beliefs,
            liberal,
            liberals_won=game.winner == _LIBERAL,
            leavers=[place for place, seat in enumerate(seats) if seat.is_leaver],
            board=board,
        )
    after = shares(model.weights)
    standings, corrections = chain.seasons.of(season_of(game.ended_at)), chain.corrections
    for place in rated:
        seat, player, old = seats[place], players[place], earlier[place]
        own_chance = chance if liberal[place] else 1.0 - chance
        new = player.points = summary(after, beliefs[place])
        player.beliefs = pack(beliefs[place])
        player.games += 1
        player.wins += seat.won
        player.last_ranked_at = game.ended_at
        if player.games >= PROVISIONAL_GAMES and (player.peak is None or new.rating > player.peak):
            player.peak, player.peak_at = new.rating, game.ended_at
        standing = standings.get(seat.user_id)
        if standing is None:
            standing = standings[seat.user_id] = SeasonTally()
        standing.games += 1
        standing.wins += seat.won
        standing.expected += own_chance
        points = (
            own_chance, old.rating, new.rating, old.uncertainty, new.uncertainty, new.liberal, new.fascist
        )  # fmt: skip
        if points != seat[-len(POINT_COLUMNS) :]:
            corrections.seats[seat.pk] = points
            corrections.touched.add(game.pk)
    predictions = (prediction, size_prediction)
    if predictions != game[-len(GAME_COLUMNS) :]:
        corrections.games[game.pk] = predictions
        corrections.touched.add(game.pk)


def _player(chain: Chain, user_id: int) -> RatedPlayer:
    player = chain.players.get(user_id)
    if player is None:
        player = chain.players[user_id] = RatedPlayer()
    return player


def read(after: int, until: int) -> Iterator[tuple[GameToRate, list[SeatToRate]]]:
    """Return the results with these numbers, in order, with their seats."""
    games = [
        GameToRate._make(row)
        for row in GameResult.objects.filter(number__gt=after, number__lte=until)
        .order_by("number")
        .values_list(*GameToRate._fields)
    ]
    seats: dict[int, list[SeatToRate]] = {game.pk: [] for game in games}
    # By primary keys, so that no database plans to read the whole table.
    rows = SeatResult.objects.filter(result_id__in=list(seats)).order_by("result_id", "seat")
    for row in rows.values_list(*SeatToRate._fields):
        seat = SeatToRate._make(row)
        seats[seat.result_id].append(seat)
    for game in games:
        yield game, seats[game.pk]


def lock() -> RatingState | None:
    """Lock the one row until the transaction ends; SQLite has one writer anyway."""
    return RatingState.objects.select_for_update().filter(pk=STATE).first()


def load(state: RatingState, games: Iterable[tuple[GameToRate, list[SeatToRate]]]) -> Chain:
    """Return the part of the chain that these games touch."""
    chain = Chain(model=_stored_model(state))
    people = {seat.user_id for _game, seats in games for seat in seats}
    for row in PlayerRating.objects.filter(pk__in=people):
        chain.players[row.pk] = RatedPlayer(
            beliefs=bytes(row.state),
            points=Summary(
                row.rating,
                row.uncertainty,
                row.liberal,
                row.liberal_uncertainty,
                row.fascist,
                row.fascist_uncertainty,
            ),
            games=row.games,
            wins=row.wins,
            peak=row.peak,
            peak_at=row.peak_at,
            last_ranked_at=row.last_ranked_at,
        )
    seasons = {season_of(game.ended_at) for game, _seats in games}
    rows = SeasonStanding.objects.filter(season__in=seasons, user_id__in=people)
    for each in rows.order_by("season"):
        tally = SeasonTally(each.games, each.wins, each.expected)
        chain.seasons.of(each.season)[each.user_id] = tally
    return chain


def _stored_model(state: RatingState) -> Model:
    model = Model()
    if state.weights is not None:
        model.weights = unpack_weights(bytes(state.weights))
    for row in SideBias.objects.all():
        table = Edition(row.edition), BoardKind(row.board), row.size
        model.biases[table] = unpack_bias(bytes(row.state))
    return model


# Writing


def write_points(corrections: Corrections) -> None:
    """Correct rows of games and seats, and mark their statistics as due."""
    _update_rows(GameResult, "game_id", GAME_COLUMNS, corrections.games)
    _update_rows(SeatResult, "id", POINT_COLUMNS, corrections.seats)
    mark_results_due(sorted(corrections.touched))


def _update_rows(
    model: type[GameResult | SeatResult],
    key: str,
    columns: Sequence[str],
    changed: Mapping[int, _Output],
) -> None:
    """Set columns of doubles in many rows, with values by primary key.

    Plain SQL, because bulk_update takes minutes for what a rebuild writes in seconds. Games that end one after the
    other have keys close together: the bounds keep PostgreSQL from reading the whole table for each part.
    """
    if not changed:
        return
    rows = [(*values, row) for row, values in changed.items()]
    table = model._meta.db_table  # noqa: SLF001
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            types = ["float8"] * len(columns) + ["bigint"]
            source, parameters = rows_of_arrays(types, rows)
            setting = ", ".join(f"{column} = new.{column}" for column in columns)
            cursor.execute(
                f"UPDATE {table} AS old SET {setting}"  # noqa: S608
                f" FROM {source} AS new({', '.join(columns)}, key)"
                f" WHERE old.{key} = new.key AND old.{key} BETWEEN %s AND %s",
                [*parameters, min(changed), max(changed)],
            )
        else:
            setting = ", ".join(f"{column} = %s" for column in columns)
            cursor.executemany(
                f"UPDATE {table} SET {setting} WHERE {key} = %s",  # noqa: S608
                rows,
            )


def write_standings(chain: Chain) -> None:
    """Write the current standings of the chain: ratings and side biases; those of seasons are not among them."""
    replace_rows(
        PlayerRating, 1, _RATING, (_row(*each) for each in chain.players.items() if each[1].games)
    )
    replace_rows(
        SideBias,
        3,
        ("edition", "board", "size", "state"),
        (
            (edition.value, board.value, size, pack(bias))
            for (edition, board, size), bias in chain.model.biases.items()
        ),
    )


_RATING = (
    "user_id", "state", "games", "wins", "peak", "peak_at", "last_ranked_at", *Summary._fields,
)  # fmt: skip


def _row(user_id: int, player: RatedPlayer) -> tuple[Value, ...]:
    assert player.points is not None
    return (
        user_id,
        player.beliefs,
        player.games,
        player.wins,
        player.peak,
        player.peak_at,
        player.last_ranked_at,
        *player.points,
    )
