"""Practice at one's own pace: bots wait for a press, or hurry to the end, and never at a table of people."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine import legal_actions
from games.models import Game, GameEvent
from games.selectors.game import load_table
from games.services.agreement import finish_deserted_games
from games.services.clock import advance
from games.services.game import leave_seat
from games.services.own_pace import next_step, set_bot_pace
from games.services.practice import start_practice
from games.table import GameTable
from games.values.bots import BotPace
from games.values.refusals import GameError, ServiceReason
from tests.factories import a_game, a_person, play

pytestmark = pytest.mark.django_db(transaction=True)

LATER = timedelta(hours=1)


def practising(pace: BotPace) -> tuple[User, Game]:
    person = a_person()
    game = start_practice(user=person, players=5)
    set_bot_pace(game_id=game.pk, user_id=person.pk, pace=pace)
    return person, game


def to_a_wait(game: Game, person: User) -> GameTable:
    """Play until bots wait for a press."""
    for _decision in range(300):
        table = load_table(game.pk)
        if table.waits_for_step:
            return table
        seat = table.seat_of(person.pk)
        if seat in table.undecided():
            play(game, legal_actions(table.state, seat)[0])
        else:
            advance(game.pk, timezone.now() + LATER)
    raise AssertionError("the bots never waited")


def test_bots_wait_for_a_press_and_make_one_decision_for_each() -> None:
    person, game = practising(BotPace.STEPS)
    table = to_a_wait(game, person)
    assert advance(game.pk, timezone.now() + LATER) == 0
    assert load_table(game.pk) == table
    next_step(game_id=game.pk, user_id=person.pk, decision="1.vote.other")
    assert advance(game.pk, timezone.now() + LATER) == 0
    next_step(game_id=game.pk, user_id=person.pk, decision=table.decision)
    # A second press for the same decision is no second step.
    next_step(game_id=game.pk, user_id=person.pk, decision=table.decision)
    advance(game.pk, timezone.now() + LATER)
    after = load_table(game.pk)
    assert after.decision != table.decision
    own = after.seat_of(person.pk)
    assert after.waits_for_step or own in after.undecided()
    events = GameEvent.objects.filter(game=game, seq__gt=table.version, actor="bot")
    assert events.exists()


def test_bots_that_waited_go_on_by_themselves_again() -> None:
    person, game = practising(BotPace.STEPS)
    table = to_a_wait(game, person)
    set_bot_pace(game_id=game.pk, user_id=person.pk, pace=BotPace.PEOPLE)
    assert advance(game.pk, timezone.now() + LATER) >= 1
    assert load_table(game.pk).version > table.version


def test_hurrying_bots_take_the_shortest_pause(settings: pytest.FixtureRequest) -> None:
    settings.BOT_PAUSE_SECONDS = (30.0, 30.0)  # type: ignore[attr-defined]
    settings.WAIT_FOR_MOMENTS = True  # type: ignore[attr-defined]
    person, game = practising(BotPace.STEPS)
    to_a_wait(game, person)
    set_bot_pace(game_id=game.pk, user_id=person.pk, pace=BotPace.FAST)
    due = load_table(game.pk).due_at
    assert due is not None
    assert due <= timezone.now() + timedelta(seconds=1)


def test_nobody_waits_for_a_press_of_somebody_who_has_left() -> None:
    person, game = practising(BotPace.STEPS)
    to_a_wait(game, person)
    leave_seat(game_id=game.pk, user_id=person.pk)
    for _sweep in range(200):
        advance(game.pk, timezone.now() + LATER)
    assert load_table(game.pk).is_over


def test_deserted_table_that_waits_for_a_press_comes_to_its_end() -> None:
    person, game = practising(BotPace.STEPS)
    to_a_wait(game, person)
    now = timezone.now() + timedelta(days=2)
    assert finish_deserted_games(now) == 1
    for _sweep in range(200):
        advance(game.pk, now + LATER)
    assert load_table(game.pk).is_over


@pytest.mark.parametrize(("people", "bots"), [(5, 0), (2, 3)])
def test_no_table_of_people_has_a_pace_of_ones_own(people: int, bots: int) -> None:
    game, users = a_game(people, bots)
    for person, reason in (
        (users[0], ServiceReason.NOT_NOW),
        (a_person(), ServiceReason.NOT_SEATED),
    ):
        with pytest.raises(GameError) as refused:
            set_bot_pace(game_id=game.pk, user_id=person.pk, pace=BotPace.FAST)
        assert refused.value.reason is reason
    assert load_table(game.pk).bot_pace is BotPace.PEOPLE


@pytest.mark.parametrize("fields", [{"is_public": True, "pace": "relaxed"}, {"pace": "relaxed"}])
def test_table_with_a_clock_is_no_practice(fields: dict[str, Any]) -> None:
    game, users = a_game(1, 4, **fields)
    with pytest.raises(GameError):
        next_step(game_id=game.pk, user_id=users[0].pk, decision=load_table(game.pk).decision)
