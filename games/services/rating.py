"""The only writer of ratings: takes ranked results in the order of their end, each exactly once.

Doors: rate_ended (what has ended since), keep_up (the clock's share), rebuild (everything anew),
renumber (after old games were brought in), mark_notices_seen.
All ratings hang together (weights and biases are everybody's), so each step holds the one row of
RatingState for some milliseconds and moves `applied` in the same transaction. A rebuild computes in
memory without a lock, writes what differs, and swaps the standings in at the end; meanwhile games
go on being rated on the old ones.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import F

from games.engine.vocabulary import Edition, Party
from games.models import (
    GameKind,
    GameResult,
    PlayerRating,
    RatingNotice,
    RatingState,
    SeasonStanding,
    SeatResult,
    SideBias,
    Void,
)
from games.ratings import (
    AVERAGE,
    PROVISIONAL_GAMES,
    Beliefs,
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
from games.services.statistics import note_results

logger = logging.getLogger(__name__)

STATE = 1
"""The primary key of the one RatingState."""
GAMES_AT_ONCE = 20
"""So many games are rated in one transaction; whoever ends a ranked game waits for no more."""
GAMES_A_CHUNK = 500
GAMES_A_SLICE = 20
SLICE_SECONDS = 0.03
POINTS_TO_TELL = 1.0
"""Who did not take part in an annulled game is told of a change of so many points or more."""

POINT_COLUMNS = (
    "predicted",
    "rating_before",
    "rating_after",
    "uncertainty_before",
    "uncertainty_after",
    "liberal_after",
    "fascist_after",
)
GAME_COLUMNS = ("prediction", "size_prediction")


class Facts(NamedTuple):
    """The columns of a GameResult that rating reads, and what it last wrote."""

    pk: int
    edition: str
    size: int
    winner: str
    void: str
    ended_at: datetime
    prediction: float | None
    size_prediction: float | None


class SeatFacts(NamedTuple):
    """The columns of a SeatResult that rating reads, and what it last wrote."""

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

    @property
    def written(self) -> tuple[float | None, ...]:
        """What it last wrote, in the order of POINT_COLUMNS."""
        return self[6:]


@dataclass(slots=True)
class Player:
    """Where somebody stands, in memory."""

    beliefs: Beliefs = field(default_factory=start_beliefs)
    points: Summary | None = None
    games: int = 0
    wins: int = 0
    peak: float | None = None
    peak_at: datetime | None = None
    last_ranked_at: datetime | None = None


@dataclass(slots=True)
class Season:
    """Somebody's standing in a season, in memory."""

    games: int = 0
    wins: int = 0
    expected: float = 0.0


@dataclass(slots=True)
class Chain:
    """Everything a game's rating depends on and changes, with what has changed so far."""

    model: Model = field(default_factory=Model)
    players: dict[int, Player] = field(default_factory=dict)
    seasons: dict[tuple[str, int], Season] = field(default_factory=dict)
    games_changed: list[tuple[Any, ...]] = field(default_factory=list)
    seats_changed: list[tuple[Any, ...]] = field(default_factory=list)
    touched: set[int] = field(default_factory=set)
    """Games of which a row has changed."""


def season_of(moment: datetime) -> str:
    """The quarter of a year, in universal time: 2026-Q4."""
    moment = moment.astimezone(UTC)
    return f"{moment.year}-Q{(moment.month + 2) // 3}"


# One game


