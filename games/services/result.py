"""The only writer of results: who played, who won, who left, at the end of a game; and annulling one.

Facts only. services.rating takes the ranked results in turn and computes the ratings.

A leaver is a person whose seat a stand-in holds at the end, and for whom it has decided since the
person's own last action. A person who took the seat back, or who was executed and went, is no
leaver. If the stand-in's first such decision came before the first policy, the game is void for
the others and lost for the leaver.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.engine.board import kind_of as board_kind
from games.engine.decisions import decider_of
from games.engine.events import Event, PolicyEnacted
from games.engine.vocabulary import BoardKind, SeatNumber
from games.models import (
    Game,
    GameEvent,
    GameKind,
    GameResult,
    RatingState,
    SeatResult,
    Void,
)
from games.selectors.game import load_table
from games.services.rating import rate_ended
from games.services.rating_chain import POINT_COLUMNS, STATE
from games.services.statistics import mark_result_due
from games.signals import game_ended
from games.table import GameTable
from games.values.actor import Actor


def record_result(table: GameTable, now: datetime) -> None:
    """Write the facts of a game that has just ended; ranked games are rated after the commit.

    Practice that began where an earlier game stood has no result.

    Call it once, inside the transaction that writes GameEnded.
    """
    game = Game.objects.get(pk=table.game_id)
    if game.is_repeat:
        game_ended.send(Game, game=game)
        return
    kind = kind_of(game)
    number = None
    if kind is GameKind.RANKED:
        number, ended_at = _take_number(now)
        if ended_at != now:
            Game.objects.filter(pk=game.pk).update(finished_at=ended_at)
            now = ended_at
        # If this process ends before that, the clock finds the game unrated.
        transaction.on_commit(rate_ended, robust=True)
    result, seats = result_rows(
        game, table, kind, number, now, _leavers(table) if number is not None else {}
    )
    result.save(force_insert=True)
    SeatResult.objects.bulk_create(seats)
    mark_result_due(game.pk)
    game_ended.send(Game, game=game)


def kind_of(game: Game) -> GameKind:
    """Return the kind of game, which is fixed at its start; no game on a custom board is ranked (B-3)."""
    if game.has_bots:
        return GameKind.BOTS
    is_ranked = game.is_ranked and board_kind(game.board) is not BoardKind.CUSTOM
    return GameKind.RANKED if is_ranked else GameKind.CASUAL


def _take_number(now: datetime) -> tuple[int, datetime]:
    """Return the next number of a ranked end, and a time that no earlier number has.

    The one row stays locked until the commit, a few milliseconds away, so numbers, times and
    commits have the same order in all processes.
    """
    if not RatingState.objects.filter(pk=STATE).update(ended=F("ended") + 1):
        RatingState.objects.get_or_create(pk=STATE)
        RatingState.objects.filter(pk=STATE).update(ended=F("ended") + 1)
    state = RatingState.objects.get(pk=STATE)
    if state.last_ended_at is not None and now <= state.last_ended_at:
        now = state.last_ended_at + timedelta(microseconds=1)
    RatingState.objects.filter(pk=STATE).update(last_ended_at=now)
    return state.ended, now


def result_rows(
    game: Game,
    table: GameTable,
    kind: GameKind,
    number: int | None,
    ended_at: datetime,
    leavers: Mapping[SeatNumber, bool],
) -> tuple[GameResult, list[SeatResult]]:
    """Return the unsaved rows of a finished game; `leavers` tells who left before the first policy."""
    victory = table.state.victory
    assert victory is not None
    left_early = any(leavers.values())
    result = GameResult(
        game=game,
        number=number,
        kind=kind,
        edition=game.edition,
        board=game.board,
        size=game.player_count,
        winner=victory.winner.value,
        victory=victory.value,
        ended_at=ended_at,
        seconds=max(0, round((ended_at - game.started_at).total_seconds())),
        rounds=table.state.round,
        void=Void.LEFT_EARLY if left_early else Void.NO,
    )
    seats = []
    for seat, occupant in enumerate(table.occupants):
        if occupant.user_id is None:
            continue
        role = table.state.roles[seat]
        assert role is not None
        # In a void game later leavers left a game that no longer counted.
        is_leaver = leavers.get(seat, False) if left_early else seat in leavers
        seats.append(
            SeatResult(
                result=result,
                user_id=occupant.user_id,
                seat=seat,
                role=role.value,
                team=role.party.value,
                won=role.party is victory.winner and not is_leaver,
                is_leaver=is_leaver,
                is_rated=kind is GameKind.RANKED and (is_leaver or not left_early),
                kind=kind,
                size=game.player_count,
                ended_at=ended_at,
            )
        )
    return result, seats


# Who left


def _leavers(table: GameTable) -> dict[SeatNumber, bool]:
    """Return the leavers, and for each whether they left before the first policy."""
    away = [seat for seat, each in enumerate(table.occupants) if each.has_stand_in]
    if not away:
        return {}
    own = GameEvent.objects.filter(game_id=table.game_id, actor=Actor.PERSON)
    return leavers_in(table.log, away, set(own.values_list("seq", flat=True)))


def leavers_in(
    log: Sequence[Event], away: Sequence[SeatNumber], by_people: Collection[int]
) -> dict[SeatNumber, bool]:
    """Return from the log who left, and for each whether that was before the first policy.

    `away`: seats that a stand-in holds at the end; `by_people`: numbers of the events that people
    brought about, counted from 1.
    """
    leavers: dict[SeatNumber, bool] = {}
    has_policy = False
    for seq, event in enumerate(log, start=1):
        decider = decider_of(event)
        if decider is not None and decider in away:
            if seq in by_people:
                leavers.pop(decider, None)
            else:
                leavers.setdefault(decider, not has_policy)
        has_policy = has_policy or isinstance(event, PolicyEnacted)
    return leavers


# Later


def record_missing() -> int:
    """Write the results of games that ended before results were kept; return how many."""
    recorded = 0
    finished = Game.objects.filter(status=Game.Status.FINISHED, result=None, is_repeat=False)
    for game_id, ended_at in finished.order_by("finished_at").values_list("pk", "finished_at"):
        with transaction.atomic():
            # Check again under the lock: another process may do the same.
            Game.objects.select_for_update().get(pk=game_id)
            if GameResult.objects.filter(pk=game_id).exists():
                continue
            record_result(load_table(game_id), ended_at or timezone.now())
            recorded += 1
    return recorded


def annul(*, game_id: int, by: User | None = None) -> bool:
    """Make a ranked game count for no one, as moderators have decided or after a fault of the site, and rate later games again.

    Its people and everybody whose rating changes get a notice. False if there is nothing to annul.
    """
    with transaction.atomic():
        # First the lock that rating holds while it runs, so that it writes no points over this.
        RatingState.objects.filter(pk=STATE).update(wanted=F("wanted") + 1)
        result = GameResult.objects.select_for_update().filter(pk=game_id).first()
        if result is None or result.kind != GameKind.RANKED or result.void == Void.ANNULLED:
            transaction.set_rollback(True)
            return False
        result.void = Void.ANNULLED
        result.annulled_at, result.annulled_by = timezone.now(), by
        result.prediction = result.size_prediction = None
        result.save(
            update_fields=["void", "annulled_at", "annulled_by", "prediction", "size_prediction"]
        )
        seats = SeatResult.objects.filter(result=result)
        seats.update(is_rated=False, **dict.fromkeys(POINT_COLUMNS))
        mark_result_due(game_id)
    return True
