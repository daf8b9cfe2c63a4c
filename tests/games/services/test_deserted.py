"""Every table comes to an end: pauses, waits, and tables that some or all people have left."""

from datetime import datetime, timedelta
from random import Random

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import agreement
from games.engine import legal_actions
from games.engine.vocabulary import Phase, SeatNumber
from games.live.table_screen import TableScreen
from games.models import ClockBeat, Game, GameEvent, SeatResult
from games.selectors.game import load_table
from games.selectors.seen_table import see_table
from games.selectors.table_cache import forget_all
from games.services import clock
from games.services.agreement import submit_agreement
from games.services.chat import talk
from games.services.game import leave_seat, take_seat_back
from games.services.outage import move_deadlines
from games.table import GameTable
from games.values.agreement_request import AgreementAction, AgreementRequest
from games.values.chat import SayRequest
from games.values.timing import Hold, Motion
from tests.factories import a_game, play, play_at_random

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("clock_tidies_up_again"),
]

SECOND, MINUTE, HOUR, DAY = (
    timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours", "days")
)


def sweep(now: datetime) -> None:
    """Let a clock without an outage sweep once."""
    ClockBeat.objects.update(beat_at=now)
    clock.run_due(now)


def play_out(game: Game, now: datetime) -> Game:
    """Let the clock alone run for an hour."""
    for minute in range(60):
        sweep(now + minute * MINUTE)
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            break
    return game


def say(game: Game, user: User, action: AgreementAction, now: datetime | None = None) -> GameTable:
    """Propose or answer on the motion that is open now."""
    number = load_table(game.pk).motion_number
    request = AgreementRequest(action=action, number=number)
    submit_agreement(game_id=game.pk, user_id=user.pk, request=request, now=now)
    return load_table(game.pk)


def awaited(table: GameTable) -> list[SeatNumber]:
    """Return the people the table waits for."""
    return [seat for seat in table.undecided() if not table.plays_itself(seat)]


def until_it_waits_for_one_person(game: Game, now: datetime) -> SeatNumber:
    """Let bots and people play until a single person has to decide; return who."""
    for _step in range(60):
        table = load_table(game.pk)
        asked = awaited(table)
        if asked and table.state.phase is not Phase.VOTE:
            return asked[0]
        for seat in asked:
            play(game, legal_actions(load_table(game.pk).state, seat)[0])
        clock.advance(game.pk, now + 3 * SECOND)
    raise AssertionError("no person was asked")


def an_execution() -> tuple[GameTable, Game, list[User]]:
    """A table without a limit, with one executed person and one who must decide."""
    for seed in range(40):
        game, users = a_game(pace="none")
        table = play_at_random(game, Random(seed), until=lambda each: len(each.state.living) < 5)
        if not table.is_over and len(table.undecided()) == 1:
            return table, game, users
    raise AssertionError("nobody was executed")


def age(game: Game, by: timedelta) -> None:
    """Move everything at this table into the past."""
    Game.objects.filter(pk=game.pk).update(
        started_at=F("started_at") - by, opened_at=F("opened_at") - by
    )
    GameEvent.objects.filter(game=game).update(created_at=F("created_at") - by)
    forget_all()


def pause(game: Game, users: list[User], now: datetime) -> GameTable:
    for action, user in zip(
        [AgreementAction.PAUSE, *[AgreementAction.AGREE] * (len(users) - 1)], users, strict=True
    ):
        table = say(game, user, action, now)
    assert table.hold is Hold.PAUSED
    return table


def time_runs_out(game: Game) -> datetime:
    """Let the clock sweep a second after the deadline."""
    deadline = load_table(game.pk).deadline_at
    assert deadline is not None
    sweep(deadline + SECOND)
    return deadline + SECOND


# Pauses


@pytest.mark.parametrize(("pace", "days"), [("quick", 1), ("3d", 7)])
def test_pause_ends_by_itself_and_gives_back_its_time(pace: str, days: int) -> None:
    game, users = a_game(pace=pace)
    deadline = load_table(game.pk).deadline_at
    assert deadline is not None
    now = timezone.now()
    pause(game, users, now)
    sweep(now + days * DAY - HOUR)
    assert load_table(game.pk).hold is Hold.PAUSED
    sweep(now + days * DAY)
    after = load_table(game.pk)
    assert (after.hold, after.deadline_at) == (Hold.NONE, deadline + days * DAY)


