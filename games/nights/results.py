"""Reads of what was played at a night, for its standing; only games that count."""

from collections.abc import Iterable

from django.db.models import QuerySet

from games.models import SeatResult, Void
from games.nights.models import Night, NightSeat, NightTable
from games.nights.standings import LIBERAL, Played


def seats_of(night: Night) -> QuerySet[NightSeat]:
    """Return all seats of a night's rounds, with people, tables, rounds and games, in the order of tables."""
    seats = NightSeat.objects.filter(table__round__night=night)
    read = seats.select_related("user", "table__game", "table__round")
    return read.order_by("table__number", "pk")


def played_at(seats: Iterable[NightSeat]) -> list[Played]:
    """Return who of these sat at a table of a game that has ended with a result, and how; one query.

    An abandoned game and one that was annulled count for nobody. Whoever did not come, or left before the end, has not
    won, whatever the stand-in achieved.
    """
    over = [seat for seat in seats if seat.table.outcome == NightTable.Outcome.FINISHED]
    results = SeatResult.objects.filter(result__in={seat.table.game_id for seat in over})
    counted = results.exclude(result__void=Void.ANNULLED)
    known = {
        (game, user): (team, won)
        for game, user, team, won in counted.values_list("result_id", "user_id", "team", "won")
    }
    played = []
    for seat in over:
        result = known.get((seat.table.game_id or 0, seat.user_id))
        if result is not None:
            team, won = result
            chance = seat.table.liberal_chance
            expected = chance if team == LIBERAL else 1 - chance
            row = Played(
                person=seat.user_id,
                table=seat.table_id,
                won=won and not seat.absence,
                expected=expected,
                team=team,
            )
            played.append(row)
    return played
