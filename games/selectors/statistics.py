"""Reads of statistics: finished games as facts, and the sums so far.

Reads only results, which are written at the end of a game, so nothing here reveals a running one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias

from django.db.models import F, FilteredRelation, Q, QuerySet, Sum

from games.engine.codec import decode_event
from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.engine.vocabulary import BoardKind, ClaimKind, Role
from games.models import (
    CalibrationTally,
    Claim,
    CommunityTally,
    GameResult,
    HeadToHead,
    PlayerTally,
    SeatResult,
    Void,
)
from games.models.rating import RATED_BOARDS
from games.selectors.among import among
from games.selectors.event_rows import event_rows
from games.selectors.tally_columns import TALLY_COLUMNS
from games.statistics import (
    NO_GAMES,
    Calibration,
    CalibrationBin,
    CommunityMeasure,
    FinishedGame,
    LoggedEvent,
    Measure,
    Numbers,
    Pairing,
    RatedBefore,
    SeatFacts,
    Sheet,
    Streak,
    Tally,
    calibrate,
    rated,
    sheet_of,
)
from games.statistics.thresholds import ENOUGH_GAMES
from games.values.actor import Actor
from games.values.chat import ClaimValue
from games.values.game_kind import GameKind

SHOWN_PAIRINGS = 20
_STREAK = ("streak__current", "streak__longest_won", "streak__longest_lost")


# What games add


def logs_of(game_ids: Collection[int]) -> Mapping[int, list[LoggedEvent]]:
    """Return the event logs of these games, each in order; one query."""
    logs: dict[int, list[LoggedEvent]] = defaultdict(list)
    if game_ids:
        for game_id, row in event_rows(game_ids):
            event = decode_event(row.kind, row.payload)
            by_person = row.actor == Actor.PERSON
            logs[game_id].append(LoggedEvent(event=event, at=row.created_at, by_person=by_person))
    return logs


def sheets_for(
    known: Mapping[int, Sheet | None], logs: Mapping[int, list[LoggedEvent]]
) -> dict[int, Sheet]:
    """Return what each of these games adds now; games that count for nothing are left out.

    For a game with a stored sheet only the ratings are read: nothing else of it changes. All others need their logs.
    """
    new = _results([game_id for game_id, sheet in known.items() if sheet is None])
    claims = _claims(new)
    sheets = {}
    for game_id, result in new.items():
        game = FinishedGame(
            kind=GameKind(result.kind),
            log=logs[game_id],
            seats=_seats(result),
            claims=claims[game_id],
            is_void=result.void == Void.LEFT_EARLY,
        )
        sheets[game_id] = sheet_of(game, result.ended_at, _ratings_of(result))
    if stored := {game_id: sheet for game_id, sheet in known.items() if sheet is not None}:
        for game_id, ratings in _rated_before(stored).items():
            sheets[game_id] = rated(stored[game_id], ratings)
    return sheets


def uncounted_games() -> Iterator[int]:
    """Return games whose result no CountedGame notes: those from before there were statistics."""
    results = GameResult.objects.filter(game__counted__isnull=True)
    return results.order_by("ended_at", "pk").values_list("pk", flat=True).iterator()


def results_in_order(user_id: int, kind: str) -> list[tuple[datetime, bool]]:
    """Return the ends of a person's games of a kind, and whether they were won; oldest first.

    Games on custom boards belong to no series.
    """
    of_person = SeatResult.objects.filter(
        user_id=user_id, kind=kind, result__board__in=RATED_BOARDS
    )
    counts = Q(result__void=Void.NO) | Q(result__void=Void.LEFT_EARLY, is_leaver=True)
    rows = of_person.filter(counts).order_by("ended_at", "result_id")
    return list(rows.values_list("ended_at", "won"))


def _results(game_ids: Collection[int]) -> dict[int, GameResult]:
    """Return the results of these games with their seats; games that are annulled are left out."""
    results = GameResult.objects.filter(pk__in=game_ids).prefetch_related("seats")
    return {result.pk: result for result in results if result.void != Void.ANNULLED}


def _seats(result: GameResult) -> tuple[SeatFacts, ...]:
    people = {seat.seat: seat for seat in result.seats.all()}
    return tuple(
        SeatFacts(person=people[number].user_id, is_leaver=people[number].is_leaver)
        if number in people
        else SeatFacts(person=None)
        for number in range(result.size)
    )


def _ratings_of(result: GameResult) -> RatedBefore | None:
    """Return the ratings before the game of this result, read with its seats."""
    ratings = [seat.rating_before for seat in result.seats.all() if seat.rating_before is not None]
    return _ratings_and_predictions(result.prediction, result.size_prediction, ratings)


def _ratings_and_predictions(
    prediction: float | None, by_size: float | None, ratings: Sequence[float]
) -> RatedBefore | None:
    if prediction is None or by_size is None:
        return None
    return RatedBefore(prediction=prediction, size_prediction=by_size, ratings=ratings)


def _rated_before(game_ids: Collection[int]) -> dict[int, RatedBefore | None]:
    """Return the ratings before each of these games, or None; games that are annulled are left out."""
    ratings: dict[int, list[float]] = defaultdict(list)
    seats = SeatResult.objects.filter(among("result_id", game_ids), rating_before__isnull=False)
    for game_id, rating in seats.values_list("result_id", "rating_before"):
        assert rating is not None
        ratings[game_id].append(rating)
    results = GameResult.objects.filter(among("game_id", game_ids)).exclude(void=Void.ANNULLED)
    return {
        game_id: _ratings_and_predictions(prediction, by_size, ratings[game_id])
        for game_id, prediction, by_size in results.values_list(
            "pk", "prediction", "size_prediction"
        )
    }


def _claims(game_ids: Collection[int]) -> Mapping[int, list[ClaimValue]]:
    claims: dict[int, list[ClaimValue]] = defaultdict(list)
    # Only people have statistics, and what a stand-in claims is not their word.
    rows = Claim.objects.filter(message__game_id__in=game_ids, message__seat__isnull=False)
    rows = rows.exclude(message__user=None)
    columns = rows.order_by("message__game_id", "message__number").values_list(
        "message__game_id", "message__seat", "round", "kind", "content", "target"
    )
    for game_id, seat, round_, kind, content, target in columns:
        assert seat is not None
        claims[game_id].append(
            ClaimValue(
                seat=seat, round=round_, kind=ClaimKind(kind), content=content, target=target
            )
        )
    return claims


# The sums as they stand


def numbers_by_kind(user_id: int) -> dict[GameKind, Numbers]:
    """Return everything counted of one person in each kind of game, without the people met; one query."""
    streak_of_kind = FilteredRelation("user__streaks", condition=Q(user__streaks__kind=F("kind")))
    rows = (
        PlayerTally.objects.filter(user_id=user_id)
        .annotate(streak=streak_of_kind)
        .values_list("kind", "role", "size", *_STREAK, *TALLY_COLUMNS)
    )
    cells: dict[GameKind, dict[tuple[Measure, Role, int], Tally]] = {kind: {} for kind in GameKind}
    streaks = dict.fromkeys(GameKind, NO_GAMES)
    for name, role, size, current, won, lost, *amounts in rows:
        kind = GameKind(name)
        for measure, successes, instances in zip(
            Measure, amounts[::2], amounts[1::2], strict=True
        ):
            if instances:
                cells[kind][measure, Role(role), size] = Tally(successes, instances)
        if current is not None:
            streaks[kind] = Streak(current=current, longest_won=won, longest_lost=lost)
    return {
        kind: Numbers(kind=kind, cells=cells[kind], streak=streaks[kind], pairings=())
        for kind in GameKind
    }


def most_met(user_id: int, kind: GameKind) -> tuple[Pairing, ...]:
    """Return one person's games of one kind with each of the people met most often; one query."""
    return _pairings(HeadToHead.objects.filter(user_id=user_id, kind=kind.value))


