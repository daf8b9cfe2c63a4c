"""The pause before the next ranked game of a person who has left one.

It follows from results alone: nobody sets or lifts it, and an annulled game has none. Time in which the site
stood still is given back to every clock (services/outage.py), so an outage makes nobody a leaver.
"""

from datetime import datetime, timedelta

from games.models import Game, Seat, SeatResult, Void
from games.values.game_kind import GameKind
from games.values.ranked_pause import RankedPause
from games.values.timing import SLOW

# After the first, the second … game that was left; later ones are as long as the last.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (10, 20, 40, 60))
REMEMBERED = timedelta(days=3)


def ranked_pause(user_id: int, now: datetime) -> RankedPause | None:
    """Return the pause of this person; None if the next ranked game may begin. At most two queries.

    While a game that was left is running, its end or the way back to the seat is waited for; slow games
    stop nobody. Then one pause runs from the end of the last game, however many were left.
    """
    deserted = Seat.objects.filter(
        user_id=user_id, has_stand_in=True, game__status=Game.Status.RUNNING, game__is_ranked=True
    ).exclude(game__pace__in=SLOW)
    running = deserted.values_list("game__code", flat=True).first()
    left = SeatResult.objects.filter(
        user_id=user_id, is_leaver=True, kind=GameKind.RANKED, ended_at__gt=now - REMEMBERED
    ).exclude(result__void=Void.ANNULLED)
    ends = sorted(left.values_list("ended_at", flat=True))
    if running is not None:
        return RankedPause(left=len(ends) + 1, until=None, game_code=running)
    if not ends:
        return None
    until = ends[-1] + PAUSES[min(len(ends), len(PAUSES)) - 1]
    return RankedPause(left=len(ends), until=until, game_code="") if until > now else None
