"""Reads of what was played at a night, for its standing; only games that count."""

from games.models import SeatResult, Void
from games.nights.models import Night, NightSeat, NightTable
from games.nights.standings import LIBERAL, Played


def played_at(night: Night) -> list[Played]:
    """Return who sat at which table of a game that has ended with a result, and how; two queries.

    An abandoned game and one that was annulled count for nobody. Whoever did not come, or left before the end, has not
    won, whatever the stand-in achieved.
    """
    seats = NightSeat.objects.filter(
        table__round__night=night, table__outcome=NightTable.Outcome.FINISHED
    )
    rows = list(
        seats.values_list(
            "user_id", "table_id", "table__game_id", "table__liberal_chance", "absence"
        )
    )
    results = SeatResult.objects.filter(result__in={game for _, _, game, _, _ in rows})
    counted = results.exclude(result__void=Void.ANNULLED)
    known = {
        (game, user): (team, won)
        for game, user, team, won in counted.values_list("result_id", "user_id", "team", "won")
    }
    played = []
    for user, table, game, chance, absence in rows:
        if (game, user) in known:
            team, won = known[game, user]
            expected = chance if team == LIBERAL else 1 - chance
            row = Played(
                person=user,
                table=table,
                won=won and not absence,
                expected=expected,
                team=team,
            )
            played.append(row)
    return played