def _rate(chain: Chain, game: Facts, seats: Sequence[SeatFacts]) -> None:
    """Rate one game in memory; what differs from the stored row is noted for writing."""
    if game.void == Void.ANNULLED:
        return
    model, edition = chain.model, Edition(game.edition)
    players = [chain.players.setdefault(seat.user_id, Player()) for seat in seats]
    beliefs = [player.beliefs for player in players]
    liberal = [seat.team == Party.LIBERAL.value for seat in seats]
    before = shares(model.weights)
    earlier = [player.points or summary(before, player.beliefs) for player in players]
    rated: Iterable[int]
    prediction = size_prediction = None
    if game.void == Void.LEFT_EARLY:
        rated = [place for place, seat in enumerate(seats) if seat.is_leaver]
        chance = predict(model, edition, beliefs, liberal)
        for place in rated:
            penalise_leaver(model, edition, beliefs, liberal, place)
    else:
        rated = range(len(seats))
        size_prediction = predict_by_size(model, edition, game.size)
        chance = prediction = rate_game(
            model,
            edition,
            beliefs,
            liberal,
            liberals_won=game.winner == Party.LIBERAL.value,
            leavers=[place for place, seat in enumerate(seats) if seat.is_leaver],
        )
    after = shares(model.weights)
    season = season_of(game.ended_at)
    for place in rated:
        seat, player, old = seats[place], players[place], earlier[place]
        own_chance = chance if liberal[place] else 1.0 - chance
        new = player.points = summary(after, player.beliefs)
        player.games += 1
        player.wins += seat.won
        player.last_ranked_at = game.ended_at
        if player.games >= PROVISIONAL_GAMES and (player.peak is None or new.rating > player.peak):
            player.peak, player.peak_at = new.rating, game.ended_at
        standing = chain.seasons.setdefault((season, seat.user_id), Season())
        standing.games += 1
        standing.wins += seat.won
        standing.expected += own_chance
        points = (
            own_chance,
            old.rating,
            new.rating,
            old.uncertainty,
            new.uncertainty,
            new.liberal,
            new.fascist,
        )
        if points != seat.written:
            chain.seats_changed.append((*points, seat.pk))
            chain.touched.add(game.pk)
    if (prediction, size_prediction) != (game.prediction, game.size_prediction):
        chain.games_changed.append((prediction, size_prediction, game.pk))
        chain.touched.add(game.pk)


def _read(after: int, until: int) -> Iterator[tuple[Facts, list[SeatFacts]]]:
    """The results with these numbers, in order, with their seats."""
    games = [
        Facts(*row)
        for row in GameResult.objects.filter(number__gt=after, number__lte=until)
        .order_by("number")
        .values_list(*Facts._fields)
    ]
    seats: dict[int, list[SeatFacts]] = {game.pk: [] for game in games}
    # By their keys, so that no database thinks of reading the whole table.
    rows = SeatResult.objects.filter(result_id__in=list(seats)).order_by("result_id", "seat")
    for row in rows.values_list(*SeatFacts._fields):
        seat = SeatFacts(*row)
        seats[seat.result_id].append(seat)
    for game in games:
        yield game, seats[game.pk]


# What has ended since


def rate_ended() -> int:
    """Rate every ranked game that has ended and is not rated; how many this call rated."""
    rated = 0
    while RatingState.objects.filter(pk=STATE, applied__lt=F("ended")).exists():
        with transaction.atomic():
            rated += _rate_some()
    return rated


def _rate_some() -> int:
    state = _lock()
    if state is None or state.applied >= state.ended:
        return 0
    until = min(state.applied + GAMES_AT_ONCE, state.ended)
    games = list(_read(state.applied, until))
    chain = _load(state, games)
    for game, seats in games:
        _rate(chain, game, seats)
    _write_points(chain)
    _write_standings(chain)
    state.weights = pack([chain.model.weights])
    rated, state.applied = until - state.applied, until
    state.save(update_fields=["weights", "applied"])
    return rated


def _lock() -> RatingState | None:
    """The one row, ours until the transaction ends; SQLite's writers are alone anyway."""
    return RatingState.objects.select_for_update().filter(pk=STATE).first()


