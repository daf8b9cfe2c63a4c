"""The clock: bots play, absent people get a stand-in, and nothing is played twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine import legal_actions
from games.models import Game, GameEvent
from games.selectors.game import forget_all, load_table
from games.services.clock import advance, run_due
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