def head_to_head(user_id: int, other_id: int, kind: GameKind) -> Pairing | None:
    """Return one person's games with another; None if they never met in a game of this kind."""
    rows = HeadToHead.objects.filter(user_id=user_id, other_id=other_id, kind=kind.value)
    return next(iter(_pairings(rows)), None)


def games_together(user_id: int, other_id: int) -> Pairing | None:
    """Return one person's finished games with another, of all kinds; None if they never met in one."""
    rows = HeadToHead.objects.filter(user_id=user_id, other_id=other_id)
    sums = rows.aggregate(
        *map(Sum, ("same_wins", "same_games", "opposite_wins", "opposite_games")),
    )
    same = Tally(sums["same_wins__sum"] or 0, sums["same_games__sum"] or 0)
    opposite = Tally(sums["opposite_wins__sum"] or 0, sums["opposite_games__sum"] or 0)
    if not same.instances and not opposite.instances:
        return None
    return Pairing(other="", other_id=other_id, same=same, opposite=opposite)


def _pairings(rows: QuerySet[HeadToHead]) -> tuple[Pairing, ...]:
    """Return these games of one person and one kind with those met most often; one query."""
    met = rows.annotate(games=F("same_games") + F("opposite_games")).filter(games__gt=0)
    most_often = met.order_by("-games", "other_id").values("other_id")[:SHOWN_PAIRINGS]
    return tuple(
        Pairing(
            other="" if row.other.closed_at else row.other.display_name,
            other_id=row.other_id,
            same=Tally(row.same_wins, row.same_games),
            opposite=Tally(row.opposite_wins, row.opposite_games),
            address="" if row.other.closed_at else row.other.username,
        )
        # Names are read of these alone: somebody who has played for years has met thousands.
        for row in met.filter(other__in=most_often)
        .select_related("other")
        .order_by("-games", "other_id")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunityFilter:
    """A kind of game, all kinds for None, and optionally a size, band, or span of months."""

    kind: GameKind | None = GameKind.RANKED
    size: int | None = None
    band: int | None = None
    since: date | None = None
    until: date | None = None

    def __str__(self) -> str:
        chosen = (self.kind, self.size, self.band, self.since, self.until)
        return "-".join("any" if each is None else str(each) for each in chosen)


GROUPS = ("size", "band", "month")
CommunityNumbers: TypeAlias = dict[CommunityMeasure, Tally]


def community_by(group: str, wanted: CommunityFilter) -> dict[int | date, CommunityNumbers]:
    """Return the community's numbers for each size, band or month that has any, ascending."""
    if group not in GROUPS:
        raise ValueError("numbers are kept by size, band and month")
    sums = (
        _community(wanted)
        .values_list(group, "measure")
        .order_by(group, "measure")
        .annotate(successes_sum=Sum("successes"), instances_sum=Sum("instances"))
    )
    found: dict[int | date, CommunityNumbers] = {}
    for value, measure, successes, instances in sums:
        if instances:
            found.setdefault(value, {})[CommunityMeasure(measure)] = Tally(successes, instances)
    return found


def community(wanted: CommunityFilter) -> CommunityNumbers:
    """Return the community's numbers over all these games."""
    sums = (
        _community(wanted)
        .values_list("measure")
        .order_by("measure")
        .annotate(successes_sum=Sum("successes"), instances_sum=Sum("instances"))
    )
    return {
        CommunityMeasure(measure): Tally(successes, instances)
        for measure, successes, instances in sums
        if instances
    }


def commonest_kind() -> GameKind | None:
    """Return the kind of which most games were played; None, for all, while there are few of each kind."""
    games = (
        CommunityTally.objects.filter(measure=CommunityMeasure.LIBERAL_WINS.value)
        .values_list("kind")
        .annotate(games=Sum("instances"))
        .order_by("-games", "kind")
    )
    kind, count = games.first() or ("", 0)
    return GameKind(kind) if count >= ENOUGH_GAMES else None


def community_months() -> list[date]:
    """Return the first days of the months with numbers, the newest first."""
    months = CommunityTally.objects.values_list("month", flat=True)
    return list(months.distinct().order_by("-month"))


def _community(wanted: CommunityFilter) -> QuerySet[CommunityTally]:
    rows = CommunityTally.objects.all()
    if wanted.kind is not None:
        rows = rows.filter(kind=wanted.kind.value)
    if wanted.size is not None:
        rows = rows.filter(size=wanted.size)
    if wanted.band is not None:
        rows = rows.filter(band=wanted.band)
    if wanted.since is not None:
        rows = rows.filter(month__gte=wanted.since)
    if wanted.until is not None:
        rows = rows.filter(month__lte=wanted.until)
    return rows


def calibrations() -> dict[tuple[BoardKind, int], Calibration]:
    """Return for each board and table size how good the predictions are.

    Every size of the standard board, and of the rebalanced one the sizes with games.
    """
    bins: dict[tuple[BoardKind, int], list[CalibrationBin]] = {
        (BoardKind.STANDARD, size): [] for size in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    }
    for row in CalibrationTally.objects.filter(games__gt=0):
        bins.setdefault((BoardKind(row.board), row.size), []).append(
            CalibrationBin(
                number=row.number,
                games=row.games,
                liberal_wins=row.liberal_wins,
                predicted=row.predicted,
                loss=row.loss,
                size_loss=row.size_loss,
            )
        )
    # By size, the standard board first.
    in_order = sorted(bins, key=lambda table: (table[1], table[0] is not BoardKind.STANDARD))
    return {table: calibrate(bins[table]) for table in in_order}
