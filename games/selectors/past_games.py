"""Reads of lists of finished games: one page of a person's games, however many there are.

Pages are found by a cursor between two games (keyset pagination), so the thousandth costs what the
first does. Rows of private tables carry no address for readers who did not sit there.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from typing import Any

from django.db.models import F, FilteredRelation, OuterRef, Q, QuerySet, Subquery, Sum

from accounts.models import User
from games.models import GameResult, PlayerTally, SeatResult, Void
from games.selectors.people import person_of
from games.selectors.tally_columns import instances_of
from games.statistics import Measure
from games.statistics.bests import SHORTEST_STREAK
from games.values.game_kind import GameKind
from games.values.player import (
    Cursor,
    GameFilter,
    Outcome,
    PastGame,
    PastGames,
    Person,
    RatedGame,
    RatedSeat,
)

ROWS = 25


def past_games(
    user_id: int,
    wanted: GameFilter,
    cursor: Cursor | None = None,
    *,
    viewer_id: int | None = None,
    rows: int = ROWS,
) -> PastGames:
    """Return one page of a player's finished games, newest first, as the reader may see it."""
    found = _filtered(user_id, wanted, cursor)
    if wanted.with_id is not None:
        shared = _shared(user_id, wanted.with_id, wanted, cursor)
        found = found.filter(result__in=_in_order(shared, cursor).values("result")[: rows + 1])
    # One more than shown tells whether there is another page.
    seats = list(_in_order(found, cursor).select_related("result__game")[: rows + 1])
    has_more = len(seats) > rows
    seats = seats[:rows]
    is_newer = cursor is not None and cursor.is_newer
    if is_newer:
        seats.reverse()
    return PastGames(
        games=_told(seats, viewer_id),
        newer=_cursor(seats, 0, is_newer=True)
        if (has_more if is_newer else cursor is not None)
        else None,
        older=_cursor(seats, -1) if is_newer or has_more else None,
    )


def _cursor(seats: list[SeatResult], place: int, *, is_newer: bool = False) -> Cursor | None:
    if not seats:
        return None
    seat = seats[place]
    return Cursor(seat.ended_at, seat.result_id, is_newer)


def _in_order(rows: QuerySet[SeatResult], cursor: Cursor | None) -> QuerySet[SeatResult]:
    if cursor is None:
        return rows.order_by("-ended_at", "-result_id")
    if cursor.is_newer:
        later = Q(ended_at__gt=cursor.at) | Q(result_id__gt=cursor.game_id)
        return rows.filter(later).order_by("ended_at", "result_id")
    earlier = Q(ended_at__lt=cursor.at) | Q(result_id__lt=cursor.game_id)
    return rows.filter(earlier).order_by("-ended_at", "-result_id")


def _filtered(user_id: int, wanted: GameFilter, cursor: Cursor | None) -> QuerySet[SeatResult]:
    rows = SeatResult.objects.filter(user_id=user_id)
    if wanted.kind is not None:
        rows = rows.filter(kind=wanted.kind)
    if wanted.role is not None:
        rows = rows.filter(role=wanted.role)
    if wanted.size is not None:
        rows = rows.filter(size=wanted.size)
    if wanted.won is not None:
        counts = Q(result__void=Void.NO) | Q(result__void=Void.LEFT_EARLY, is_leaver=True)
        rows = rows.filter(counts, won=wanted.won)
    bounds = _bounds(wanted, cursor)
    return rows.filter(*((f"ended_at__{bound}", at) for bound, at in bounds))


def _shared(
    user_id: int, other_id: int, wanted: GameFilter, cursor: Cursor | None
) -> QuerySet[SeatResult]:
    """Return the results of the games of both, of the one of them who has fewer games.

    The database goes along this list, and looks each game up in the longer one: where both are one condition it may go
    along the longer one, to its end if the two hardly ever met.
    """
    own = _filtered(user_id, wanted, cursor)
    # Who plays which side, and wins, differs between the two.
    others = _filtered(other_id, replace(wanted, role=None, won=None), cursor)
    short, long = (own, others) if _has_fewer_games(user_id, other_id) else (others, own)
    # With the moment, and a range, it is found in the index of the history, where this person's games lie together: for one
    # result PostgreSQL would take that of all games.
    result = OuterRef("result")
    same = long.filter(ended_at=OuterRef("ended_at"), result__gte=result, result__lte=result)
    both = Subquery(same.order_by().values("result"))
    return short.alias(both=both).filter(both__isnull=False)


def _has_fewer_games(user_id: int, other_id: int) -> bool:
    """Whether the first has fewer counted games than the second; one query."""
    tallies = PlayerTally.objects.filter(user__in=(user_id, other_id)).values_list("user")
    games: dict[int, int] = dict(tallies.annotate(games=Sum(instances_of(Measure.WON))))
    return games.get(user_id, 0) < games.get(other_id, 0)


def _bounds(wanted: GameFilter, cursor: Cursor | None) -> list[tuple[str, datetime]]:
    """Return between which moments the games ended, as conditions for `ended_at`."""
    bounds = []
    if wanted.since is not None:
        bounds.append(("gte", datetime.combine(wanted.since, time(), UTC)))
    if wanted.until is not None:
        # Not the start of the next day: the last possible day has none.
        bounds.append(("lte", datetime.combine(wanted.until, time.max, UTC)))
    if cursor is not None:
        # The plain bound uses the index; `_in_order` separates games of the same moment.
        bounds.append(("gte" if cursor.is_newer else "lte", cursor.at))
    return bounds


