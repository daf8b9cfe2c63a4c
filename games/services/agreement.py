"""What the people at a table agree on: a pause, stand-ins for the absent, abandoning the game.

Doors: speak (a person proposes, agrees, declines, ends a pause), run_out (the time for a decision is
up). One motion at a time, its answers open to everybody; it carries when all agree who are living
and play their own seats, and one refusal ends it. It ends with the decision it was made in, so that
nobody's agreement of earlier counts when others have gone. What may be agreed on is asked again at every
answer (`has_open_motion`). None of this is in the log: no rule knows of it.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from django.utils import timezone

from games.agreement_request import PROPOSED, AgreementRequest, Word
from games.engine.vocabulary import SeatNumber
from games.models import Game
from games.selectors.game import GameTable, load_table
from games.services import decision_clock
from games.services.errors import GameError, ServiceReason
from games.services.game import TRIES, reseat, seat_stand_ins
from games.timing import Hold, Motion, Pace, TimeUp, vote_seconds


def speak(
    *, game_id: int, user_id: int | None, request: AgreementRequest, now: datetime | None = None
) -> GameTable:
    """A person says a word; saying it twice changes nothing. The table afterwards.

    Raises GameError (NOT_SEATED, GAME_OVER, NOT_ASKED, MOTION_OPEN, MOTION_SETTLED, NOT_NOW,
    TRY_AGAIN), Game.DoesNotExist.
    """
    for _attempt in range(TRIES):
        # Judged by the newest version only: agreements are rare.
        table = load_table(game_id)
        seat = _seat(table, user_id)
        if _is_said(table, seat, request) or _say(table, seat, request, now or timezone.now()):
            return load_table(game_id)
    raise GameError(ServiceReason.TRY_AGAIN)


def _seat(table: GameTable, user_id: int | None) -> SeatNumber:
    seat = table.seat_of(user_id)
    if seat is None:
        raise GameError(ServiceReason.NOT_SEATED)
    if table.is_over or table.is_abandoned:
        raise GameError(ServiceReason.GAME_OVER)
    return seat


def _is_said(table: GameTable, seat: SeatNumber, request: AgreementRequest) -> bool:
    """Whether this very word has been heard: a second click, or a message that came twice."""
    match request.word:
        case Word.AGREE:
            return (
                request.number == table.motion_number
                and table.answer_of(seat) is True
                and set(table.agreeing()) != set(table.voters())
            )
        case Word.DECLINE:
            return request.number == table.motion_number and table.answer_of(seat) is False
        case Word.GO_ON:
            return request.number == table.motion_number and table.hold is not Hold.PAUSED
        case _:
            return (
                request.number == table.motion_number - 1
                and table.motion is PROPOSED[request.word]
                and table.answer_of(seat) is True
            )


def _say(table: GameTable, seat: SeatNumber, request: AgreementRequest, now: datetime) -> bool:
    if seat not in table.voters():
        raise GameError(ServiceReason.NOT_ASKED)
    if request.number != table.motion_number:
        raise GameError(ServiceReason.MOTION_SETTLED)
    match request.word:
        case Word.GO_ON:
            return _go_on(table, now)
        case Word.AGREE | Word.DECLINE if not table.has_open_motion:
            raise GameError(ServiceReason.MOTION_SETTLED)
        case Word.AGREE:
            return _settle(table, table, seat, now)
        case Word.DECLINE:
            return _decline(table, seat, now)
        case word:
            return _propose(table, seat, PROPOSED[word], now)


def _propose(table: GameTable, seat: SeatNumber, motion: Motion, now: datetime) -> bool:
    if table.has_open_motion:
        raise GameError(ServiceReason.MOTION_OPEN)
    if motion not in table.motions():
        raise GameError(ServiceReason.NOT_NOW)
    number = table.motion_number + 1
    return _settle(
        table, replace(table, motion=motion, motion_number=number, declined_in=""), seat, now
    )


def _settle(before: GameTable, table: GameTable, seat: SeatNumber, now: datetime) -> bool:
    """This seat agrees; if it was the last one, what was asked for is done."""
    if set(table.agreeing()) | {seat} != set(table.voters()):
        return reseat(before=before, after=table, answer=(seat, True))
    match table.motion:
        case Motion.PAUSE:
            paused = replace(
                table, hold=Hold.PAUSED, paused_at=now, due_at=None, motion=Motion.NONE
            )
            return reseat(before=before, after=paused, answer=(seat, True))
        case Motion.STAND_IN:
            return seat_stand_ins(table=before, now=now)
        case _:
            ended = replace(decision_clock.without_hold(table), deadline_at=None, due_at=None)
            return reseat(
                before=before, after=ended, status=Game.Status.ABANDONED, finished_at=now
            )


def _decline(table: GameTable, seat: SeatNumber, now: datetime) -> bool:
    if table.hold is Hold.VOTING:
        return seat_stand_ins(table=table, now=now)
    declined = replace(table, declined_in=table.decision)
    return reseat(before=table, after=declined, answer=(seat, False))


def _go_on(table: GameTable, now: datetime) -> bool:
    """The pause is over: everything moves on by as long as it lasted."""
    if table.hold is not Hold.PAUSED or table.paused_at is None:
        raise GameError(ServiceReason.NOT_NOW)
    pause = max(now - table.paused_at, timedelta())
    running = decision_clock.without_hold(table)
    if running.opened_at is not None:
        running = replace(running, opened_at=running.opened_at + pause)
    deadline = table.deadline_at and table.deadline_at + pause
    return reseat(before=table, after=decision_clock.with_clock(running, deadline, now))


def run_out(*, table: GameTable, now: datetime) -> bool:
    """The time is up: what this table has chosen for that happens. False: somebody was first."""
    if table.hold is Hold.NONE and table.time_up is TimeUp.WAIT:
        waiting = replace(
            decision_clock.without_hold(table), hold=Hold.WAITING, deadline_at=None, due_at=None
        )
        return reseat(before=table, after=waiting)
    if table.hold is Hold.NONE and table.time_up is TimeUp.VOTE:
        voting = replace(table, hold=Hold.VOTING)
        if voting.voters() and voting.has_quorum:
            ends = now + timedelta(seconds=vote_seconds(Pace(table.pace)))
            return reseat(
                before=table,
                after=replace(
                    voting,
                    motion=Motion.ABANDON,
                    motion_number=table.motion_number + 1,
                    declined_in="",
                    deadline_at=ends,
                    due_at=ends,
                ),
            )
    return seat_stand_ins(table=table, now=now)