def _load(state: RatingState, games: Iterable[tuple[Facts, list[SeatFacts]]]) -> Chain:
    """The part of the chain that these games touch."""
    chain = Chain(model=_stored_model(state))
    people = {seat.user_id for _game, seats in games for seat in seats}
    for row in PlayerRating.objects.filter(pk__in=people):
        chain.players[row.pk] = Player(
            beliefs=unpack_beliefs(bytes(row.state)),
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
    for each in SeasonStanding.objects.filter(season__in=seasons, user_id__in=people):
        chain.seasons[each.season, each.user_id] = Season(each.games, each.wins, each.expected)
    return chain


def _stored_model(state: RatingState) -> Model:
    model = Model()
    if state.weights is not None:
        model.weights = unpack_weights(bytes(state.weights))
    for row in SideBias.objects.all():
        model.biases[Edition(row.edition), row.size] = unpack_bias(bytes(row.state))
    return model


def mark_notices_seen(*, user_id: int, now: datetime) -> None:
    """Somebody has been told what happened; only what was there to be told."""
    told = RatingNotice.objects.filter(user_id=user_id, seen_at=None, rating_after__isnull=False)
    told.update(seen_at=now)


# Writing


def _write_points(chain: Chain) -> None:
    _update_rows(GameResult, "game_id", GAME_COLUMNS, chain.games_changed)
    _update_rows(SeatResult, "id", POINT_COLUMNS, chain.seats_changed)
    note_results(sorted(chain.touched))
    chain.games_changed, chain.seats_changed, chain.touched = [], [], set()


def _update_rows(
    model: type[GameResult | SeatResult],
    key: str,
    columns: Sequence[str],
    rows: Sequence[tuple[Any, ...]],
) -> None:
    """Set columns of doubles in many rows; each row's values, then its key.

    Written out, because bulk_update takes minutes for what a rebuild writes in seconds.
    """
    if not rows:
        return
    table = model._meta.db_table  # noqa: SLF001
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            values = ", ".join(["%s::float8[]"] * len(columns) + ["%s::bigint[]"])
            setting = ", ".join(f"{column} = new.{column}" for column in columns)
            cursor.execute(
                f"UPDATE {table} AS old SET {setting}"  # noqa: S608
                f" FROM unnest({values}) AS new({', '.join(columns)}, key)"
                f" WHERE old.{key} = new.key",
                [list(column) for column in zip(*rows, strict=True)],
            )
        else:
            setting = ", ".join(f"{column} = %s" for column in columns)
            cursor.executemany(
                f"UPDATE {table} SET {setting} WHERE {key} = %s",  # noqa: S608
                rows,
            )


def _write_standings(chain: Chain) -> None:
    _upsert(
        PlayerRating, ["user"], [_row(*each) for each in chain.players.items() if each[1].games]
    )
    _upsert(
        SeasonStanding,
        ["season", "user"],
        [
            SeasonStanding(
                season=season,
                user_id=user_id,
                games=each.games,
                wins=each.wins,
                expected=each.expected,
                over_expectation=each.wins - each.expected,
            )
            for (season, user_id), each in chain.seasons.items()
        ],
    )
    _upsert(
        SideBias,
        ["edition", "size"],
        [
            SideBias(edition=edition.value, size=size, state=pack(bias))
            for (edition, size), bias in chain.model.biases.items()
        ],
    )


def _row(user_id: int, player: Player) -> PlayerRating:
    assert player.points is not None
    assert player.last_ranked_at is not None
    return PlayerRating(
        user_id=user_id,
        state=pack(player.beliefs),
        games=player.games,
        wins=player.wins,
        peak=player.peak,
        peak_at=player.peak_at,
        last_ranked_at=player.last_ranked_at,
        **player.points._asdict(),
    )


def _upsert(model: Any, key: list[str], rows: list[Any]) -> None:
    fields = model._meta.concrete_fields  # noqa: SLF001
    columns = [each.name for each in fields if each.name not in {*key, "id"}]
    model.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=key, update_fields=columns, batch_size=500
    )


# Everything anew


@transaction.atomic
def renumber() -> int:
    """Number all ranked results by the time of their end, after old games were brought in.

    How many there are. To be followed by `rebuild`: until then ratings do not fit the numbers.
    """
    RatingState.objects.get_or_create(pk=STATE)
    state = _lock()
    assert state is not None
    ranked = GameResult.objects.filter(kind=GameKind.RANKED)
    ranked.update(number=None)
    results = list(ranked.order_by("ended_at", "pk").only("pk", "ended_at"))
    for number, result in enumerate(results, start=1):
        result.number = number
    GameResult.objects.bulk_update(results, ["number"], batch_size=500)
    state.ended = state.applied = len(results)
    state.last_ended_at = results[-1].ended_at if results else None
    state.save(update_fields=["ended", "applied", "last_ended_at"])
    return len(results)