@pytest.mark.parametrize("pace", ["quick", "3d", "none"])
def test_paused_game_that_everybody_leaves_is_played_to_its_end(pace: str) -> None:
    game, users = a_game(pace=pace)
    now = timezone.now()
    pause(game, users, now)
    for user in users:
        assert load_table(game.pk).hold is Hold.PAUSED
        leave_seat(game_id=game.pk, user_id=user.pk)
    assert load_table(game.pk).hold is Hold.NONE
    assert play_out(game, now + MINUTE).status == Game.Status.FINISHED


def test_pause_of_an_earlier_release_gets_an_end() -> None:
    game, users = a_game(pace="quick")
    now = timezone.now()
    pause(game, users, now)
    Game.objects.filter(pk=game.pk).update(due_at=None, seating=F("seating") + 1)
    sweep(now + 2 * DAY)
    sweep(now + 2 * DAY + SECOND)
    assert load_table(game.pk).hold is Hold.NONE


# Tables that wait


@pytest.mark.parametrize(("pace", "days"), [("quick", 1), ("3d", 3)])
def test_table_waits_no_longer_than_that(pace: str, days: int) -> None:
    game, _users = a_game(pace=pace, time_up="wait")
    absent = load_table(game.pk).state.president
    since = time_runs_out(game)
    sweep(since + days * DAY - HOUR)
    waiting = load_table(game.pk)
    assert (waiting.hold, waiting.occupants[absent].has_stand_in) == (Hold.WAITING, False)
    sweep(since + days * DAY)
    after = load_table(game.pk)
    assert (after.hold, after.occupants[absent].has_stand_in) == (Hold.NONE, True)


def test_present_player_need_not_wait_for_silent_ones() -> None:
    game, users = a_game(pace="quick", time_up="wait")
    absent = load_table(game.pk).state.president
    since = time_runs_out(game)
    there = agreement.voters(load_table(game.pk))[0]
    say(game, users[there], AgreementAction.STAND_IN, since)
    sweep(since + 59 * SECOND)
    assert load_table(game.pk).hold is Hold.WAITING
    sweep(since + 61 * SECOND)
    after = load_table(game.pk)
    assert (after.hold, after.motion) == (Hold.NONE, Motion.NONE)
    assert [seat for seat in range(5) if after.occupants[seat].has_stand_in] == [absent]


def test_refusal_keeps_the_table_waiting_until_the_next_request() -> None:
    game, users = a_game(pace="quick", time_up="wait")
    since = time_runs_out(game)
    there, other, *_rest = agreement.voters(load_table(game.pk))
    say(game, users[there], AgreementAction.STAND_IN, since)
    say(game, users[other], AgreementAction.DECLINE, since)
    sweep(since + HOUR)
    waiting = load_table(game.pk)
    assert (waiting.hold, agreement.has_open_motion(waiting)) == (Hold.WAITING, False)
    say(game, users[there], AgreementAction.STAND_IN, since + HOUR)
    sweep(since + HOUR + 61 * SECOND)
    assert load_table(game.pk).hold is Hold.NONE


def test_table_does_not_wait_without_voters() -> None:
    game, users = a_game(2, 3, pace="quick", time_up="wait")
    absent = until_it_waits_for_one_person(game, timezone.now())
    leave_seat(game_id=game.pk, user_id=users[1 - absent].pk)
    time_runs_out(game)
    after = load_table(game.pk)
    assert (after.hold, after.occupants[absent].has_stand_in) == (Hold.NONE, True)


@pytest.mark.parametrize("time_up", ["wait", "vote"])
def test_wait_ends_when_the_last_present_player_leaves(time_up: str) -> None:
    game, users = a_game(pace="3d", time_up=time_up)
    since = time_runs_out(game)
    held = load_table(game.pk)
    assert held.hold in (Hold.WAITING, Hold.VOTING)
    for seat in agreement.voters(held):
        leave_seat(game_id=game.pk, user_id=users[seat].pk)
    assert play_out(game, max(since, timezone.now()) + SECOND).status == Game.Status.FINISHED


# Tables without a limit


