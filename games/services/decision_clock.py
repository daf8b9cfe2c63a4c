"""The clock of one decision: people's deadline, and when the site has to act next.

Takes and returns GameTables; services.game, new_game and agreement write them. It does not know who
decides what: the time is the same for every role and every act (R-113).
"""

from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any

from django.conf import settings

from games import agreement
from games.engine.vocabulary import SeatNumber
from games.table import GameTable
from games.values.bots import BotPace
from games.values.moments import LONGEST_SECONDS
from games.values.timing import (
    Hold,
    Motion,
    bot_pause,
    decision_seconds,
    grace_seconds,
    more_seconds,
    pause_seconds,
    waiting_seconds,
)

CHANCE = SystemRandom()
FAST_SECONDS = 0.25
"""What bots take for a decision when somebody wants to see the end."""
HASTE = 0.5
"""Bots speak after this part of the pause in which they act: they say something before they go on."""


def _game_time(table: GameTable, now: datetime) -> datetime:
    """Return the time on the game's clock, which stands still in a pause."""
    return table.paused_at or now


def with_new_decision(table: GameTable, now: datetime, *, shown: float = 0.0) -> GameTable:
    """Set the clock for the decision that has just opened; a motion about the last one ends.

    `shown` is for how many seconds people watch what led to it. Bots wait for that; the time of people
    begins after it, later by LONGEST_SECONDS at most.
    """
    if table.is_over or table.hold in (Hold.WAITING, Hold.VOTING):
        # The hold ends with its decision.
        table = without_hold(table)
    table = table.but(
        opened_at=_game_time(table, now),
        motion=Motion.NONE,
        declined_in="",
        extended_in="",
        extended_by=None,
    )
    deadline = _deadline(table)
    if table.bot_pace is BotPace.FAST:
        shown = 0.0
    if deadline is not None:
        deadline += timedelta(seconds=min(shown, LONGEST_SECONDS))
    return with_clock(table, deadline, now + timedelta(seconds=shown))


def with_more_time(table: GameTable, seat: SeatNumber) -> GameTable:
    """The player in this seat takes half as much time again for the open decision."""
    assert table.deadline_at is not None
    phase, players = table.state.phase, table.state.ruleset.players
    more = timedelta(seconds=more_seconds(table.pace, phase, players))
    deadline = table.deadline_at + more
    is_for_bots = any(table.plays_itself(each) for each in table.undecided())
    return table.but(
        extended_in=table.decision,
        extended_by=seat,
        deadline_at=deadline,
        # The pause of a bot goes on.
        due_at=table.due_at if is_for_bots else deadline,
    )


def with_ballot_in(table: GameTable) -> GameTable:
    """After the last bot's vote only the deadline is due."""
    if any(table.plays_itself(seat) for seat in table.undecided()):
        return table
    return table.but(due_at=pause_ends_at(table) or table.deadline_at)


def with_stand_in(table: GameTable, now: datetime) -> GameTable:
    """A person left: the others keep their time, the stand-in takes a bot's pause.

    A pause or a wait ends when the last person who could end it has left.
    """
    if table.hold is not Hold.NONE and not agreement.voters(table):
        if table.hold is Hold.PAUSED:
            return after_pause(table, now)
        table = table.but(deadline_at=now)
    is_about_absent = table.hold in (Hold.WAITING, Hold.VOTING) or table.motion is Motion.STAND_IN
    if is_about_absent and all(table.plays_itself(seat) for seat in table.undecided()):
        table = without_hold(table)
    return with_clock(table, table.deadline_at, now)


def with_person_back(table: GameTable, now: datetime) -> GameTable:
    """A person came back during their own decision and gets the remaining time, or the grace.

    However often people leave and come back, no decision takes longer than twice its time.
    """
    if table.hold in (Hold.WAITING, Hold.VOTING) or table.motion is Motion.STAND_IN:
        return with_clock(table, table.deadline_at, now)
    if table.opened_at is None:
        return with_new_decision(table, now)
    deadline = _deadline(table)
    if deadline is not None:
        seconds = (deadline - table.opened_at).total_seconds()
        grace = timedelta(seconds=grace_seconds(round(seconds)))
        latest = table.opened_at + 2 * timedelta(seconds=seconds)
        deadline = max(deadline, min(_game_time(table, now) + grace, latest))
    return with_clock(table, deadline, now)


def pause_ends_at(table: GameTable) -> datetime | None:
    """Return when a pause ends by itself; None if there is none."""
    if table.paused_at is None:
        return None
    return table.paused_at + timedelta(seconds=pause_seconds(table.pace))


def after_pause(table: GameTable, now: datetime) -> GameTable:
    """The pause is over: all times move on by its length."""
    assert table.paused_at is not None
    pause = max(now - table.paused_at, timedelta())
    running = without_hold(table)
    if running.opened_at is not None:
        running = running.but(opened_at=running.opened_at + pause)
    return with_clock(running, table.deadline_at and table.deadline_at + pause, now)


def waiting_until(table: GameTable) -> datetime | None:
    """Return until when a table waits for people whose time is up; None without a limit."""
    deadline = _deadline(table)
    return deadline and deadline + timedelta(seconds=waiting_seconds(table.pace))


def without_hold(table: GameTable) -> GameTable:
    """The ordinary course again: motions made during the hold end."""
    return table.but(hold=Hold.NONE, paused_at=None, motion=Motion.NONE, declined_in="")


def with_clock(table: GameTable, deadline: datetime | None, now: datetime) -> GameTable:
    """Set this deadline, if there is a person to keep it, and the time of the site's next act.

    A bot's pause begins now; in practice bots may wait for a press, or hurry.
    """
    playing_themselves = [table.plays_itself(seat) for seat in table.undecided()]
    if all(playing_themselves):
        deadline = None
    due = deadline
    if any(playing_themselves):
        is_fast = table.bot_pace is BotPace.FAST
        pause = FAST_SECONDS if is_fast else bot_pause(CHANCE, settings.BOT_PAUSE_SECONDS)
        due = now + timedelta(seconds=pause)
        if table.but(due_at=None).waits_for_step:
            due = None
    return table.but(deadline_at=deadline, due_at=pause_ends_at(table) or due)


def pause_before_speaking() -> timedelta:
    """Return how long bots wait before they say the next line; it does not depend on what anybody knows."""
    return timedelta(seconds=HASTE * bot_pause(CHANCE, settings.BOT_PAUSE_SECONDS))


def _deadline(table: GameTable) -> datetime | None:
    kind = (table.pace, table.state.phase, table.state.ruleset.players)
    seconds = decision_seconds(*kind)
    if seconds is None or table.opened_at is None:
        return None
    if table.is_extended:
        seconds += more_seconds(*kind)
    return table.opened_at + timedelta(seconds=seconds)


def columns(table: GameTable) -> dict[str, Any]:
    """Return the columns of Game that hold the clock."""
    return {
        "opened_at": table.opened_at,
        "deadline_at": table.deadline_at,
        "due_at": table.due_at,
        "hold": table.hold.value,
        "paused_at": table.paused_at,
        "motion": table.motion.value,
        "motion_number": table.motion_number,
        "declined_in": table.declined_in,
        "extended_in": table.extended_in,
        "extended_by": table.extended_by,
        "bot_pace": table.bot_pace.value,
    }
