"""The only writer of running games: submit an action, seat a stand-in or the person again.

One short transaction for each action: a conditional update of the version, then the events with the next numbers.
A second writer finds no row to update, reloads, and decides again. After the commit readers are told of the new version.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from games import agreement
from games.engine import IllegalAction, unfold
from games.engine.actions import Action
from games.engine.events import Event, told_to
from games.engine.state import Unfolding
from games.engine.vocabulary import Phase, SeatNumber
from games.models import Game, GameEvent, Seat
from games.selectors.game import load_table, stood_in
from games.selectors.table_cache import cached_table, forget, remember
from games.services import decision_clock, event_log
from games.services.fair_deal import DealtRenewals
from games.services.result import record_result
from games.signals import game_ended
from games.table import GameTable
from games.transport.broadcast import announce_game
from games.values.action_request import ActionRequest
from games.values.actor import Actor
from games.values.moments import moments_of, seconds_of
from games.values.refusals import GameError, ServiceReason
from games.values.timing import Hold

# Ten ballots at once are ten writers; each round of the race has one winner.
TRIES = 40


def submit_action(*, game_id: int, user_id: int | None, request: ActionRequest) -> bool:
    """Write a person's action: once, on the decision it was meant for, if the rules allow it.

    Whoever acts is back: if a stand-in has taken the decision meanwhile, the seat is given back, and the
    answer is False. Raises GameError (NOT_SEATED, DUPLICATE_ACTION, STALE_DECISION, TRY_AGAIN) or
    IllegalAction; then nothing has changed. Raises Game.DoesNotExist.
    """
    table = cached_table(game_id) or load_table(game_id)
    for _attempt in range(TRIES):
        seat = table.seat_of(user_id)
        if seat is None:
            raise GameError(ServiceReason.NOT_SEATED)
        key = f"{seat}:{request.action_id}"
        try:
            written = _act_on(table, request, seat, key)
        except (GameError, IllegalAction) as refused:
            # The cached table may be behind. Only the newest version can refuse; a repetition is
            # recognised before it is called stale or illegal.
            if _is_counted(game_id, key):
                raise GameError(ServiceReason.DUPLICATE_ACTION) from None
            fresh = load_table(game_id)
            if (fresh.version, fresh.seating) == (table.version, table.seating):
                is_late = refused.reason is ServiceReason.STALE_DECISION
                if is_late and table.occupants[seat].has_stand_in and not table.is_over:
                    set_stand_in(game_id=game_id, seat=seat, has_stand_in=False)
                    return False
                raise
            table = fresh
            continue
        if written is not None:
            return True
        table = load_table(game_id)
    raise GameError(ServiceReason.TRY_AGAIN)


def _act_on(
    table: GameTable, request: ActionRequest, seat: SeatNumber, key: str
) -> GameTable | None:
    if table.is_abandoned:
        raise GameError(ServiceReason.GAME_OVER)
    if request.decision != table.decision:
        raise GameError(ServiceReason.STALE_DECISION)
    return act(
        table=table,
        action=request.by(seat),
        actor=Actor.PERSON,
        action_key=key,
        now=timezone.now(),
    )


def act(
    *,
    table: GameTable,
    action: Action,
    actor: Actor,
    now: datetime,
    action_key: str | None = None,
) -> GameTable | None:
    """Write the events of an action on this version of the table; return the new table.

    A person who acts takes the seat back from a stand-in, in the same transaction. An action with
    a key is written once. Returns None if another writer was first. Raises IllegalAction, and
    GameError(DUPLICATE_ACTION) if this key is already written.
    """
    unfolding = unfold(table.state, action, DealtRenewals(table))
    is_back = actor is Actor.PERSON and table.occupants[action.seat].has_stand_in
    before = _with_person_back(table, action.seat) if is_back else table
    after, shown = _after(before, unfolding, now)
    try:
        with transaction.atomic():
            is_first = event_log.advance(
                game_id=table.game_id,
                version=table.version,
                seating=table.seating,
                columns=_columns(after, now) | _bots_speak(after, shown, now),
            )
            if not is_first:
                return None
            if is_back:
                Seat.objects.filter(game_id=table.game_id, number=action.seat).update(
                    has_stand_in=False
                )
            event_log.append(
                game_id=table.game_id,
                after=table.version,
                events=unfolding.events,
                actor=actor,
                acting_seat=action.seat,
                action_key=action_key,
                now=now,
            )
            if after.is_over:
                record_result(after, now)
                after = after.but(stood_in=stood_in(after.game_id, after.log))
            announce_game(table.game_id, after.version, reseated=is_back)
            transaction.on_commit(lambda: remember(after))
    except IntegrityError:
        if action_key is not None and _is_counted(table.game_id, action_key):
            raise GameError(ServiceReason.DUPLICATE_ACTION) from None
        return None
    return after


def set_stand_in(
    *, game_id: int, seat: int, has_stand_in: bool, now: datetime | None = None
) -> GameTable:
    """Seat a stand-in for a person who leaves, or give the seat back (R-113).

    During the seat's own decision the clock goes on for the others: a stand-in gets a bot's pause,
    a person the remaining time, or the grace. Raises GameError(GAME_OVER): the seats at the end
    say who left.
    """
    now = now or timezone.now()
    with transaction.atomic():
        # The update itself checks this: the game may end after it was read.
        if not Game.objects.running().filter(pk=game_id).update(seating=F("seating") + 1):
            raise GameError(ServiceReason.GAME_OVER)
        seen = {} if has_stand_in else {"seen_at": now}
        Seat.objects.filter(game_id=game_id, number=seat).update(has_stand_in=has_stand_in, **seen)
        table = load_table(game_id)
        is_last = table.hold is not Hold.NONE and not agreement.voters(table)
        if seat in table.undecided() or (has_stand_in and (is_last or table.bot_pace)):
            move = (
                decision_clock.with_stand_in if has_stand_in else decision_clock.with_person_back
            )
            Game.objects.filter(pk=game_id).update(**decision_clock.columns(move(table, now)))
        # Read inside the transaction: nothing may stay cached if it is rolled back.
        forget(game_id)
        announce_game(game_id, table.version, reseated=True)
    return load_table(game_id)


def seat_stand_ins(*, table: GameTable, now: datetime) -> bool:
    """Seat a stand-in in every seat whose time is up, all at once (R-113).

    A time-out is an action like any other: it happens at this version of the table, or not at all.
    False if another writer was first.
    """
    late = [seat for seat in table.undecided() if not table.plays_itself(seat)]
    occupants = tuple(
        replace(each, has_stand_in=True) if seat in late else each
        for seat, each in enumerate(table.occupants)
    )
    timed = decision_clock.with_stand_in(table.but(occupants=occupants), now)
    return reseat(before=table, after=timed, stand_ins=late)


def reseat(
    *,
    before: GameTable,
    after: GameTable,
    stand_ins: Sequence[int] = (),
    answer: tuple[int, bool] | None = None,
    **columns: Any,
) -> bool:
    """Write changes that are not in the log; False if another writer was first."""
    with transaction.atomic():
        unchanged = Game.objects.running().filter(
            pk=before.game_id, version=before.version, seating=before.seating
        )
        if not unchanged.update(
            seating=F("seating") + 1, **decision_clock.columns(after), **columns
        ):
            return False
        if stand_ins:
            Seat.objects.filter(game_id=before.game_id, number__in=stand_ins).update(
                has_stand_in=True
            )
        if answer is not None:
            seat, is_for = answer
            Seat.objects.filter(game_id=before.game_id, number=seat).update(
                answered_motion=after.motion_number, is_for_motion=is_for
            )
        if columns.get("status") == Game.Status.ABANDONED:
            game_ended.send(Game, game=Game.objects.get(pk=before.game_id))
        announce_game(before.game_id, before.version, reseated=True)
    return True


def leave_seat(*, game_id: int, user_id: int | None) -> None:
    """A person leaves, and a stand-in plays on at once, so the game never freezes.

    Raises GameError(NOT_SEATED or GAME_OVER), Game.DoesNotExist.
    """
    _table, seat = _running_table(game_id, user_id)
    set_stand_in(game_id=game_id, seat=seat, has_stand_in=True)


def take_seat_back(*, game_id: int, user_id: int | None) -> None:
    """A person comes back and plays on. A repeated request changes nothing.

    Raises GameError(NOT_SEATED or GAME_OVER), Game.DoesNotExist.
    """
    table, seat = _running_table(game_id, user_id)
    if table.occupants[seat].has_stand_in:
        set_stand_in(game_id=game_id, seat=seat, has_stand_in=False)


def _running_table(game_id: int, user_id: int | None) -> tuple[GameTable, SeatNumber]:
    table = load_table(game_id)
    seat = table.seat_of(user_id)
    if seat is None:
        raise GameError(ServiceReason.NOT_SEATED)
    if table.is_over or table.is_abandoned:
        raise GameError(ServiceReason.GAME_OVER)
    return table, seat


def _is_counted(game_id: int, action_key: str) -> bool:
    return GameEvent.objects.filter(game_id=game_id, action_key=action_key).exists()


def _with_person_back(table: GameTable, seat: SeatNumber) -> GameTable:
    occupants = tuple(
        replace(each, has_stand_in=False) if number == seat else each
        for number, each in enumerate(table.occupants)
    )
    return table.but(occupants=occupants, seating=table.seating + 1)


def _after(
    table: GameTable, unfolding: Unfolding, now: datetime
) -> tuple[GameTable, float | None]:
    """Return the table after an action, and for how many seconds people watch what opened a new decision.

    None if the open decision is still the same.
    """
    state, events = unfolding.state, unfolding.events
    over = state.phase is Phase.GAME_OVER
    after = table.but(
        state=state,
        log=(*table.log, *events),
        version=table.version + len(events),
        status=Game.Status.FINISHED.value if over else table.status,
    )
    if after.decision != table.decision:
        shown = seconds_shown(after, events)
        return decision_clock.with_new_decision(after, now, shown=shown), shown
    return decision_clock.with_ballot_in(after), None


def seconds_shown(after: GameTable, events: Sequence[Event]) -> float:
    """How long everybody watches what these events led to; it follows from public events alone."""
    if not settings.WAIT_FOR_MOMENTS:
        return 0.0
    state = after.state
    return seconds_of(
        moments_of(
            told_to(events, None, game_over=after.is_over),
            state.ruleset,
            liberal_policies=state.liberal_policies,
            fascist_policies=state.fascist_policies,
            rounds=(*state.past_rounds, state.current_round),
        )
    )


def _bots_speak(table: GameTable, shown: float | None, now: datetime) -> dict[str, Any]:
    """When bots and stand-ins may say something about what has just opened a new decision."""
    if shown is None or table.is_over or not table.has_bots_or_stand_ins:
        return {}
    seen_at = now + timedelta(seconds=shown)
    return {"bots_speak_at": seen_at + decision_clock.pause_before_speaking()}


def _columns(table: GameTable, now: datetime) -> dict[str, Any]:
    columns: dict[str, Any] = {
        "version": table.version,
        "seating": table.seating,
        "phase": table.state.phase.value,
        "round": table.state.round,
        **decision_clock.columns(table),
    }
    if table.state.victory is not None:
        columns |= {
            "status": Game.Status.FINISHED.value,
            "finished_at": now,
            "victory": table.state.victory.value,
            "winner": table.state.victory.winner.value,
        }
    return columns
