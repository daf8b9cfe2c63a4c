"""More time: whoever decides may extend the decision, once, if the host of the table allows it.

The clock is the server's, and everybody sees who took the time: it says no more than that this person has not
decided yet, which is public. It is not in the log, as no rule of the game knows of it.
"""

from datetime import datetime

from django.utils import timezone

from games import agreement
from games.models import Seat
from games.selectors.game import load_table
from games.services import decision_clock
from games.services.game import TRIES, reseat
from games.services.turn_notices import hold_turns
from games.table import GameTable
from games.values.refusals import GameError, ServiceReason


def take_more_time(
    *, game_id: int, user_id: int | None, decision: str, now: datetime | None = None
) -> None:
    """Extend this decision, which waits for this person, by half of its time; a second press changes nothing.

    Raises GameError (NOT_SEATED, GAME_OVER, STALE_DECISION, NO_MORE_TIME, TRY_AGAIN), Game.DoesNotExist.
    """
    for _attempt in range(TRIES):
        table = load_table(game_id)
        asked_at = now or timezone.now()
        if _is_taken(table, user_id, decision, asked_at):
            return
    raise GameError(ServiceReason.TRY_AGAIN)


def _is_taken(table: GameTable, user_id: int | None, decision: str, now: datetime) -> bool:
    seat = table.seat_of(user_id)
    if seat is None:
        raise GameError(ServiceReason.NOT_SEATED)
    if table.is_over or table.is_abandoned:
        raise GameError(ServiceReason.GAME_OVER)
    if decision != table.decision:
        raise GameError(ServiceReason.STALE_DECISION)
    if table.is_extended and table.extended_by == seat:
        return True
    is_too_late = table.deadline_at is not None and table.deadline_at <= now
    if is_too_late or not agreement.may_take_more_time(table, seat):
        raise GameError(ServiceReason.NO_MORE_TIME)
    # The clock of the site may be first: then the table is read again.
    extended = decision_clock.with_more_time(table, seat)
    if not reseat(before=table, after=extended):
        return False
    hold_turns(extended)
    Seat.objects.filter(game_id=table.game_id, number=seat).update(seen_at=now)
    return True
