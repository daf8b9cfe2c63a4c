"""A practice game that begins where an earlier one stood: before one's last decision, or after its deal.

The log of a game is never changed. The new game begins with a copy of it up to that point, and the earlier game
ends there without a result. Nor does the new one have a result: what was played twice proves nothing.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.events import PresidencyPassed
from games.models import ChatMessage, Claim, Game, GameEvent, GameNotes, Seat
from games.models.codes import game_code
from games.selectors.event_rows import event_rows
from games.selectors.game import load_table
from games.selectors.own_decisions import last_decision_of
from games.selectors.table_cache import forget
from games.services import decision_clock
from games.services.fair_deal import leave_without_proof
from games.services.lobby_admission import is_seated_elsewhere, require_free_to_play
from games.services.lobby_seats import lock_person
from games.services.own_pace import require_practice
from games.services.practice import leaving_practice
from games.table import GameTable
from games.values.fair_deal import NoProof
from games.values.refusals import GameError, ServiceReason


def take_back(*, game_id: int, user: User) -> Game:
    """Go back to before this person's last decision, in a new game; return it.

    Raises GameError (NOT_SEATED, NOT_NOW without a decision, GAME_OVER, TRY_AGAIN), Game.DoesNotExist.
    """

    def before_last_decision(table: GameTable) -> int:
        if table.is_over or table.is_abandoned:
            raise GameError(ServiceReason.GAME_OVER)
        last = last_decision_of(game_id, user.pk)
        if last is None:
            raise GameError(ServiceReason.NOT_NOW)
        return last - 1

    return _branch(game_id, user, before_last_decision)


def deal_again(*, game_id: int, user: User) -> Game:
    """Begin a new game with the roles, seats and cards of this one, which is over; return it.

    Raises GameError (NOT_SEATED, NOT_NOW, GAME_RUNNING, SEATED_ELSEWHERE, SUSPENDED, WARNING_UNREAD, TRY_AGAIN),
    Game.DoesNotExist.
    """

    def after_deal(table: GameTable) -> int:
        if not (table.is_over or table.is_abandoned):
            raise GameError(ServiceReason.GAME_RUNNING)
        require_free_to_play(user)
        first = (isinstance(event, PresidencyPassed) for event in table.log)
        return next(number for number, is_first in enumerate(first, start=1) if is_first)

    return _branch(game_id, user, after_deal)


def _branch(game_id: int, user: User, point: Callable[[GameTable], int]) -> Game:
    """Begin a game with the events of this one up to a point, and put away what this person practises now."""
    with transaction.atomic():
        lock_person(user)
        table = load_table(game_id)
        require_practice(table, user.pk)
        # What bots do meanwhile comes after this point.
        kept = point(table)
        if not table.is_over:
            # Its seed would tell what the new game hides.
            leave_without_proof(Game.objects.get(pk=game_id), NoProof.PLAYED_TWICE)
        with leaving_practice(user):
            if is_seated_elsewhere(user):
                raise GameError(ServiceReason.SEATED_ELSEWHERE)
            return _copy(game_id, user, kept)


def _copy(game_id: int, user: User, kept: int) -> Game:
    branch = _copy_of_game(game_id)
    _copy_seats(game_id, branch)
    _copy_events(game_id, branch, kept)
    _copy_talk(game_id, branch, kept)
    for notes in GameNotes.objects.filter(game_id=game_id, user=user):
        notes.pk, notes.game = None, branch
        notes.save(force_insert=True)
    leave_without_proof(branch, NoProof.PLAYED_TWICE)
    _begin(branch, timezone.now())
    return branch


def _copy_of_game(game_id: int) -> Game:
    """Return a new running game with the settings of this one."""
    game = Game.objects.get(pk=game_id)
    game.pk = None
    game.code, game.lobby, game.is_repeat = game_code(), None, True
    game.status, game.finished_at = Game.Status.RUNNING, None
    game.victory = game.winner = ""
    game.version = game.seating = game.motion_number = 0
    game.has_tv = False
    game.save(force_insert=True)
    return game


def _copy_seats(game_id: int, branch: Game) -> None:
    for seat in Seat.objects.filter(game_id=game_id):
        seat.pk, seat.game, seat.seen_at = None, branch, timezone.now()
        seat.has_stand_in = seat.is_for_motion = seat.declines_rematch = False
        seat.answered_motion = 0
        seat.save(force_insert=True)


def _copy_events(game_id: int, branch: Game, kept: int) -> None:
    GameEvent.objects.bulk_create(
        GameEvent(game=branch, **row._asdict())
        for _game, row in event_rows([game_id])
        if row.seq <= kept
    )


def _copy_talk(game_id: int, branch: Game, kept: int) -> None:
    """What was said at the table until then: bots believe it, and it is about rounds that are kept."""
    lines = ChatMessage.objects.filter(game_id=game_id, seat__isnull=False, version__lte=kept)
    for line in lines.select_related("claim").order_by("number"):
        claim: Claim | None = getattr(line, "claim", None)
        copy = ChatMessage.objects.get(pk=line.pk)
        copy.pk, copy.game = None, branch
        copy.save(force_insert=True)
        if claim is not None:
            claim.pk, claim.message = None, copy
            claim.save(force_insert=True)


def _begin(branch: Game, now: datetime) -> None:
    """Set the version and the clock of the decision that is open again."""
    version = GameEvent.objects.filter(game=branch).count()
    Game.objects.filter(pk=branch.pk).update(version=version)
    table = load_table(branch.pk)
    timed = decision_clock.with_new_decision(decision_clock.without_hold(table), now)
    timed = timed.but(motion_number=0)
    Game.objects.filter(pk=branch.pk).update(
        phase=table.state.phase.value,
        round=table.state.round,
        bots_speak_at=now + decision_clock.pause_before_speaking(),
        **decision_clock.columns(timed),
    )
    # Nothing may stay cached if the transaction is rolled back.
    forget(branch.pk)
    branch.refresh_from_db()
