"""Mails of slow games: whom they go to, and when."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.deliveries import take
from accounts.models import User
from accounts.notice_choices import stop_mails
from accounts.notice_models import Notice, NoticeKind
from accounts.services import close_account
from games.engine.actions import CastBallot
from games.engine.vocabulary import Vote
from games.models import ClockBeat, Game
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from games.services.game import leave_seat, take_seat_back
from games.services.turn_notices import CALL_AFTER
from games.values.agreement_request import AgreementAction
from games.values.timing import Hold, TurnNotice
from tests.factories import play, play_at_random
from tests.games.turn_mails import (
    a_slow_game,
    a_sweep,
    called,
    kind_of,
    mails_at,
    noticed,
    opened,
    readers_at,
    reminded,
    say,
    the_president,
    to_the_vote,
)

pytestmark = pytest.mark.django_db(transaction=True)

CALL, REMINDER = TurnNotice.CALL, TurnNotice.REMINDER
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


def test_absent_person_gets_one_mail() -> None:
    game, users = a_slow_game()
    assert mails_at(called(game) - SECOND) == []
    (mail,) = mails_at(called(game))
    assert (kind_of(mail.notice), mail.reader) == (CALL, the_president(game, users))
    forget_all()  # as after a restart
    assert mails_at(called(game) + HOUR) == []


def test_little_time_left_is_told_once() -> None:
    game, users = a_slow_game()
    mails_at(called(game))
    assert mails_at(reminded(game) - SECOND) == []
    (mail,) = mails_at(reminded(game))
    assert (kind_of(mail.notice), mail.reader) == (REMINDER, the_president(game, users))
    assert mails_at(reminded(game) + HOUR) == []


def test_next_decision_is_written_about_anew_and_the_last_one_is_forgotten() -> None:
    game, users = a_slow_game()
    mails_at(called(game))
    to_the_vote(game)
    decision = load_table(game.pk).decision
    president = load_table(game.pk).state.president
    expected = [user.pk for seat, user in enumerate(users) if seat != president]
    # The player who nominated knows that the vote is open.
    assert readers_at(called(game)) == sorted(expected)
    assert {row.key.split(":")[2] for row in Notice.objects.all()} == {decision}


def test_seat_that_has_voted_gets_no_mail() -> None:
    game, users = a_slow_game()
    to_the_vote(game)
    for seat in (0, 1, 2):
        play(game, CastBallot(seat=seat, vote=Vote.JA))
    waiting = sorted(user.pk for user in users[3:])
    assert [pk for pk in readers_at(called(game)) if pk not in waiting] == []
    assert readers_at(reminded(game)) == waiting


def has_no_address(user: User) -> None:
    EmailAddress.objects.filter(user=user).update(verified=False)


def wants_none(user: User) -> None:
    stop_mails(user=user, kind=NoticeKind.TURN)


def is_a_guest(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_guest=True)


def is_suspended(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.parametrize("change", [has_no_address, wants_none, is_a_guest, is_suspended])
@pytest.mark.parametrize("is_planned", [False, True])
def test_person_who_may_not_get_mails_gets_none(
    change: Callable[[User], None], is_planned: bool
) -> None:
    game, users = a_slow_game()
    if is_planned:  # the mind is changed at the last moment
        a_sweep(called(game))
    change(the_president(game, users))
    assert mails_at(called(game)) == []
    assert mails_at(reminded(game)) == []


def test_closed_account_is_not_written_to() -> None:
    game, users = a_slow_game()
    at = called(game)
    close_account(user=the_president(game, users))
    assert mails_at(at) == []


def test_stand_in_is_not_written_to() -> None:
    game, users = a_slow_game()
    to_the_vote(game)
    away = users[(load_table(game.pk).state.president + 1) % 5]
    leave_seat(game_id=game.pk, user_id=away.pk)
    assert away.pk not in readers_at(called(game))
    take_seat_back(game_id=game.pk, user_id=away.pk)
    assert away.pk in readers_at(reminded(game))


@pytest.mark.parametrize("pace", ["quick", "relaxed", "talk", "none"])
def test_only_slow_games_write(pace: str) -> None:
    game, _users = a_slow_game(pace=pace)
    for hours in (1, 9, 18, 54):
        assert mails_at(opened(game) + hours * HOUR) == []


@pytest.mark.parametrize("pace", ["12h", "1d", "3d"])
def test_every_slow_game_writes(pace: str) -> None:
    game, _users = a_slow_game(pace=pace)
    assert [kind_of(each.notice) for each in mails_at(called(game))] == [CALL]
    assert [kind_of(each.notice) for each in mails_at(reminded(game))] == [REMINDER]


def test_paused_table_sends_no_mails_and_afterwards_as_before() -> None:
    game, users = a_slow_game()
    began = opened(game) + SECOND
    say(game, users[0], AgreementAction.PAUSE, began)
    for user in users[1:]:
        say(game, user, AgreementAction.AGREE, began)
    assert load_table(game.pk).hold is Hold.PAUSED
    assert mails_at(began + 11 * HOUR) == []
    say(game, users[0], AgreementAction.GO_ON, began + 24 * HOUR)
    assert opened(game) > began + 23 * HOUR
    assert [kind_of(each.notice) for each in mails_at(called(game))] == [CALL]


def test_pause_after_the_mail_brings_no_second_one() -> None:
    game, users = a_slow_game()
    at = called(game)
    assert len(mails_at(at)) == 1
    say(game, users[0], AgreementAction.PAUSE, at)
    for user in users[1:]:
        say(game, user, AgreementAction.AGREE, at)
    say(game, users[0], AgreementAction.GO_ON, at + 24 * HOUR)
    assert mails_at(called(game) + HOUR) == []
    assert a_sweep(called(game) + HOUR) == 0  # found out once, not in every round
    assert len(mails_at(reminded(game))) == 1


def test_outage_is_not_held_against_anybody() -> None:
    game, _users = a_slow_game()
    began = opened(game)
    ClockBeat.objects.create(pk=1, beat_at=began)
    a_sweep(began + 10 * HOUR)  # the first thing a clock does after ten hours
    assert take(began + 10 * HOUR, 5) == []
    assert opened(game) == began + 10 * HOUR
    assert len(mails_at(called(game))) == 1


@pytest.mark.parametrize("hold", [Hold.WAITING, Hold.VOTING])
def test_held_table_sends_no_mails(hold: Hold) -> None:
    game, _users = a_slow_game()
    at = called(game)
    Game.objects.filter(pk=game.pk).update(hold=hold.value)
    assert mails_at(at) == []


def test_over_is_over() -> None:
    game, _users = a_slow_game()
    at = called(game)
    assert len(mails_at(at)) == 1
    play_at_random(game, Random(3))
    assert not Notice.objects.exists()
    assert mails_at(at + 11 * HOUR) == []


def test_person_who_opens_the_page_gets_only_the_reminder(client: Client) -> None:
    game, users = a_slow_game()
    president = the_president(game, users)
    client.force_login(president)
    assert client.get(f"/games/{game.code}/").status_code == 200
    assert mails_at(called(game)) == []
    assert readers_at(reminded(game)) == [president.pk]


def test_page_that_refreshes_itself_does_not_count_as_a_visit(client: Client) -> None:
    game, users = a_slow_game()
    client.force_login(the_president(game, users))
    client.get(f"/games/{game.code}/", headers={"Sec-Fetch-Mode": "cors"})
    assert len(mails_at(called(game))) == 1


def test_person_who_is_looking_now_is_reminded_later() -> None:
    game, users = a_slow_game()
    president = the_president(game, users)
    at = reminded(game)
    game.seats.filter(user=president).update(seen_at=at - SECOND)
    assert mails_at(at) == []
    assert readers_at(at + CALL_AFTER) == [president.pk]


def test_person_who_talks_at_the_table_gets_no_mail() -> None:
    from games.forms.chat import parse_talk
    from games.services.chat import talk

    game, users = a_slow_game()
    president = the_president(game, users)
    request = parse_talk(
        {"action": "say", "channel": "table", "text": "Wait", "message_id": "m-1"}
    )
    talk(game_id=game.pk, user_id=president.pk, request=request)
    assert mails_at(called(game)) == []


def test_bell_rings_once_for_a_decision_and_once_before_its_end(client: Client) -> None:
    game, users = a_slow_game()
    president = the_president(game, users)
    # Also without mails: the bell is another way.
    stop_mails(user=president, kind=NoticeKind.TURN)
    mails_at(called(game))
    mails_at(called(game))
    assert noticed(president) == ["turn_waits"]
    notice = Notice.objects.get()
    assert notice.path == f"/games/{game.code}/"
    assert notice.expires_at == load_table(game.pk).deadline_at
    mails_at(reminded(game))
    assert noticed(president) == ["turn_waits", "turn_ends_soon"]
    client.force_login(president)
    client.get(f"/games/{game.code}/")
    assert noticed(president) == []


def test_next_decision_and_the_end_of_the_game_take_the_notice_back() -> None:
    game, users = a_slow_game()
    mails_at(called(game))
    to_the_vote(game)
    mails_at(called(game))
    assert {row.key.split(":")[2] for row in Notice.objects.all()} == {
        load_table(game.pk).decision
    }
    assert Notice.objects.count() >= 3
    say(game, users[0], AgreementAction.ABANDON, called(game))
    for user in users[1:]:
        say(game, user, AgreementAction.AGREE, called(game))
    assert load_table(game.pk).is_abandoned
    assert not Notice.objects.exists()
