"""The clock: bots play, absent people get a stand-in, and nothing is played twice."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from games.engine import legal_actions
from games.models import Game, GameEvent
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from games.services import decision_clock
from games.services.clock import advance, run_due
from games.services.game import seat_stand_ins
from tests.factories import a_game, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("bots", [5, 7, 10])
def test_table_of_bots_finishes(bots: int) -> None:
    game, _users = a_game(people=0, bots=bots)
    for _sweep in range(60):
        run_due(timezone.now() + timedelta(seconds=1))
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED


def test_bots_wait_for_their_pause(settings: pytest.FixtureRequest) -> None:
    settings.BOT_PAUSE_SECONDS = (5.0, 5.0)  # type: ignore[attr-defined]
    game, _users = a_game(people=0, bots=5)
    before = load_table(game.pk).version
    assert advance(game.pk, timezone.now()) == 0
    assert load_table(game.pk).version == before
    assert advance(game.pk, timezone.now() + timedelta(seconds=6)) >= 1


def test_table_without_clock_waits_for_people_for_ever() -> None:
    game, _users = a_game(people=5, pace="none")
    table = load_table(game.pk)
    assert table.deadline_at is None
    assert advance(game.pk, timezone.now() + timedelta(days=30)) == 0


def test_absent_person_gets_a_stand_in_and_the_game_goes_on() -> None:
    game, _users = a_game(people=5, pace="quick")
    table = load_table(game.pk)
    president = table.state.president
    assert table.deadline_at is not None
    assert advance(game.pk, table.deadline_at - timedelta(seconds=1)) == 0
    assert advance(game.pk, table.deadline_at + timedelta(seconds=1)) >= 2
    forget_all()
    after = load_table(game.pk)
    assert after.occupants[president].has_stand_in
    assert after.version > table.version
    assert after.deadline_at is not None
    assert after.deadline_at > table.deadline_at - timedelta(hours=1)


def test_two_clocks_play_a_turn_once() -> None:
    game, _users = a_game(people=0, bots=5)
    now = timezone.now() + timedelta(seconds=1)
    for _sweep in range(60):
        run_due(now)
        forget_all()
        run_due(now)
    numbers = GameEvent.objects.filter(game=game).order_by("seq").values_list("seq", flat=True)
    assert list(numbers) == list(range(1, len(numbers) + 1))
    assert load_table(game.pk).is_over


def test_last_bot_ballot_leaves_only_the_deadline_due() -> None:
    game, _users = a_game(people=3, bots=4, pace="quick")
    for _sweep in range(40):
        table = load_table(game.pk)
        if table.state.phase.value == "vote":
            break
        seat = table.undecided()[0]
        if table.occupants[seat].is_bot:
            advance(game.pk, timezone.now() + timedelta(seconds=1))
        else:
            play(game, legal_actions(table.state, seat)[0])
    advance(game.pk, timezone.now() + timedelta(seconds=1))
    after = load_table(game.pk)
    assert [seat for seat in after.undecided() if after.occupants[seat].is_bot] == []
    assert after.due_at == after.deadline_at


def test_time_for_a_decision_does_not_depend_on_roles() -> None:
    """With all roles dealt anew, the clock is set to the same moment (R-113)."""
    game, _users = a_game(people=4, bots=3, pace="quick")
    table = load_table(game.pk)
    now = timezone.now()
    pauses: list[set[object]] = []
    for hand_out in permutations(sorted(set(table.state.roles), key=str)):
        anew = dict(zip(sorted(set(table.state.roles), key=str), hand_out, strict=True))
        roles = tuple(anew[role] for role in table.state.roles)
        dealt = replace(table, state=table.state.but(roles=roles))
        timed = [decision_clock.with_new_decision(dealt, now) for _again in range(3)]
        pauses.append({(each.deadline_at, each.due_at) for each in timed})
    assert all(each == pauses[0] for each in pauses)
    assert len(pauses) == 6


def test_two_clocks_at_the_same_moment_seat_stand_ins_once() -> None:
    game, _users = a_game(people=5, pace="quick")
    table = load_table(game.pk)
    assert table.deadline_at is not None
    late = table.deadline_at + timedelta(seconds=1)
    barrier = Barrier(2)

    def sweep(_clock: int) -> bool:
        try:
            barrier.wait()
            return seat_stand_ins(table=table, now=late)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(sweep, range(2))) == [False, True]
    assert load_table(game.pk).seating == table.seating + 1


def test_time_out_that_comes_after_the_action_does_nothing() -> None:
    game, _users = a_game(people=5, pace="quick")
    before = load_table(game.pk)
    play(game, legal_actions(before.state, before.state.president)[0])
    assert not seat_stand_ins(table=before, now=timezone.now() + timedelta(hours=1))
    assert not any(each.has_stand_in for each in load_table(game.pk).occupants)
