"""Sending mails of slow games: failures, stopped clocks, several clocks; and no secrets."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import permutations
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from accounts.deliveries import TRY_AGAIN_AFTER, DueDelivery, note_answer, take
from accounts.delivery_models import NoticeDelivery
from accounts.notice_messages import write_mail
from accounts.push import PushAnswer, PushOutcome
from games.engine import observe
from games.engine.vocabulary import Phase
from games.live.turn_mail import describe
from games.models import ClockBeat
from games.selectors.game import load_table
from games.selectors.seen_table import TableObserver
from games.services.outage import move_deadlines
from games.services.turn_notices import what_waits
from tests.factories import play_at_random
from tests.games.turn_mails import (
    a_slow_game,
    a_sweep,
    called,
    mails_at,
    opened,
    reminded,
    to_the_vote,
)

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


def failed(due: DueDelivery, now: datetime) -> None:
    note_answer(due, PushAnswer(PushOutcome.LATER), now)


def test_failed_mail_is_tried_again_a_few_times() -> None:
    game, _users = a_slow_game(pace="3d")
    now = called(game)
    ClockBeat.objects.create(pk=1, beat_at=now)
    a_sweep(now)
    for pause in (*TRY_AGAIN_AFTER, None):
        (due,) = take(now, 5)
        assert take(now, 5) == []
        failed(due, now)
        if pause is not None:
            assert take(now + pause - SECOND, 5) == []
            now += pause
    assert take(now + 20 * HOUR, 5) == []


def test_failed_mail_is_not_sent_after_the_decision() -> None:
    game, _users = a_slow_game()
    now = called(game)
    a_sweep(now)
    (due,) = take(now, 5)
    failed(due, now)
    to_the_vote(game)
    assert take(now + TRY_AGAIN_AFTER[0], 5) == []


def test_decision_made_while_the_mail_is_written_leaves_it_unsent() -> None:
    game, _users = a_slow_game()
    a_sweep(called(game))
    (due,) = take(called(game), 5)
    assert write_mail(due, called(game)) is not None
    to_the_vote(game)
    assert write_mail(due, called(game)) is None


def test_process_that_dies_while_sending_leaves_no_second_mail() -> None:
    game, _users = a_slow_game()
    a_sweep(called(game))
    assert len(take(called(game), 5)) == 1  # and nothing is noted any more
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
            a_sweep(now)
            barrier.wait()
            return [due.reader.pk for due in take(now, 20)]
        finally:
            connection.close()

    with ThreadPoolExecutor(clocks) as pool:
        taken = [reader for readers in pool.map(clock, range(clocks)) for reader in readers]
    president = load_table(game.pk).state.president
    assert sorted(taken) == sorted(u.pk for seat, u in enumerate(users) if seat != president)


def test_clock_that_is_behind_undoes_nothing() -> None:
    """It tells of a past decision while another clock tells of the next."""
    from games.services import turn_notices

    game, _users = a_slow_game()
    before = load_table(game.pk)
    to_the_vote(game)
    now = called(game)
    sent = len(mails_at(now))
    assert sent == 4
    behind = pytest.MonkeyPatch()
    with behind.context() as patch:
        patch.setattr(turn_notices, "load_table", lambda _game_id: before)
        patch.setattr(turn_notices, "games_to_tell_of", lambda *_of: [game.pk])
        a_sweep(now)
    assert mails_at(now) == []
    assert NoticeDelivery.objects.filter(sent_at__isnull=False).count() == sent


def test_mail_says_the_same_whatever_the_roles_and_the_hand() -> None:
    """With all secrets dealt anew, the text of the mail stays the same (R-113)."""
    from random import Random

    game, _users = a_slow_game()
    rng = Random(5)
    play_at_random(game, rng, until=lambda table: table.state.phase is Phase.CHANCELLOR_ENACT)
    table = load_table(game.pk)
    (due,) = mails_at(reminded(game))
    now = timezone.now()
    context = {
        "name": due.reader.display_name, "stop_url": "/stop/", "site_domain": "example.org",
    }  # fmt: skip
    waits = what_waits(due.notice, reminded(game))
    assert waits is not None
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
        mail = describe([replace(waits, seen=seen)], context, now)
        written.add((mail.subject, mail.body))
    assert len(known_to_the_chancellor) == len(roles)
    assert len(written) == 1


def test_outage_is_moved_once_however_many_ask() -> None:
    game, _users = a_slow_game()
    began = opened(game)
    ClockBeat.objects.create(pk=1, beat_at=began)
    later = began + HOUR
    a_sweep(later)
    assert move_deadlines(later) is None
    assert opened(game) == later
