"""Reads for exports: whole records of finished games, a batch at a time.

A batch costs the same few queries however many games precede it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine.codec import decode_event
from games.engine.events import Event
from games.models import Game, GameResult, Seat, SeatResult
from games.records.recorder import record_of
from games.selectors.event_rows import event_rows
from games.selectors.past_games import outcome_of

A_BATCH = 50


class ExportCursor(NamedTuple):
    """The last game read, in the order of their ends."""

    at: datetime
    game_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """One finished game of a person, as a row of a table."""

    game_id: int
    code: str
    name: str
    ended_at: datetime
    kind: str
    edition: str
    board: str
    board_name: str
    size: int
    seat: int
    role: str
    team: str
    outcome: str
    winner: str
    victory: str
    rounds: int
    seconds: int
    predicted: float | None
    rating_before: float | None
    rating_after: float | None
    uncertainty_before: float | None
    uncertainty_after: float | None
    accuracy: float | None


def own_games(user_id: int, after: ExportCursor | None = None) -> list[GameLine]:
    """Return the next batch of a person's finished games, oldest first."""
    rows = SeatResult.objects.filter(user_id=user_id)
    if after is not None:
        later = Q(ended_at__gt=after.at) | Q(result_id__gt=after.game_id)
        rows = rows.filter(later, ended_at__gte=after.at)
    rows = rows.select_related("result__game").order_by("ended_at", "result_id")
    return [_line(row) for row in rows[:A_BATCH]]


def _line(row: SeatResult) -> GameLine:
    result, game = row.result, row.result.game
    return GameLine(
        game_id=row.result_id,
        code=game.code,
        name=game.name,
        ended_at=row.ended_at,
        kind=row.kind,
        edition=result.edition,
        board=result.board,
        board_name=game.board_name,
        size=row.size,
        seat=row.seat + 1,
        role=row.role,
        team=row.team,
        outcome=outcome_of(row).value,
        winner=result.winner,
        victory=result.victory,
        rounds=result.rounds,
        seconds=result.seconds,
        predicted=row.predicted,
        rating_before=row.rating_before,
        rating_after=row.rating_after,
        uncertainty_before=row.uncertainty_before,
        uncertainty_after=row.uncertainty_after,
        accuracy=row.accuracy,
    )


def finished_games(*, only_public: bool = False) -> Iterator[list[GameResult]]:
    """Yield all finished games in batches, in the order in which they were dealt."""
    last = 0
    results = _public_results() if only_public else GameResult.objects.all()
    results = results.select_related("game").order_by("pk")
    while batch := list(results.filter(pk__gt=last)[:A_BATCH]):
        yield batch
        last = batch[-1].pk


def public_games_between(
    since: datetime, until: datetime, after: ExportCursor | None = None
) -> list[GameResult]:
    """Return the next batch of public games that ended from `since` on and before `until`, oldest first."""
    results = _public_results().filter(ended_at__gte=since, ended_at__lt=until)
    if after is not None:
        later = Q(ended_at__gt=after.at) | Q(pk__gt=after.game_id)
        results = results.filter(later, ended_at__gte=after.at)
    return list(results.select_related("game").order_by("ended_at", "pk")[:A_BATCH])


def _public_results() -> QuerySet[GameResult]:
    """Results of public games. With `game__in` SQLite would read all public games again for each batch."""
    return GameResult.objects.filter(Exists(Game.objects.public().filter(pk=OuterRef("pk"))))


def place_of(code: str) -> ExportCursor | None:
    """Return the place of a finished public game among all of them; None for any other game."""
    found = _public_results().filter(game__code=code).first()
    return None if found is None else ExportCursor(found.ended_at, found.pk)


def records_of(
    game_ids: Collection[int],
    names: Mapping[int, list[str]],
    metas: Mapping[int, Mapping[str, Any]],
) -> dict[int, dict[str, Any]]:
    """Return the records of these games, ready for JSON."""
    logs: dict[int, list[Event]] = defaultdict(list)
    for game_id, row in event_rows(game_ids):
        logs[game_id].append(decode_event(row.kind, row.payload))
    return {
        game_id: record_of(logs[game_id], names[game_id], metas[game_id]) for game_id in game_ids
    }


def told_names_of(game_ids: Collection[int]) -> dict[int, list[str]]:
    """Return the names of the seats of these games; for who hides the list of games, the number of the seat."""
    return {
        game_id: [
            seat.shown_name
            if seat.user is None or seat.user.preferences.shows_games
            else f"#{seat.number + 1}"
            for seat in seats
        ]
        for game_id, seats in seats_of(game_ids).items()
    }


def seats_of(game_ids: Collection[int]) -> dict[int, list[Seat]]:
    """Return the seats of these games."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    rows = Seat.objects.filter(game_id__in=game_ids).select_related("user__preferences")
    for seat in rows.order_by("game_id", "number"):
        seats[seat.game_id].append(seat)
    return seats


def names_of(game_ids: Collection[int]) -> dict[int, list[str]]:
    """Return the names of the seats of these games, in the active language."""
    return {
        game_id: [seat.shown_name for seat in seats]
        for game_id, seats in seats_of(game_ids).items()
    }
