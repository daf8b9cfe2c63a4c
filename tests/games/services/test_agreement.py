"""Agreements: pauses, stand-ins for the absent, abandoning; and the end of the time."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from random import Random

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games import agreement
from games.engine import legal_actions
from games.engine.actions import CastBallot
from games.engine.vocabulary import Phase, Vote
from games.live.table_screen import TableScreen
from games.models import Game, GameResult
from games.selectors.game import load_table
from games.selectors.seen_table import see_table
from games.selectors.table_cache import forget_all
from games.services.agreement import submit_agreement
from games.services.clock import advance
from games.services.game import leave_seat, seat_stand_ins, take_seat_back
from games.table import GameTable
from games.values.agreement_request import AgreementAction, AgreementRequest
from games.values.refusals import ServiceReason
from games.values.timing import Hold, Motion
from tests.factories import a_game, a_person, play, play_at_random
from tests.games.refusals import refusal

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)


def say(
    game: Game, user: User, action: AgreementAction, *, now: datetime | None = None
) -> GameTable:
    """Propose or answer on the motion that is open now."""
    number = load_table(game.pk).motion_number
    request = AgreementRequest(action=action, number=number)
    submit_agreement(game_id=game.pk, user_id=user.pk, request=request, now=now)
    return load_table(game.pk)


def open_vote(game: Game) -> GameTable:
    table = load_table(game.pk)
    return play(game, legal_actions(table.state, table.state.president)[0])


def run_out(game: Game) -> datetime:
    """A second after the deadline."""
    deadline = load_table(game.pk).deadline_at
    assert deadline is not None
    late = deadline + SECOND
    assert advance(game.pk, late) >= 1
    return late


def run_out_of_time(game: Game) -> None:
    """Undecided players get a stand-in, which has not decided yet."""
    assert seat_stand_ins(table=load_table(game.pk), now=timezone.now())


# A pause


def test_pause_needs_everybody_and_stops_the_clock_and_the_bots() -> None:
    game, users = a_game(people=3, bots=2, pace="quick")
    opened = load_table(game.pk)
    assert opened.deadline_at is not None or opened.due_at is not None
    now = timezone.now()
    say(game, users[0], AgreementAction.PAUSE, now=now)
    say(game, users[1], AgreementAction.AGREE, now=now)
    assert load_table(game.pk).hold is Hold.NONE
    paused = say(game, users[2], AgreementAction.AGREE, now=now)
    assert (paused.hold, paused.due_at) == (Hold.PAUSED, now + timedelta(days=1))
    assert advance(game.pk, now + timedelta(hours=23)) == 0


def test_pause_gives_back_all_the_time_it_took() -> None:
    game, users = a_game(pace="quick")
    before = load_table(game.pk)
    assert before.deadline_at is not None
    now = timezone.now()
    for action, user in zip(
        [AgreementAction.PAUSE, *[AgreementAction.AGREE] * 4], users, strict=True
    ):
        say(game, user, action, now=now)
    running = say(game, users[3], AgreementAction.GO_ON, now=now + timedelta(hours=2))
    assert running.hold is Hold.NONE
    assert running.deadline_at == before.deadline_at + timedelta(hours=2)
    assert running.due_at == running.deadline_at


def test_decisions_go_on_in_a_pause_and_none_of_them_has_a_running_clock() -> None:
    game, users = a_game(pace="quick")
    now = timezone.now()
    for action, user in zip(
        [AgreementAction.PAUSE, *[AgreementAction.AGREE] * 4], users, strict=True
    ):
        say(game, user, action, now=now)
    voting = open_vote(game)
    assert (voting.state.phase, voting.hold) == (Phase.VOTE, Hold.PAUSED)
    assert voting.due_at == now + timedelta(days=1)
    later = now + timedelta(hours=1)
    running = say(game, users[0], AgreementAction.GO_ON, now=later)
    assert running.deadline_at is not None
    assert later < running.deadline_at < later + timedelta(minutes=2)


def test_one_refusal_ends_a_motion_until_the_next_decision() -> None:
    game, users = a_game()
    say(game, users[0], AgreementAction.PAUSE)
    declined = say(game, users[1], AgreementAction.DECLINE)
    assert not agreement.has_open_motion(declined)
    assert agreement.answer_of(declined, 1) is False
    assert (
        refusal(lambda: say(game, users[2], AgreementAction.AGREE)) is ServiceReason.MOTION_SETTLED
    )
    assert refusal(lambda: say(game, users[0], AgreementAction.PAUSE)) is ServiceReason.NOT_NOW
    open_vote(game)
    assert say(game, users[0], AgreementAction.PAUSE).motion is Motion.PAUSE


def test_word_said_twice_counts_once_and_a_late_one_answers_no_later_motion() -> None:
    game, users = a_game()
    propose = AgreementRequest(action=AgreementAction.PAUSE, number=0)
    for _twice in range(2):
        submit_agreement(game_id=game.pk, user_id=users[0].pk, request=propose)
        table = load_table(game.pk)
    assert table.motion_number == 1
    agree = AgreementRequest(action=AgreementAction.AGREE, number=1)
    for _twice in range(2):
        submit_agreement(game_id=game.pk, user_id=users[1].pk, request=agree)
        table = load_table(game.pk)
    assert agreement.agreeing(table) == (0, 1)
    say(game, users[2], AgreementAction.DECLINE)
    open_vote(game)
    say(game, users[3], AgreementAction.ABANDON)
    late = refusal(lambda: submit_agreement(game_id=game.pk, user_id=users[1].pk, request=agree))
    assert late is ServiceReason.MOTION_SETTLED
    assert agreement.agreeing(load_table(game.pk)) == (3,)


def test_only_people_at_the_table_are_asked() -> None:
    game, users = a_game(people=5)
    assert (
        refusal(lambda: say(game, a_person(), AgreementAction.PAUSE)) is ServiceReason.NOT_SEATED
    )
    leave_seat(game_id=game.pk, user_id=users[4].pk)
    assert refusal(lambda: say(game, users[4], AgreementAction.PAUSE)) is ServiceReason.NOT_ASKED
    for action, user in zip(
        [AgreementAction.PAUSE, *[AgreementAction.AGREE] * 3], users[:4], strict=True
    ):
        table = say(game, user, action)
    assert table.hold is Hold.PAUSED


def test_everybody_agreeing_at_the_same_moment_abandons_once() -> None:
    game, users = a_game()
    say(game, users[0], AgreementAction.ABANDON)
    request = AgreementRequest(action=AgreementAction.AGREE, number=1)

    def agree(user: User) -> None:
        try:
            submit_agreement(game_id=game.pk, user_id=user.pk, request=request)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(agree, users[1:]))
    assert load_table(game.pk).is_abandoned


# Abandoned


def test_abandoned_game_has_no_result_and_takes_no_more_actions() -> None:
    game, users = a_game(pace="quick")
    for action, user in zip(
        [AgreementAction.ABANDON, *[AgreementAction.AGREE] * 4], users, strict=True
    ):
        table = say(game, user, action)
    game.refresh_from_db()
    assert game.status == Game.Status.ABANDONED
    assert (game.winner, game.victory, game.due_at) == ("", "", None)
    assert game.finished_at is not None
    assert not GameResult.objects.filter(game=game).exists()
    assert not table.is_over
    assert refusal(lambda: open_vote(game)) is ServiceReason.GAME_OVER
    forget_all()
    assert refusal(lambda: say(game, users[0], AgreementAction.PAUSE)) is ServiceReason.GAME_OVER
    assert advance(game.pk, timezone.now() + timedelta(days=1)) == 0


def test_few_cannot_take_a_ranked_game_from_those_who_left() -> None:
    game, users = a_game(is_ranked=True)
    for user in users[2:]:
        leave_seat(game_id=game.pk, user_id=user.pk)
    assert refusal(lambda: say(game, users[0], AgreementAction.ABANDON)) is ServiceReason.NOT_NOW


@pytest.mark.parametrize("action", [AgreementAction.ABANDON, AgreementAction.PAUSE])
@pytest.mark.parametrize("how", ["left", "out of time"])
def test_few_cannot_stop_a_ranked_game_by_asking_before_the_others_went(
    action: AgreementAction, how: str
) -> None:
    game, users = a_game(is_ranked=True, pace="quick")
    open_vote(game)
    asked = say(game, users[0], action)
    if how == "left":
        for user in users[1:]:
            leave_seat(game_id=game.pk, user_id=user.pk)
    else:
        own = legal_actions(asked.state, 0)[0]
        play(game, own)
        run_out_of_time(game)
    alone = load_table(game.pk)
    assert agreement.voters(alone) == (0,)
    assert (
        refusal(lambda: say(game, users[0], AgreementAction.AGREE)) is ServiceReason.MOTION_SETTLED
    )
    assert refusal(lambda: say(game, users[0], action)) is ServiceReason.NOT_NOW
    assert load_table(game.pk).status == Game.Status.RUNNING
    # The page has no button that would be refused.
    seen = TableScreen(see_table(game.pk, users[0].pk)).table
    assert (seen.agreement.buttons, seen.proposals.url) == ((), "")


def test_without_rating_those_who_are_there_may_still_agree() -> None:
    game, users = a_game()
    say(game, users[0], AgreementAction.ABANDON)
    for user in users[2:]:
        leave_seat(game_id=game.pk, user_id=user.pk)
    assert say(game, users[1], AgreementAction.AGREE).is_abandoned


@pytest.mark.parametrize("is_ranked", [False, True])
def test_motion_ends_with_the_decision_it_was_made_in(is_ranked: bool) -> None:
    game, users = a_game(is_ranked=is_ranked)
    for action, user in zip(
        [AgreementAction.ABANDON, *[AgreementAction.AGREE] * 3], users[:4], strict=True
    ):
        say(game, user, action)
    after = open_vote(game)
    assert (after.motion, agreement.agreeing(after)) == (Motion.NONE, ())
    assert (
        refusal(lambda: say(game, users[4], AgreementAction.AGREE)) is ServiceReason.MOTION_SETTLED
    )
    assert agreement.agreeing(say(game, users[4], AgreementAction.ABANDON)) == (4,)


def test_executed_are_not_asked_whether_a_ranked_game_is_abandoned() -> None:
    game, users = a_game(is_ranked=True)
    for seed in range(20):
        table = play_at_random(game, Random(seed), until=lambda each: len(each.state.living) < 5)
        if not table.is_over:
            break
        game, users = a_game(is_ranked=True)
    living = [users[seat] for seat in table.state.living]
    assert len(living) == 4
    for action, user in zip(
        [AgreementAction.ABANDON, *[AgreementAction.AGREE] * 3], living, strict=True
    ):
        table = say(game, user, action)
    assert table.is_abandoned


def test_ranked_table_that_would_vote_lets_a_stand_in_decide_at_once() -> None:
    game, _users = a_game(is_ranked=True, pace="quick", time_up="vote")
    president = load_table(game.pk).state.president
    run_out(game)
    table = load_table(game.pk)
    assert table.occupants[president].has_stand_in
    assert (table.hold, table.motion) == (Hold.NONE, Motion.NONE)


# The time is up


def test_everybody_who_has_not_voted_gets_a_stand_in_at_once() -> None:
    game, _users = a_game(pace="quick")
    open_vote(game)
    play(game, CastBallot(seat=0, vote=Vote.JA))
    run_out(game)
    after = load_table(game.pk)
    assert [each.has_stand_in for each in after.occupants] == [False, True, True, True, True]
    assert after.state.phase is not Phase.VOTE


def test_ballot_cast_in_time_stays_the_persons_own() -> None:
    game, _users = a_game(pace="quick")
    open_vote(game)
    play(game, CastBallot(seat=0, vote=Vote.NEIN))
    run_out(game)
    state = load_table(game.pk).state
    voted = [*state.past_rounds, state.current_round][0]
    assert voted is not None
    assert voted.votes[0] is Vote.NEIN


def test_waiting_table_waits_and_goes_on_when_the_person_decides() -> None:
    game, _users = a_game(pace="quick", time_up="wait")
    run_out(game)
    waiting = load_table(game.pk)
    assert waiting.hold is Hold.WAITING
    assert not any(each.has_stand_in for each in waiting.occupants)
    assert advance(game.pk, timezone.now() + timedelta(hours=23)) == 0
    after = open_vote(game)
    assert after.hold is Hold.NONE
    assert after.deadline_at is not None


def test_those_who_wait_may_agree_on_a_stand_in() -> None:
    game, users = a_game(pace="quick", time_up="wait")
    run_out(game)
    absent = load_table(game.pk).state.president
    others = [user for seat, user in enumerate(users) if seat != absent]
    assert (
        refusal(lambda: say(game, users[absent], AgreementAction.PAUSE)) is ServiceReason.NOT_ASKED
    )
    for action, user in zip(
        [AgreementAction.STAND_IN, *[AgreementAction.AGREE] * 3], others, strict=True
    ):
        table = say(game, user, action)
    assert table.occupants[absent].has_stand_in
    assert table.hold is Hold.NONE
    assert advance(game.pk, timezone.now() + SECOND) >= 1
    assert load_table(game.pk).state.phase is Phase.VOTE


def test_table_that_votes_lets_a_stand_in_decide_on_one_refusal() -> None:
    game, users = a_game(pace="quick", time_up="vote")
    run_out(game)
    voting = load_table(game.pk)
    assert (voting.hold, voting.motion) == (Hold.VOTING, Motion.ABANDON)
    other = next(seat for seat in agreement.voters(voting))
    table = say(game, users[other], AgreementAction.DECLINE)
    assert table.occupants[voting.state.president].has_stand_in
    assert (table.hold, agreement.has_open_motion(table)) == (Hold.NONE, False)


def test_table_that_votes_does_not_wait_for_the_vote_for_ever() -> None:
    game, _users = a_game(pace="quick", time_up="vote")
    run_out(game)
    run_out(game)
    table = load_table(game.pk)
    assert any(each.has_stand_in for each in table.occupants)
    assert table.hold is Hold.NONE


def test_table_that_votes_is_abandoned_when_all_the_others_agree() -> None:
    game, users = a_game(pace="quick", time_up="vote")
    run_out(game)
    for seat in agreement.voters(load_table(game.pk)):
        table = say(game, users[seat], AgreementAction.AGREE)
    assert table.is_abandoned


# Going and coming back


def test_going_and_coming_back_wins_no_time_from_the_others() -> None:
    game, users = a_game(pace="quick")
    before = open_vote(game)
    for _again in range(5):
        leave_seat(game_id=game.pk, user_id=users[1].pk)
        take_seat_back(game_id=game.pk, user_id=users[1].pk)
        table = load_table(game.pk)
    assert table.deadline_at == before.deadline_at


def test_person_who_comes_back_late_gets_some_time_but_never_more_than_twice() -> None:
    game, users = a_game(pace="quick")
    opened = load_table(game.pk)
    president = opened.state.president
    assert opened.opened_at is not None
    assert opened.deadline_at is not None
    Game.objects.filter(pk=game.pk).update(
        opened_at=opened.opened_at - timedelta(minutes=1),
        deadline_at=opened.deadline_at - timedelta(minutes=1),
    )
    forget_all()
    leave_seat(game_id=game.pk, user_id=users[president].pk)
    take_seat_back(game_id=game.pk, user_id=users[president].pk)
    table = load_table(game.pk)
    assert table.deadline_at is not None
    assert timezone.now() < table.deadline_at < timezone.now() + timedelta(seconds=31)
    Game.objects.filter(pk=game.pk).update(opened_at=timezone.now() - timedelta(hours=1))
    forget_all()
    leave_seat(game_id=game.pk, user_id=users[president].pk)
    take_seat_back(game_id=game.pk, user_id=users[president].pk)
    late = load_table(game.pk)
    assert late.deadline_at is not None
    assert late.deadline_at < timezone.now()
