"""The clock: plays whatever is due: a bot's turn, a decision whose time is up, a ready check.

It is idempotent: a turn it plays is an ordinary action at an expected version, so any number of
processes may try and one wins.
"""

import logging
from datetime import datetime
from random import Random

from django.db import DatabaseError

from accounts.sign_outs import forget_old
from games.bots import choose
from games.engine import legal_actions, observe
from games.engine.vocabulary import SeatNumber
from games.models import Game
from games.selectors.game import load_table
from games.services.agreement import end_pause, play_on_deserted, run_out
from games.services.game import act
from games.services.lobby import close_stale
from games.services.lobby_start import end_ready_checks
from games.services.outage import move_deadlines
from games.services.rating_rebuild import keep_up
from games.services.seats import seat_missing_stand_ins
from games.services.setbacks import Setbacks
from games.services.statistics import count_due
from games.table import GameTable
from games.values.actor import Actor
from games.values.timing import Hold

logger = logging.getLogger(__name__)

# One sweep never holds the database thread for long; the rest is due in the next one.
GAMES_A_SWEEP = 50
ACTIONS_AT_ONCE = 200
TIDY_EVERY_SECONDS = 60.0

_broken: Setbacks[int] = Setbacks(logger, "Game %s could not be advanced")
tidied_at: datetime | None = None


def run_due(now: datetime) -> int:
    """Advance every game that is due; how many actions that took."""
    move_deadlines(now)
    tidy_up(now)
    end_ready_checks(now)
    due = Game.objects.running().filter(due_at__lte=now).order_by("due_at")
    # However many cannot be played, they leave the sweep to those that can.
    due = due.exclude(pk__in=_broken.waiting(now))
    taken = 0
    for game_id in due.values_list("pk", flat=True)[:GAMES_A_SWEEP]:
        # One broken game must not stop all others; what is in it is never logged.
        with _broken.guarding(game_id, now):
            taken += advance(game_id, now)
    keep_up(now)
    # Nobody waits for statistics, so they come last.
    count_due(now)
    return taken


def advance(game_id: int, now: datetime) -> int:
    """Play everything that is due in one game at this moment; how many actions that took.

    Raises IllegalAction if a bot's choice is none.
    """
    taken = 0
    for _step in range(ACTIONS_AT_ONCE):
        table = load_table(game_id)
        if table.is_over or table.is_abandoned or table.due_at is None or table.due_at > now:
            break
        if not _play_due(table, now):
            break
        taken += 1
    return taken


def _play_due(table: GameTable, now: datetime) -> bool:
    """One action, or what happens when the time is up; False when there is nothing to do."""
    if table.hold is Hold.PAUSED:
        # Bots wait as long as it lasts; now it is over.
        return end_pause(table=table, now=now)
    waiting = table.undecided()
    for seat in waiting:
        if table.plays_itself(seat):
            return _play_for(table, seat, now)
    if table.deadline_at is not None and table.deadline_at <= now and waiting:
        return run_out(table=table, now=now)
    return False


def _play_for(table: GameTable, seat: SeatNumber, now: datetime) -> bool:
    """Let a bot decide from what its seat knows, and from nothing else (R-113)."""
    chosen = choose(
        observe(table.state, seat),
        legal_actions(table.state, seat),
        Random(),  # noqa: S311
    )
    actor = Actor.BOT if table.occupants[seat].is_bot else Actor.STAND_IN
    return act(table=table, action=chosen, actor=actor, now=now) is not None


def tidy_up(now: datetime) -> None:
    global tidied_at
    last = tidied_at
    if last is not None and 0 <= (now - last).total_seconds() < TIDY_EVERY_SECONDS:
        return
    tidied_at = now
    for tidy in (close_stale, _seat_missing_stand_ins, play_on_deserted, forget_old):
        try:
            tidy(now)
        except DatabaseError:
            raise
        except Exception:
            # Nobody waits for it, and every table for the sweep.
            logger.exception("Could not tidy up")


def _seat_missing_stand_ins(_now: datetime) -> None:
    seat_missing_stand_ins()
