"""After an outage deadlines move by the outage, once, with however many clocks."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from games.engine import legal_actions
from games.models import ClockBeat
from games.selectors.game import load_table
from games.selectors.table_cache import cached_table
from games.services.agreement import submit_agreement
from games.services.clock import run_due
from games.services.outage import move_deadlines
from games.values.agreement_request import AgreementAction, AgreementRequest
from tests.factories import a_game, a_lobby, play

pytestmark = pytest.mark.django_db(transaction=True)

OUTAGE = timedelta(minutes=30)


def a_beat(now: datetime) -> None:
    ClockBeat.objects.update_or_create(pk=1, defaults={"beat_at": now})


def test_deadlines_and_ready_checks_move_by_the_outage() -> None:
    game, _users = a_game(pace="quick")
    now = timezone.now()
    lobby = a_lobby(check_ends_at=now + timedelta(seconds=9))
    a_beat(now)
    before = load_table(game.pk)
    assert before.deadline_at is not None
    assert run_due(now + OUTAGE) == 0
    after = load_table(game.pk)
    assert after.deadline_at == before.deadline_at + OUTAGE
    assert after.due_at == after.deadline_at
    assert not any(each.has_stand_in for each in after.occupants)
    lobby.refresh_from_db()
    assert lobby.check_ends_at == now + timedelta(seconds=9) + OUTAGE


def test_other_processes_hear_that_what_they_remember_is_out_of_date() -> None:
    game, _users = a_game(pace="quick")
    now = timezone.now()
    a_beat(now)
    remembered = load_table(game.pk)
    move_deadlines(now + OUTAGE)
    assert cached_table(game.pk) == remembered
    assert load_table(game.pk).seating > remembered.seating


def test_quiet_hour_is_no_outage_as_long_as_a_clock_sweeps() -> None:
    game, _users = a_game(pace="relaxed")
    now = timezone.now()
    before = load_table(game.pk).deadline_at
    for second in range(0, 60, 5):
        assert move_deadlines(now + timedelta(seconds=second)) is None
    assert load_table(game.pk).deadline_at == before


def test_decision_opened_without_a_clock_moves_only_by_what_it_missed() -> None:
    game, _users = a_game(pace="quick")
    now = timezone.now()
    a_beat(now - OUTAGE)
    state = load_table(game.pk).state
    opened = play(game, legal_actions(state, state.president)[0])
    assert opened.opened_at is not None
    assert opened.deadline_at is not None
    later = opened.opened_at + timedelta(seconds=20)
    move_deadlines(later)
    after = load_table(game.pk)
    assert after.opened_at == later
    assert after.deadline_at == opened.deadline_at + timedelta(seconds=20)


def test_paused_game_is_not_moved_twice() -> None:
    game, users = a_game(pace="quick")
    before = load_table(game.pk)
    assert before.deadline_at is not None
    now = timezone.now()
    for action, user in zip(
        [AgreementAction.PAUSE, *[AgreementAction.AGREE] * 4], users, strict=True
    ):
        number = load_table(game.pk).motion_number
        request = AgreementRequest(action=action, number=number)
        submit_agreement(game_id=game.pk, user_id=user.pk, request=request, now=now)
    a_beat(now)
    move_deadlines(now + OUTAGE)
    request = AgreementRequest(action=AgreementAction.GO_ON, number=1)
    submit_agreement(game_id=game.pk, user_id=users[0].pk, request=request, now=now + OUTAGE)
    after = load_table(game.pk)
    assert after.deadline_at == before.deadline_at + OUTAGE


def test_clocks_that_start_together_move_deadlines_once() -> None:
    game, _users = a_game(pace="quick")
    before = load_table(game.pk)
    assert before.deadline_at is not None
    now = timezone.now()
    a_beat(now)
    barrier = Barrier(6)

    def sweep(_clock: int) -> timedelta | None:
        try:
            barrier.wait()
            return move_deadlines(now + OUTAGE)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        moved = list(pool.map(sweep, range(6)))
    assert [each for each in moved if each] == [OUTAGE]
    assert load_table(game.pk).deadline_at == before.deadline_at + OUTAGE


def test_clock_that_was_far_ahead_does_not_hide_the_next_outage() -> None:
    now = timezone.now()
    a_beat(now + timedelta(days=365))
    move_deadlines(now)
    game, _users = a_game(pace="quick")
    before = load_table(game.pk).deadline_at
    assert move_deadlines(now + OUTAGE) == OUTAGE
    after = load_table(game.pk).deadline_at
    assert before is not None
    assert after is not None
    assert after > before