def test_absent_person_without_a_limit_gets_a_stand_in_on_request() -> None:
    game, users = a_game(pace="none")
    table = load_table(game.pk)
    president, now = table.state.president, timezone.now()
    other = (president + 1) % 5
    seen = TableScreen(see_table(game.pk, users[other].pk))
    assert seen.table.proposals.may_ask_for_stand_in
    assert not TableScreen(see_table(game.pk, None)).table.proposals.may_ask_for_stand_in
    asked = say(game, users[other], AgreementAction.STAND_IN, now)
    # The others agree at once; the person concerned still gets some minutes.
    for seat in set(agreement.voters(asked)) - {president, other}:
        say(game, users[seat], AgreementAction.AGREE, now)
    sweep(now + 4 * MINUTE)
    assert not load_table(game.pk).occupants[president].has_stand_in
    sweep(now + 5 * MINUTE)
    sweep(now + 5 * MINUTE + SECOND)
    after = load_table(game.pk)
    assert after.occupants[president].has_stand_in
    assert after.decision != table.decision
    assert (after.motion, after.deadline_at) == (Motion.NONE, None)


def test_person_who_is_still_there_keeps_the_seat_and_may_be_asked_again() -> None:
    game, users = a_game(pace="none")
    president, now = load_table(game.pk).state.president, timezone.now()
    other = users[(president + 1) % 5]
    say(game, other, AgreementAction.STAND_IN, now)
    refused = say(game, users[president], AgreementAction.DECLINE, now + MINUTE)
    assert (refused.deadline_at, refused.due_at) == (None, None)
    sweep(now + HOUR)
    assert not load_table(game.pk).occupants[president].has_stand_in
    say(game, other, AgreementAction.STAND_IN, now + HOUR)
    sweep(now + HOUR + 5 * MINUTE)
    assert load_table(game.pk).occupants[president].has_stand_in


def test_executed_players_may_ask_when_the_table_waits_for_all_voters() -> None:
    table, game, users = an_execution()
    dead = next(seat for seat in range(5) if not table.state.alive[seat])
    asked = table.undecided()[0]
    assert not agreement.may_ask_for_stand_in(table, dead)
    for seat in table.state.living:
        if seat != asked:
            leave_seat(game_id=game.pk, user_id=users[seat].pk)
    now = timezone.now()
    say(game, users[dead], AgreementAction.STAND_IN, now)
    sweep(now + 6 * MINUTE)
    assert load_table(game.pk).occupants[asked].has_stand_in


# Deserted tables


@pytest.mark.parametrize("is_ranked", [False, True])
def test_deserted_table_is_played_to_its_end_after_a_day(is_ranked: bool) -> None:
    game, users = a_game(pace="none", is_ranked=is_ranked)
    now = timezone.now()
    sweep(now + 23 * HOUR)
    assert not any(each.has_stand_in for each in load_table(game.pk).occupants)
    ended = play_out(game, now + 25 * HOUR)
    assert ended.status == Game.Status.FINISHED
    # Emptying a table is no way out of a result.
    left = SeatResult.objects.filter(result_id=game.pk, is_leaver=True)
    assert left.count() == (len(users) if is_ranked else 0)


@pytest.mark.parametrize("how", ["opens the page", "speaks", "agrees", "comes back", "acts"])
def test_table_is_not_deserted_while_one_person_comes_by(how: str, client: Client) -> None:
    game, users = a_game(pace="none")
    start = timezone.now()
    age(game, 25 * HOUR)
    if how == "opens the page":
        client.force_login(users[0])
        client.get(reverse("games:table", args=[game.code]))
    elif how == "speaks":
        said = SayRequest(text="Are you there?", message_id="one")
        talk(game_id=game.pk, user_id=users[0].pk, request=said)
    elif how == "agrees":
        say(game, users[0], AgreementAction.PAUSE)
    elif how == "comes back":
        leave_seat(game_id=game.pk, user_id=users[0].pk)
        take_seat_back(game_id=game.pk, user_id=users[0].pk)
    else:
        table = load_table(game.pk)
        play(game, legal_actions(table.state, table.state.president)[0])
    sweep(start + MINUTE)
    assert not any(each.has_stand_in for each in load_table(game.pk).occupants)
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING


def test_site_that_was_away_for_days_finds_no_deserted_tables() -> None:
    game, _users = a_game(pace="none")
    now = timezone.now()
    move_deadlines(now)
    clock.run_due(now + 3 * DAY)
    assert not any(each.has_stand_in for each in load_table(game.pk).occupants)
    sweep(now + 4 * DAY + HOUR)
    assert all(each.has_stand_in for each in load_table(game.pk).occupants)