class Rebuild:
    """All ranked games from nothing, in steps; nothing stands still meanwhile."""

    def __init__(self) -> None:
        self.chain = Chain()
        self.number = 0
        state = RatingState.objects.filter(pk=STATE).first()
        self.wanted = state.wanted if state is not None else 0
        self.changed = 0
        """Rows of seats that were not as they should be."""

    def step(self, games: int = GAMES_A_CHUNK) -> bool:
        """Rate the next games in memory and set their rows right; False when it is time to finish.

        Only numbers that are rated already: what comes later is still written by rate_ended.
        """
        state = RatingState.objects.filter(pk=STATE).first()
        if state is None or self.number >= state.applied:
            return False
        self._take(min(self.number + games, state.applied))
        if self.chain.seats_changed or self.chain.games_changed:
            with transaction.atomic():
                locked = _lock()
                if locked is None or locked.wanted != self.wanted:
                    # A game was annulled since it was read: nothing of this may be written.
                    return False
                _write_points(self.chain)
        return True

    def _take(self, until: int) -> None:
        for game, seats in _read(self.number, until):
            _rate(self.chain, game, seats)
        self.number = until
        self.changed += len(self.chain.seats_changed)

    def finish(self) -> bool:
        """Put the new standings in place of the old; False if a game was annulled meanwhile."""
        with transaction.atomic():
            state = _lock()
            if state is None:
                return True
            if state.wanted != self.wanted:
                return False
            self._take(state.applied)
            _write_points(self.chain)
            self._tell(state)
            PlayerRating.objects.exclude(pk__in=_subquery_of_rated()).delete()
            SeasonStanding.objects.all().delete()
            SideBias.objects.all().delete()
            _write_standings(self.chain)
            state.weights = pack([self.chain.model.weights])
            state.made = self.wanted
            state.save(update_fields=["weights", "made"])
        return True

    def _tell(self, state: RatingState) -> None:
        """Notices to the people of annulled games, and to everybody whose rating moved with them."""
        if state.made == self.wanted:
            return
        old = dict(PlayerRating.objects.values_list("pk", "rating"))
        new = {
            user_id: player.points.rating
            for user_id, player in self.chain.players.items()
            if player.points is not None
        }
        waiting = list(RatingNotice.objects.filter(took_part=True, rating_after=None))
        for notice in waiting:
            notice.rating_before = old.get(notice.user_id, AVERAGE)
            notice.rating_after = new.get(notice.user_id, AVERAGE)
        RatingNotice.objects.bulk_update(
            waiting, ["rating_before", "rating_after"], batch_size=200
        )
        told = {notice.user_id for notice in waiting}
        annulled = GameResult.objects.filter(void=Void.ANNULLED).order_by("-annulled_at").first()
        if annulled is None:
            return
        RatingNotice.objects.bulk_create(
            [
                RatingNotice(
                    user_id=user_id,
                    game_id=annulled.pk,
                    took_part=False,
                    rating_before=before,
                    rating_after=new[user_id],
                )
                for user_id, before in old.items()
                if user_id not in told
                and user_id in new
                and abs(new[user_id] - before) >= POINTS_TO_TELL
            ],
            ignore_conflicts=True,
            batch_size=500,
        )


def _subquery_of_rated() -> Any:
    return SeatResult.objects.filter(is_rated=True).values("user_id")


def rebuild() -> Rebuild:
    """Rate all ranked games anew, and set right whatever differs."""
    rate_ended()
    while True:
        anew = Rebuild()
        while anew.step():
            pass
        if anew.finish():
            return anew


_under_way: Rebuild | None = None


def keep_up() -> None:
    """The clock's share: rate what nobody rated, and go on with a correction for a moment."""
    global _under_way
    try:
        rate_ended()
        state = RatingState.objects.filter(pk=STATE).first()
        if state is None or state.wanted == state.made:
            _under_way = None
            return
        if _under_way is None or _under_way.wanted != state.wanted:
            _under_way = Rebuild()
        end = monotonic() + SLICE_SECONDS
        while _under_way.step(GAMES_A_SLICE):
            if monotonic() > end:
                return
        _under_way.finish()
        _under_way = None
    except Exception:
        # Tables play on while ratings wait; begun anew it comes to the same numbers.
        _under_way = None
        logger.exception("Ratings could not be brought up to date")
