"""Agreements of the people at a table: a pause, stand-ins for the absent, abandoning the game.

One motion is open at a time, and its answers are public. It carries when all agree who are living
and play their own seats; one refusal ends it. It also ends with the decision during which it was
made, so an earlier yes does not count once others have gone.

An absent person cannot keep the others waiting for ever: pauses and waits end by themselves, and
silence on whether a stand-in decides counts as a yes. Every answer checks again what may be agreed
on (`has_open_motion`). None of this is in the log, as no rule of the game knows of it.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from django.utils import timezone

from games import agreement
from games.engine.vocabulary import SeatNumber
from games.models import Game, Seat
from games.selectors.game import load_table
from games.selectors.presence import deserted_games, held_without_end
from games.services import decision_clock
from games.services.game import TRIES, reseat, seat_stand_ins
from games.table import GameTable
from games.values.agreement_request import PROPOSED, AgreementAction, AgreementRequest
from games.values.bots import BotPace
from games.values.refusals import GameError, ServiceReason
from games.values.timing import Hold, Motion, Pace, TimeUp, vote_seconds, waiting_seconds

logger = logging.getLogger(__name__)


def submit_agreement(
    *, game_id: int, user_id: int | None, request: AgreementRequest, now: datetime | None = None
) -> None:
    """Propose a motion, answer it, or end a pause; a repeated request changes nothing.

    Raises GameError (NOT_SEATED, GAME_OVER, NOT_ASKED, MOTION_OPEN, MOTION_SETTLED, NOT_NOW,
    TRY_AGAIN), Game.DoesNotExist.
    """
    for _attempt in range(TRIES):
        # Decided on the newest version: agreements are rare, so a reload is cheap.
        table = load_table(game_id)
        seat = _seat(table, user_id)
        acted_at = now or timezone.now()
        if _is_done(table, seat, request) or _carry_out(table, seat, request, acted_at):
            Seat.objects.filter(game_id=game_id, number=seat).update(seen_at=acted_at)
            return
    raise GameError(ServiceReason.TRY_AGAIN)


def _seat(table: GameTable, user_id: int | None) -> SeatNumber:
    seat = table.seat_of(user_id)
    if seat is None:
        raise GameError(ServiceReason.NOT_SEATED)
    if table.is_over or table.is_abandoned:
        raise GameError(ServiceReason.GAME_OVER)
    return seat


def _is_done(table: GameTable, seat: SeatNumber, request: AgreementRequest) -> bool:
    """Whether this request has already been carried out: a second click, or a message that came twice."""
    match request.action:
        case AgreementAction.AGREE:
            return (
                request.number == table.motion_number
                and agreement.answer_of(table, seat) is True
                and set(agreement.agreeing(table)) != set(agreement.voters(table))
            )
        case AgreementAction.DECLINE:
            return (
                request.number == table.motion_number and agreement.answer_of(table, seat) is False
            )
        case AgreementAction.GO_ON:
            return request.number == table.motion_number and table.hold is not Hold.PAUSED
        case _:
            return (
                request.number == table.motion_number - 1
                and table.motion is PROPOSED[request.action]
                and agreement.answer_of(table, seat) is True
            )


def _carry_out(
    table: GameTable, seat: SeatNumber, request: AgreementRequest, now: datetime
) -> bool:
    is_asked = seat in agreement.voters(table)
    if request.action is AgreementAction.STAND_IN:
        is_asked = agreement.may_ask_for_stand_in(table, seat)
    if not is_asked:
        raise GameError(ServiceReason.NOT_ASKED)
    if request.number != table.motion_number:
        raise GameError(ServiceReason.MOTION_SETTLED)
    match request.action:
        case AgreementAction.GO_ON:
            return _go_on(table, now)
        case AgreementAction.AGREE | AgreementAction.DECLINE if not agreement.has_open_motion(
            table
        ):
            raise GameError(ServiceReason.MOTION_SETTLED)
        case AgreementAction.AGREE:
            return _settle(table, table, seat, now)
        case AgreementAction.DECLINE:
            return _decline(table, seat, now)
        case action:
            return _propose(table, seat, PROPOSED[action], now)


def _propose(table: GameTable, seat: SeatNumber, motion: Motion, now: datetime) -> bool:
    if agreement.has_open_motion(table):
        raise GameError(ServiceReason.MOTION_OPEN)
    if motion not in agreement.motions(table):
        raise GameError(ServiceReason.NOT_NOW)
    number = table.motion_number + 1
    asked = table.but(motion=motion, motion_number=number, declined_in="")
    if motion is Motion.STAND_IN:
        ends = now + timedelta(seconds=vote_seconds(table.pace))
        asked = decision_clock.with_clock(asked, min(ends, table.deadline_at or ends), now)
    return _settle(table, asked, seat, now)


def _settle(before: GameTable, table: GameTable, seat: SeatNumber, now: datetime) -> bool:
    """Note this seat's yes; the last one carries the motion."""
    if set(agreement.agreeing(table)) | {seat} != set(agreement.voters(table)):
        return reseat(before=before, after=table, answer=(seat, True))
    match table.motion:
        case Motion.PAUSE:
            paused = table.but(hold=Hold.PAUSED, paused_at=now, motion=Motion.NONE)
            paused = paused.but(due_at=decision_clock.pause_ends_at(paused))
            return reseat(before=before, after=paused, answer=(seat, True))
        case Motion.STAND_IN:
            return seat_stand_ins(table=before, now=now)
        case _:
            ended = decision_clock.without_hold(table).but(deadline_at=None, due_at=None)
            return reseat(
                before=before, after=ended, status=Game.Status.ABANDONED, finished_at=now
            )


