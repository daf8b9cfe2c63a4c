"""The clock: plays what is due: a bot's turn, a decision whose time is up, a ready check, a rematch, a deal.

It is idempotent: a turn it plays is an ordinary action at an expected version, so any number of
processes may try, and one succeeds.
"""

import logging
from datetime import datetime, timedelta
from random import SystemRandom

from django.db import DatabaseError

from accounts.friends import tell_of_requests
from accounts.models import User
from accounts.own_sessions import end_expired
from accounts.services import close_due_accounts
from accounts.sign_outs import forget_old
from accounts.signals import time_to_spare
from games.bots import choose
from games.engine import legal_actions, observe
from games.engine.vocabulary import SeatNumber
from games.models import Game
from games.selectors.chat import said_at
from games.selectors.game import load_table
from games.services.agreement import end_pause, finish_deserted_games, handle_time_up
from games.services.bot_talk import games_to_speak_in, say_next
from games.services.closed_accounts import seat_missing_stand_ins
from games.services.game import act
from games.services.invitations import tell_of_invitations
from games.services.lobby import close_stale
from games.services.lobby_start import (
    deal_without_waiting,
    end_ready_checks,
    start_rematches,
)
from games.services.outage import move_deadlines
from games.services.packing import pack_some
from games.services.rating_rebuild import keep_up
from games.services.retention import forget_nightly
from games.services.setbacks import Setbacks
from games.services.statistics import NEW_A_SWEEP, count_due
from games.services.turn_notices import tell_whose_turn_it_is
from games.signals import tick
from games.table import GameTable
from games.values.actor import Actor
from games.values.timing import Hold

logger = logging.getLogger(__name__)

# One sweep must not hold the database thread for long; the rest follows in the next one.
GAMES_A_SWEEP = 50
ACTIONS_AT_ONCE = 200
TIDY_EVERY_SECONDS = 60.0

_broken: Setbacks[int] = Setbacks(logger, "Game %s could not be advanced")
_speechless: Setbacks[int] = Setbacks(logger, "The bots of game %s could not speak")
tidied_at: datetime | None = None
_are_more_due = False
"""Whether more games may be due for the statistics than the last sweep that counted could take."""


def run_due(now: datetime, *, only_play: bool = False, counts: bool = True) -> int:
    """Advance every game that is due; return the number of actions.

    What goes on beside play is looked after too, unless only play is asked for and no outage has just ended. `counts`:
    whether the statistics of games that have ended are part of that; if more are due than one sweep takes, they are anyway.
    """
    global _are_more_due
    outage = move_deadlines(now)
    tidy_up(now)
    end_ready_checks(now)
    start_rematches(now)
    deal_without_waiting(now)
    due = Game.objects.running().filter(due_at__lte=now).order_by("due_at")
    # Games that cannot be played leave the sweep to the others.
    due = due.exclude(pk__in=_broken.waiting(now))
    taken = 0
    for game_id in due.values_list("pk", flat=True)[:GAMES_A_SWEEP]:
        # One broken game must not stop the others; its content is never logged.
        with _broken.guarding(game_id, now):
            taken += advance(game_id, now)
    for game_id in games_to_speak_in(now, besides=_speechless.waiting(now)):
        # The talk of bots must not stop their games, and what they wanted to say is never logged.
        with _speechless.guarding(game_id, now):
            say_next(game_id, now)
    if not only_play or outage is not None:
        _look_beside(now, outage)
        if counts or _are_more_due:
            # Last, as no player waits for them.
            _are_more_due = count_due(now) >= NEW_A_SWEEP
    return taken


def _look_beside(now: datetime, outage: timedelta | None) -> None:
    """Do what is due beside play, for which no table waits."""
    try:
        tell_of_requests(now)
        tell_of_invitations(now)
        tick.send(Game, now=now, outage=outage)
    except DatabaseError:
        raise
    except Exception:
        # What goes on beside play must not stop it.
        logger.exception("A wing could not do what was due")
    keep_up(now)


def advance(game_id: int, now: datetime) -> int:
    """Play everything due in one game now; return the number of actions.

    Raises IllegalAction if a bot chooses an illegal one.
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
    """Play one action, or the end of the time; False if nothing is due."""
    if table.hold is Hold.PAUSED:
        # Bots wait during a pause; this one has just ended.
        return end_pause(table=table, now=now)
    waiting = table.undecided()
    for seat in waiting:
        if table.plays_itself(seat):
            return _play_for(table, seat, now)
    if table.deadline_at is not None and table.deadline_at <= now and waiting:
        return handle_time_up(table=table, now=now)
    return False


def _play_for(table: GameTable, seat: SeatNumber, now: datetime) -> bool:
    """Let a bot decide from its seat's Observation and what was said, and nothing else (R-113)."""
    chosen = choose(
        observe(table.state, seat),
        legal_actions(table.state, seat),
        SystemRandom(),
        said=said_at(table.game_id),
        level=table.occupants[seat].level,
    )
    actor = Actor.BOT if table.occupants[seat].is_bot else Actor.STAND_IN
    return act(table=table, action=chosen, actor=actor, now=now) is not None


def tidy_up(now: datetime) -> None:
    global tidied_at
    last = tidied_at
    if last is not None and 0 <= (now - last).total_seconds() < TIDY_EVERY_SECONDS:
        return
    tidied_at = now
    tidies = (
        tell_whose_turn_it_is,
        close_stale,
        _seat_missing_stand_ins,
        finish_deserted_games,
        end_expired,
        close_due_accounts,
        forget_old,
        forget_nightly,
        pack_some,
        _spare_time,
    )
    for tidy in tidies:
        try:
            tidy(now)
        except DatabaseError:
            raise
        except Exception:
            # No player waits for this, but every table waits for the sweep.
            logger.exception("Could not tidy up")


def _seat_missing_stand_ins(_now: datetime) -> None:
    seat_missing_stand_ins()


def _spare_time(now: datetime) -> None:
    time_to_spare.send(User, now=now)
