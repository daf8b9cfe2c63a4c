"""More time for one's own decision: once, by half, for a person who is there in time, where the host allows it."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine.actions import CastBallot
from games.engine.vocabulary import Phase, Vote
from games.live.table_screen import TableScreen
from games.models import Game
from games.selectors.game import load_table
from games.selectors.seen_table import see_table
from games.services.clock import advance
from games.services.game import leave_seat
from games.services.more_time import take_more_time
from games.table import GameTable
from games.values.agreement_request import AgreementAction
from games.values.refusals import ServiceReason
from games.values.timing import Pace, decision_seconds
from tests.factories import a_game, play
from tests.games.refusals import refusal
from tests.games.services.test_agreement import open_vote, say
from tests.games.services.test_lobby_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)


def take(game: Game, user: User, *, decision: str = "", now: datetime | None = None) -> GameTable:
    """Take more time for the open decision."""
    decision = decision or load_table(game.pk).decision
    take_more_time(game_id=game.pk, user_id=user.pk, decision=decision, now=now)
    return load_table(game.pk)


def decider(game: Game, users: list[User]) -> User:
    """Whose decision is open, or the first of them."""
    table = load_table(game.pk)
    seat = table.undecided()[0]
    return next(user for user in users if table.seat_of(user.pk) == seat)


def screen(game: Game, user: User | None) -> TableScreen:
    return TableScreen(see_table(game.pk, None if user is None else user.pk))


def aside(game: Game, user: User | None) -> str:
    return screen(game, user).table.phase_aside.longer


def button(game: Game, user: User | None) -> str:
    return screen(game, user).table.more_time.url


@pytest.mark.parametrize("is_ranked", [False, True])
def test_decision_is_extended_by_half_of_its_time_and_everybody_is_told(is_ranked: bool) -> None:
    game, users = a_game(pace="quick")
    Game.objects.filter(pk=game.pk).update(is_ranked=is_ranked)
    before, mine = load_table(game.pk), decider(game, users)
    other = next(user for user in users if user != mine)
    seconds = decision_seconds(Pace.QUICK, Phase.NOMINATE, 5)
    assert seconds is not None
    assert before.deadline_at is not None
    assert button(game, mine)
    assert not button(game, other)
    assert not button(game, None)
    after = take(game, mine)

    assert after.deadline_at == after.due_at == before.deadline_at + SECOND * (seconds // 2)
    told = f"{mine} takes more time."
    assert [aside(game, each) for each in (mine, other, None)] == [told] * 3
    assert not button(game, mine)
    # The table waits that long, and no longer.
    assert advance(game.pk, before.deadline_at + SECOND) == 0
    assert after.deadline_at is not None
    assert advance(game.pk, after.deadline_at + SECOND) >= 1


def test_next_decision_has_its_own_time_again() -> None:
    game, users = a_game(pace="quick")
    take(game, decider(game, users))
    open_vote(game)
    table = load_table(game.pk)

    assert table.state.phase is Phase.VOTE
    assert not table.is_extended
    assert aside(game, None) == ""
    assert button(game, users[0])


def test_second_press_changes_nothing_and_nobody_else_extends_the_same_vote() -> None:
    game, users = a_game(pace="quick")
    open_vote(game)
    once = take(game, users[0])
    twice = take(game, users[0])
    assert twice.deadline_at == once.deadline_at
    assert refusal(lambda: take(game, users[1])) is ServiceReason.NO_MORE_TIME
    assert load_table(game.pk).extended_by == once.seat_of(users[0].pk)


def test_two_presses_at_once_extend_it_once() -> None:
    game, users = a_game(pace="quick")
    before = open_vote(game)
    assert before.deadline_at is not None
    press = partial(take_more_time, game_id=game.pk, decision=before.decision)
    reasons = at_once([partial(press, user_id=user.pk) for user in users[:2]])
    after = load_table(game.pk)
    seconds = decision_seconds(Pace.QUICK, Phase.VOTE, 5)
    assert seconds is not None

    assert sorted(map(str, reasons)) == sorted(map(str, [None, ServiceReason.NO_MORE_TIME]))
    assert after.deadline_at == before.deadline_at + SECOND * (seconds // 2)


def test_who_is_too_late_or_not_asked_takes_no_time() -> None:
    game, users = a_game(pace="quick")
    mine = decider(game, users)
    other = next(user for user in users if user != mine)
    deadline = load_table(game.pk).deadline_at
    assert deadline is not None
    for user, options, reason in (
        (other, {}, ServiceReason.NO_MORE_TIME),
        (mine, {"now": deadline}, ServiceReason.NO_MORE_TIME),
        (mine, {"decision": "9.vote"}, ServiceReason.STALE_DECISION),
    ):
        assert refusal(partial(take, game, user, **options)) is reason
    nobody = partial(take_more_time, game_id=game.pk, user_id=None)
    decision = load_table(game.pk).decision
    assert refusal(lambda: nobody(decision=decision)) is ServiceReason.NOT_SEATED
    assert load_table(game.pk).deadline_at == deadline
    # At the last moment it is in time.
    take(game, mine, now=deadline - SECOND)


def test_voter_who_has_voted_cannot_stretch_the_vote() -> None:
    game, users = a_game(pace="quick")
    table = open_vote(game)
    seat = table.seat_of(users[0].pk)
    assert seat is not None
    play(game, CastBallot(seat=seat, vote=Vote.JA))
    assert not button(game, users[0])
    assert refusal(lambda: take(game, users[0])) is ServiceReason.NO_MORE_TIME


def test_no_time_for_a_stand_in_in_a_pause_or_where_the_host_does_not_allow_it() -> None:
    game, users = a_game(pace="quick")
    mine = decider(game, users)
    leave_seat(game_id=game.pk, user_id=mine.pk)
    assert not button(game, mine)
    assert refusal(lambda: take(game, mine)) is ServiceReason.NO_MORE_TIME

    game, users = a_game(pace="quick")
    for action, user in zip(
        [AgreementAction.PAUSE, *[AgreementAction.AGREE] * 4], users, strict=True
    ):
        say(game, user, action, now=timezone.now())
    assert refusal(lambda: take(game, decider(game, users))) is ServiceReason.NO_MORE_TIME

    for fields in ({"more_time": False, "pace": "quick"}, {"pace": "none"}):
        game, users = a_game(**fields)
        assert not button(game, decider(game, users))
        assert refusal(partial(take, game, decider(game, users))) is ServiceReason.NO_MORE_TIME


def test_pause_of_a_bot_goes_on_while_a_person_takes_more_time(
    settings: Any,
) -> None:
    settings.BOT_PAUSE_SECONDS = (5, 5)
    game, users = a_game(people=3, bots=2, pace="quick")
    table = load_table(game.pk)
    if table.plays_itself(table.undecided()[0]):
        assert advance(game.pk, timezone.now() + 6 * SECOND) == 1
    else:
        open_vote(game)
    before = load_table(game.pk)
    assert before.state.phase is Phase.VOTE
    assert before.due_at is not None

    assert take(game, users[0]).due_at == before.due_at


def test_form_takes_more_time_without_scripts() -> None:
    game, users = a_game(pace="quick")
    mine = decider(game, users)
    before = load_table(game.pk)
    client = Client()
    client.force_login(mine)
    address = f"/games/{game.code}/more-time/"
    assert client.post(address, {"decision": ""}).status_code == 400
    assert client.post(address, {"decision": before.decision}).status_code == 302
    after = load_table(game.pk)
    assert after.deadline_at is not None
    assert before.deadline_at is not None
    assert after.deadline_at > before.deadline_at