def _told(seats: Collection[SeatResult], viewer_id: int | None) -> tuple[PastGame, ...]:
    tables: dict[int, list[AtTable]] = defaultdict(list)
    at_tables = SeatResult.objects.filter(result__in=[seat.result_id for seat in seats])
    for each in at_tables.select_related("user").order_by("result", "seat"):
        tables[each.result_id].append(AtTable(user=each.user, team=each.team))
    return tuple(tell_game(seat, tables[seat.result_id], viewer_id) for seat in seats)


@dataclass(frozen=True, slots=True)
class AtTable:
    """Somebody who sat at a table, and on which team."""

    user: User
    team: str


def tell_game(seat: SeatResult, table: Sequence[AtTable], viewer_id: int | None) -> PastGame:
    """Return one finished game as the reader may see it; `table` are all its people, in the order of their seats."""
    result, game = seat.result, seat.result.game
    people = {seat.user_id, *(each.user.pk for each in table)}
    is_shown = game.is_told_to_all or viewer_id in people
    return PastGame(
        code=game.code if is_shown else "",
        name=game.name if is_shown else "",
        kind=GameKind(seat.kind),
        edition=result.edition,
        board=result.board,
        board_name=game.board_name if is_shown else "",
        role=seat.role,
        outcome=outcome_of(seat),
        victory=result.victory,
        size=seat.size,
        ended_at=seat.ended_at,
        seconds=result.seconds,
        rounds=result.rounds,
        mates=_people(seat, table, same_team=True),
        opponents=_people(seat, table, same_team=False),
        rating_before=seat.rating_before,
        rating_after=seat.rating_after,
        predicted=seat.predicted,
    )


def _people(seat: SeatResult, table: Iterable[AtTable], *, same_team: bool) -> tuple[Person, ...]:
    return tuple(
        person_of(each.user)
        for each in table
        if (each.team == seat.team) == same_team and each.user.pk != seat.user_id
    )


def outcome_of(seat: SeatResult) -> Outcome:
    """Return the game's outcome for the person in this seat."""
    if seat.result.void == Void.ANNULLED:
        return Outcome.VOID
    if seat.is_leaver:
        return Outcome.LEFT
    if seat.result.void:
        return Outcome.VOID
    return Outcome.WON if seat.won else Outcome.LOST


@dataclass(frozen=True, slots=True)
class RankedForm:
    """How somebody's latest ranked games ended."""

    outcomes: list[Outcome]
    """The newest last."""
    streak: int
    """How many were just won in a row; 0 below two."""


def latest_ranked(user_ids: Collection[int], most: int) -> dict[int, RankedForm]:
    """Return how each person's last ranked games ended; nothing of who hides the games; two queries."""
    ranked = SeatResult.objects.filter(kind=GameKind.RANKED).order_by("-ended_at", "-result_id")
    # Where the last ones begin, for each by itself: not all games of everybody are read and sorted.
    first = ranked.filter(user=OuterRef("pk")).values("ended_at")[most - 1 : most]
    shown = User.objects.filter(pk__in=user_ids, preferences__shows_games=True)
    people = list(shown.annotate(since=Subquery(first)).values_list("pk", "since"))
    since = [Q(user=pk) if at is None else Q(user=pk, ended_at__gte=at) for pk, at in people]
    of_kind = FilteredRelation("user__streaks", condition=Q(user__streaks__kind=GameKind.RANKED))
    rows: Any = (
        ranked.filter(Q(*since, _connector=Q.OR) if since else Q(pk__in=[]))
        .annotate(streaks=of_kind)
        .annotate(streak=F("streaks__current"))
        .select_related("result")
        .order_by("user_id", "ended_at", "result_id")
    )
    latest: dict[int, RankedForm] = {}
    for row in rows:
        streak = row.streak if (row.streak or 0) >= SHORTEST_STREAK else 0
        latest.setdefault(row.user_id, RankedForm([], streak)).outcomes.append(outcome_of(row))
    for form in latest.values():
        # Two games may have ended at the same moment.
        del form.outcomes[:-most]
    return latest


def prediction_of(game_id: int) -> float | None:
    """Return the liberals' chance before a finished ranked game; None for any other game; one query."""
    found = GameResult.objects.filter(pk=game_id, kind=GameKind.RANKED)
    return found.values_list("prediction", flat=True).first()


def rated_game(game_id: int) -> RatedGame | None:
    """Return a finished ranked game's effect on ratings; None for any other game."""
    result = GameResult.objects.filter(pk=game_id, kind=GameKind.RANKED).first()
    if result is None:
        return None
    seats = SeatResult.objects.filter(result=result).select_related("user").order_by("seat")
    return RatedGame(
        prediction=result.prediction,
        void=result.void,
        seats=tuple(
            RatedSeat(
                name=seat.user.display_name,
                team=seat.team,
                won=seat.won,
                is_leaver=seat.is_leaver,
                predicted=seat.predicted,
                before=seat.rating_before,
                after=seat.rating_after,
            )
            for seat in seats
            if seat.predicted is not None
            and seat.rating_before is not None
            and seat.rating_after is not None
        ),
    )
