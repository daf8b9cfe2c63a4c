"""Mails of slow games: to whom, when, and never twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import permutations
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import Preferences, User
from accounts.services import close_account
from games.agreement_request import AgreementRequest, Word
from games.engine import legal_actions, observe
from games.engine.actions import CastBallot
from games.engine.vocabulary import Phase, Vote
from games.live.turn_mail import write
from games.models import ClockBeat, Game, TurnMail
from games.selectors.game import forget_all, load_table
from games.services.agreement import speak
from games.services.game import leave_seat, take_seat_back
from games.services.outage import move_deadlines
from games.services.turn_mail import (
    CALL_AFTER,
    TRY_AGAIN_AFTER,
    Errand,
    note_failed,
    note_sent,
    plan,
    take,
)
from games.timing import Hold, TurnMailKind
from tests.factories import a_game, play, play_at_random

pytestmark = pytest.mark.django_db(transaction=True)

CALL, REMINDER = TurnMailKind.CALL, TurnMailKind.REMINDER
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


def register(*users: User) -> None:
    """Give people an account with a confirmed address."""
    for user in users:
        user.is_guest = False
        user.email = f"{user.pk}@example.org"
        user.save()
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def a_slow_game(people: int = 5, bots: int = 0, pace: str = "12h") -> tuple[Game, list[User]]:
    game, users = a_game(people=people, bots=bots, pace=pace)
    register(*users)
    return game, users


def the_president(game: Game, users: list[User]) -> User:
    return users[load_table(game.pk).state.president]


def opened(game: Game) -> datetime:
    opened_at = load_table(game.pk).opened_at
    assert opened_at is not None
    return opened_at


def called(game: Game) -> datetime:
    """When those who have not come by are written to."""
    return opened(game) + CALL_AFTER


def reminded(game: Game) -> datetime:
    """When a quarter of the time is left."""
    deadline = load_table(game.pk).deadline_at
    assert deadline is not None
    return deadline - (deadline - opened(game)) / 4


def mails_at(now: datetime) -> list[Errand]:
    """What one round of a clock that has never stopped takes to be sent."""
    ClockBeat.objects.update_or_create(pk=1, defaults={"beat_at": now})
    plan(now)
    errands = list(iter(lambda: take(now), None))
    for errand in errands:
        note_sent(errand, now)
    return errands


def readers_at(now: datetime) -> list[int]:
    return sorted(errand.reader.user_id for errand in mails_at(now))


def to_the_vote(game: Game) -> None:
    state = load_table(game.pk).state
    play(game, legal_actions(state, state.president)[0])
    assert load_table(game.pk).state.phase is Phase.VOTE


def test_who_does_not_come_by_is_written_to_once() -> None:
    game, users = a_slow_game()
    assert mails_at(called(game) - SECOND) == []
    (errand,) = mails_at(called(game))
    assert (errand.kind, errand.reader.user_id) == (CALL, the_president(game, users).pk)
    forget_all()  # as after a restart
    assert mails_at(called(game) + HOUR) == []


def test_little_time_left_is_told_once() -> None:
    game, users = a_slow_game()
    mails_at(called(game))
    assert mails_at(reminded(game) - SECOND) == []
    (errand,) = mails_at(reminded(game))
    assert (errand.kind, errand.reader.user_id) == (REMINDER, the_president(game, users).pk)
    assert mails_at(reminded(game) + HOUR) == []


def test_next_decision_is_written_about_anew_and_the_last_one_is_forgotten() -> None:
    game, users = a_slow_game()
    mails_at(called(game))
    to_the_vote(game)
    decision = load_table(game.pk).decision
    president = load_table(game.pk).state.president
    expected = [user.pk for seat, user in enumerate(users) if seat != president]
    # Whoever nominated knows that the vote is open.
    assert readers_at(called(game)) == sorted(expected)
    assert {row.decision for row in TurnMail.objects.all()} == {decision}


def test_who_has_voted_is_left_alone() -> None:
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
    Preferences.objects.filter(user=user).update(turn_mails=False)


def is_a_guest(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_guest=True)


def is_suspended(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.parametrize("change", [has_no_address, wants_none, is_a_guest, is_suspended])
@pytest.mark.parametrize("is_planned", [False, True])
def test_whoever_may_not_be_written_to_is_not(
    change: Callable[[User], None], is_planned: bool
) -> None:
    game, users = a_slow_game()
    if is_planned:  # the mind is changed at the last moment
        plan(called(game))
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
    assert [each.kind for each in mails_at(called(game))] == [CALL]
    assert [each.kind for each in mails_at(reminded(game))] == [REMINDER]


def say(game: Game, user: User, word: Word, now: datetime) -> None:
    number = load_table(game.pk).motion_number
    request = AgreementRequest(word=word, number=number)
    speak(game_id=game.pk, user_id=user.pk, request=request, now=now)


def test_paused_table_writes_to_nobody_and_afterwards_as_before() -> None:
    game, users = a_slow_game()
    began = opened(game) + SECOND
    say(game, users[0], Word.PAUSE, began)
    for user in users[1:]:
        say(game, user, Word.AGREE, began)
    assert load_table(game.pk).hold is Hold.PAUSED
    assert mails_at(began + 11 * HOUR) == []
    say(game, users[0], Word.GO_ON, began + 24 * HOUR)
    assert opened(game) > began + 23 * HOUR
    assert [each.kind for each in mails_at(called(game))] == [CALL]


def test_pause_after_the_mail_brings_no_second_one() -> None:
    game, users = a_slow_game()
    at = called(game)
    assert len(mails_at(at)) == 1
    say(game, users[0], Word.PAUSE, at)
    for user in users[1:]:
        say(game, user, Word.AGREE, at)
    say(game, users[0], Word.GO_ON, at + 24 * HOUR)
    assert mails_at(called(game) + HOUR) == []
    assert plan(called(game) + HOUR) == 0  # found out once, not in every round
    assert len(mails_at(reminded(game))) == 1


def test_outage_is_not_held_against_anybody() -> None:
    game, _users = a_slow_game()
    began = opened(game)
    ClockBeat.objects.create(pk=1, beat_at=began)
    plan(began + 10 * HOUR)  # the first thing a clock does after ten hours
    assert take(began + 10 * HOUR) is None
    assert opened(game) == began + 10 * HOUR
    assert len(mails_at(called(game))) == 1


@pytest.mark.parametrize("hold", [Hold.WAITING, Hold.VOTING])
def test_held_table_writes_to_nobody(hold: Hold) -> None:
    game, _users = a_slow_game()
    at = called(game)
    Game.objects.filter(pk=game.pk).update(hold=hold.value)
    assert mails_at(at) == []


def test_over_is_over() -> None:
    game, _users = a_slow_game()
    at = called(game)
    assert len(mails_at(at)) == 1
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    assert mails_at(reminded(game)) == []
    assert not TurnMail.objects.exists()


def test_who_opens_the_page_is_not_called_but_reminded(client: Client) -> None:
    game, users = a_slow_game()
    president = the_president(game, users)
    client.force_login(president)
    assert client.get(f"/games/{game.code}/").status_code == 200
    assert mails_at(called(game)) == []
    assert readers_at(reminded(game)) == [president.pk]


def test_open_page_that_fetches_itself_is_nobody(client: Client) -> None:
    game, users = a_slow_game()
    client.force_login(the_president(game, users))
    client.get(f"/games/{game.code}/", headers={"Sec-Fetch-Mode": "cors"})
    assert len(mails_at(called(game))) == 1


def test_who_is_looking_just_now_is_reminded_later() -> None:
    game, users = a_slow_game()
    president = the_president(game, users)
    at = reminded(game)
    game.seats.filter(user=president).update(seen_at=at - SECOND)
    assert mails_at(at) == []
    assert readers_at(at + CALL_AFTER) == [president.pk]


def test_who_talks_at_the_table_is_not_called() -> None:
    from games.forms.chat import parse_talk
    from games.services.chat import talk

    game, users = a_slow_game()
    president = the_president(game, users)
    request = parse_talk(
        {"action": "say", "channel": "table", "text": "Wait", "message_id": "m-1"}
    )
    talk(game_id=game.pk, user_id=president.pk, request=request)
    assert mails_at(called(game)) == []


def test_failed_mail_is_tried_again_a_few_times() -> None:
    game, _users = a_slow_game(pace="3d")
    now = called(game)
    ClockBeat.objects.create(pk=1, beat_at=now)
    plan(now)
    for pause in (*TRY_AGAIN_AFTER, None):
        errand = take(now)
        assert errand is not None
        assert take(now) is None
        note_failed(errand, now)
        if pause is not None:
            assert take(now + pause - SECOND) is None
            now += pause
    assert take(now + 20 * HOUR) is None


def test_failed_mail_is_not_sent_after_the_decision() -> None:
    game, _users = a_slow_game()
    now = called(game)
    plan(now)
    errand = take(now)
    assert errand is not None
    note_failed(errand, now)
    to_the_vote(game)
    assert take(now + TRY_AGAIN_AFTER[0]) is None


def test_process_that_dies_while_sending_leaves_no_second_mail() -> None:
    game, _users = a_slow_game()
    plan(called(game))
    assert take(called(game)) is not None  # and nothing is noted any more
    assert mails_at(called(game) + HOUR) == []


def test_several_clocks_write_each_mail_once() -> None:
    game, users = a_slow_game()
    to_the_vote(game)
    now = called(game)
    ClockBeat.objects.create(pk=1, beat_at=now)
    clocks = 3
    barrier = Barrier(clocks)

    def clock(_number: int) -> list[int]:
        try:
            barrier.wait()
            plan(now)
            barrier.wait()
            return [errand.reader.user_id for errand in iter(lambda: take(now), None)]
        finally:
            connection.close()

    with ThreadPoolExecutor(clocks) as pool:
        taken = [reader for readers in pool.map(clock, range(clocks)) for reader in readers]
    president = load_table(game.pk).state.president
    assert sorted(taken) == sorted(u.pk for seat, u in enumerate(users) if seat != president)


def test_clock_that_is_behind_undoes_nothing() -> None:
    """It plans for a decision that has been taken, while another one plans for the next."""
    from games.services import turn_mail

    game, _users = a_slow_game()
    before = load_table(game.pk)
    to_the_vote(game)
    now = called(game)
    sent = len(mails_at(now))
    assert sent == 4
    behind = pytest.MonkeyPatch()
    with behind.context() as patch:
        patch.setattr(turn_mail, "load_table", lambda _game_id: before)
        turn_mail._plan_game(game.pk, CALL, now)
    assert mails_at(now) == []
    assert TurnMail.objects.filter(sent_at__isnull=False).count() == sent


def test_mail_says_the_same_whatever_the_roles_and_the_hand() -> None:
    """Everything nobody sees is dealt anew: text, headers and moment stay the same (R-113)."""
    from random import Random

    game, _users = a_slow_game()
    rng = Random(5)
    play_at_random(game, rng, until=lambda table: table.state.phase is Phase.CHANCELLOR_ENACT)
    table = load_table(game.pk)
    (errand,) = mails_at(reminded(game))
    now = timezone.now()
    written, known_to_the_chancellor = set(), set()
    chancellor = table.state.chancellor
    roles = sorted(set(table.state.roles), key=str)
    for hand_out in permutations(roles):
        anew = dict(zip(roles, hand_out, strict=True))
        hidden = table.state.but(
            roles=tuple(anew[role] for role in table.state.roles),
            known_roles=tuple(
                tuple(role and anew[role] for role in known) for known in table.state.known_roles
            ),
            hand=tuple(reversed(table.state.hand)),
            draw_pile=tuple(reversed(table.state.draw_pile)),
        )
        known_to_the_chancellor.add(observe(hidden, chancellor).own_role)
        mail = write(replace(errand, table=replace(table, state=hidden)), now)
        written.add((mail.subject, mail.body, tuple(mail.extra_headers.items())))
    assert len(known_to_the_chancellor) == len(roles)
    assert len(written) == 1


def test_outage_is_moved_once_however_many_ask() -> None:
    game, _users = a_slow_game()
    began = opened(game)
    ClockBeat.objects.create(pk=1, beat_at=began)
    later = began + HOUR
    plan(later)
    assert move_deadlines(later) is None
    assert opened(game) == later
