"""Sending mails of slow games: failures, stopped clocks, several clocks; and no secrets."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from games.engine import observe
from games.engine.vocabulary import Phase
from games.live.turn_mail import render_mail
from games.models import ClockBeat, TurnMail
from games.selectors.game import load_table
from games.selectors.seen_table import TableObserver
from games.services.outage import move_deadlines
from games.services.turn_mail import (
    TRY_AGAIN_AFTER,
    note_failed,
    plan,
    take,
)
from games.values.timing import TurnMailKind
from tests.factories import play_at_random
from tests.games.turn_mails import a_slow_game, called, mails_at, opened, reminded, to_the_vote

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


def test_failed_mail_is_tried_again_a_few_times() -> None:
    game, _users = a_slow_game(pace="3d")
    now = called(game)
    ClockBeat.objects.create(pk=1, beat_at=now)
    plan(now)
    for pause in (*TRY_AGAIN_AFTER, None):
        due_mail = take(now)
        assert due_mail is not None
        assert take(now) is None
        note_failed(due_mail, now)
        if pause is not None:
            assert take(now + pause - SECOND) is None
            now += pause
    assert take(now + 20 * HOUR) is None


def test_failed_mail_is_not_sent_after_the_decision() -> None:
    game, _users = a_slow_game()
    now = called(game)
    plan(now)
    due_mail = take(now)
    assert due_mail is not None
    note_failed(due_mail, now)
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
            return [due_mail.reader.user_id for due_mail in iter(lambda: take(now), None)]
        finally:
            connection.close()

    with ThreadPoolExecutor(clocks) as pool:
        taken = [reader for readers in pool.map(clock, range(clocks)) for reader in readers]
    president = load_table(game.pk).state.president
    assert sorted(taken) == sorted(u.pk for seat, u in enumerate(users) if seat != president)


def test_clock_that_is_behind_undoes_nothing() -> None:
    """It plans for a past decision while another clock plans for the next."""
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
        turn_mail.plan_game(game.pk, TurnMailKind.CALL, now)
    assert mails_at(now) == []
    assert TurnMail.objects.filter(sent_at__isnull=False).count() == sent


def test_mail_says_the_same_whatever_the_roles_and_the_hand() -> None:
    """With all secrets dealt anew, text, headers and time of the mail stay the same (R-113)."""
    from random import Random

    game, _users = a_slow_game()
    rng = Random(5)
    play_at_random(game, rng, until=lambda table: table.state.phase is Phase.CHANCELLOR_ENACT)
    table = load_table(game.pk)
    (due_mail,) = mails_at(reminded(game))
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
        seen = TableObserver(replace(table, state=hidden)).seen_by(None)
        mail = render_mail(replace(due_mail, seen=seen), now)
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
