"""The pace of a practice game: bots go on by themselves, one step for each press, or fast.

Nothing of it is in the log: no rule knows of it, and bots decide the same at any pace.
"""

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from games.selectors.game import load_table
from games.services import decision_clock
from games.services.game import TRIES, reseat
from games.table import GameTable
from games.values.bots import BotPace
from games.values.refusals import GameError, ServiceReason
from games.values.timing import Hold

_Change = Callable[[GameTable, datetime], GameTable]


def set_bot_pace(*, game_id: int, user_id: int | None, pace: BotPace) -> None:
    """Choose the pace of the bots at one's own practice table; what is due follows it at once.

    Raises GameError (NOT_SEATED, NOT_NOW, GAME_OVER, TRY_AGAIN), Game.DoesNotExist.
    """

    def with_pace(table: GameTable, now: datetime) -> GameTable:
        return decision_clock.with_clock(table.but(bot_pace=pace), table.deadline_at, now)

    _change(game_id, user_id, with_pace)


def next_step(*, game_id: int, user_id: int | None, decision: str) -> None:
    """Let bots make this decision, for which they wait; a second press changes nothing.

    Raises GameError (NOT_SEATED, NOT_NOW, GAME_OVER, TRY_AGAIN), Game.DoesNotExist.
    """

    def stepping(table: GameTable, now: datetime) -> GameTable:
        is_asked = table.waits_for_step and table.decision == decision
        return table.but(due_at=now) if is_asked else table

    _change(game_id, user_id, stepping)


def require_practice(table: GameTable, user_id: int | None) -> None:
    """Raise GameError (NOT_SEATED, NOT_NOW) unless this person plays here alone with bots."""
    if table.seat_of(user_id) is None:
        raise GameError(ServiceReason.NOT_SEATED)
    if not table.is_practice:
        raise GameError(ServiceReason.NOT_NOW)


def _change(game_id: int, user_id: int | None, change: _Change) -> None:
    for _attempt in range(TRIES):
        # A bot may write at the same moment.
        table = load_table(game_id)
        require_practice(table, user_id)
        if table.is_over or table.is_abandoned:
            raise GameError(ServiceReason.GAME_OVER)
        if table.hold is Hold.PAUSED:
            raise GameError(ServiceReason.NOT_NOW)
        after = change(table, timezone.now())
        if after == table or reseat(before=table, after=after):
            return
    raise GameError(ServiceReason.TRY_AGAIN)