def _decline(table: GameTable, seat: SeatNumber, now: datetime) -> bool:
    if table.hold is Hold.VOTING:
        return seat_stand_ins(table=table, now=now)
    declined = table.but(declined_in=table.decision)
    if table.motion is Motion.STAND_IN:
        until = decision_clock.waiting_until(table)
        declined = decision_clock.with_clock(declined, until, now)
    return reseat(before=table, after=declined, answer=(seat, False))


def _go_on(table: GameTable, now: datetime) -> bool:
    if table.hold is not Hold.PAUSED:
        raise GameError(ServiceReason.NOT_NOW)
    return end_pause(table=table, now=now)


def end_pause(*, table: GameTable, now: datetime) -> bool:
    """End the pause, by a person or because its time is over. False if another writer was first."""
    return reseat(before=table, after=decision_clock.after_pause(table, now))


def handle_time_up(*, table: GameTable, now: datetime) -> bool:
    """Do what this table has chosen for the end of the time. False if another writer was first."""
    pace = table.pace
    # Without a limit the time ends only for a person who was asked for and did not answer.
    is_first = table.hold is Hold.NONE and pace is not Pace.NONE
    if is_first and table.time_up is TimeUp.WAIT:
        waiting = decision_clock.without_hold(table).but(hold=Hold.WAITING)
        if agreement.voters(waiting):
            ends = now + timedelta(seconds=waiting_seconds(pace))
            return reseat(before=table, after=waiting.but(deadline_at=ends, due_at=ends))
    if is_first and table.time_up is TimeUp.VOTE:
        voting = table.but(hold=Hold.VOTING)
        if agreement.voters(voting) and agreement.has_quorum(voting):
            ends = now + timedelta(seconds=vote_seconds(pace))
            return reseat(
                before=table,
                after=voting.but(
                    motion=Motion.ABANDON,
                    motion_number=table.motion_number + 1,
                    declined_in="",
                    deadline_at=ends,
                    due_at=ends,
                ),
            )
    return seat_stand_ins(table=table, now=now)


def finish_deserted_games(now: datetime) -> int:
    """Let stand-ins finish games that all people have left for a day; return how many games.

    The result counts as usual: leaving a ranked game this way makes a leaver, so emptying a table
    is no way out of a result.
    """
    left = 0
    for game_id in deserted_games(now):
        left += _undisturbed(_leave_to_stand_ins, game_id, now)
    for game_id in held_without_end():
        _undisturbed(_give_an_end, game_id, now)
    return left


def _undisturbed(act: Callable[[GameTable, datetime], bool], game_id: int, now: datetime) -> bool:
    try:
        return act(load_table(game_id), now)
    except Exception:
        # One broken game must not stop the others.
        logger.exception("Game %s could not be looked after", game_id)
        return False


def _leave_to_stand_ins(table: GameTable, now: datetime) -> bool:
    gone = [seat for seat in table.state.living if not table.plays_itself(seat)]
    occupants = tuple(
        replace(each, has_stand_in=True) if seat in gone else each
        for seat, each in enumerate(table.occupants)
    )
    # Bots that wait for a press have nobody to wait for.
    alone = decision_clock.without_hold(table).but(occupants=occupants, bot_pace=BotPace.PEOPLE)
    return reseat(before=table, after=decision_clock.with_stand_in(alone, now), stand_ins=gone)


def _give_an_end(table: GameTable, now: datetime) -> bool:
    """Set an end for a pause or wait from a release in which it had none."""
    deadline = table.deadline_at
    if table.hold is Hold.PAUSED:
        held = table.but(paused_at=table.paused_at or now)
    else:
        held = table
        deadline = now + timedelta(seconds=waiting_seconds(table.pace))
    return reseat(before=table, after=decision_clock.with_clock(held, deadline, now))
