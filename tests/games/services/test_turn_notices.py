"""Notices of slow games and what their readers have chosen: quiet hours, channels; and decisions whose end moves."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from accounts.notice_choices import Channels, save_choices, save_quiet_hours
from accounts.notice_models import Notice, NoticeKind
from games.selectors.game import load_table
from games.services.more_time import take_more_time
from games.values.agreement_request import AgreementAction
from games.values.timing import TurnNotice
from tests.games.turn_mails import (
    a_slow_game,
    called,
    kind_of,
    mails_at,
    noticed,
    readers_at,
    reminded,
    say,
    the_president,
    to_the_vote,
)

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


def quiet_from(at: datetime, hours: int, user: User) -> None:
    ends = at + hours * HOUR
    save_quiet_hours(user=user, begins=at.time(), ends=ends.time(), time_zone="UTC")


def test_mail_waits_for_the_end_of_quiet_hours() -> None:
    game, users = a_slow_game()
    at = called(game)
    quiet_from(at - HOUR, 6, the_president(game, users))
    assert mails_at(at) == []
    assert noticed(the_president(game, users)) == ["turn_waits"]
    assert mails_at(at + 5 * HOUR - SECOND) == []
    assert readers_at(at + 5 * HOUR) == [the_president(game, users).pk]


def test_night_over_both_leaves_one_mail() -> None:
    game, users = a_slow_game()
    at = called(game)
    quiet_from(at - HOUR, 11, the_president(game, users))
    assert mails_at(at) == []
    assert mails_at(reminded(game)) == []
    assert [kind_of(each.notice) for each in mails_at(at + 10 * HOUR)] == [TurnNotice.REMINDER]


def test_decision_made_in_the_quiet_hours_is_not_written_about() -> None:
    game, users = a_slow_game(pace="3d")
    at = called(game)
    president = the_president(game, users)
    quiet_from(at - HOUR, 6, president)
    mails_at(at)
    to_the_vote(game)
    assert president.pk not in readers_at(at + 6 * HOUR)


def test_who_wants_to_hear_nothing_is_told_nothing() -> None:
    game, users = a_slow_game()
    president = the_president(game, users)
    save_choices(user=president, choices={NoticeKind.TURN: Channels(here=False)})
    assert mails_at(called(game)) == []
    assert mails_at(reminded(game)) == []
    assert not Notice.objects.exists()


def test_pause_moves_the_end_of_what_was_told() -> None:
    game, users = a_slow_game()
    at = called(game)
    quiet_from(at - HOUR, 2, the_president(game, users))
    assert mails_at(at) == []
    say(game, users[0], AgreementAction.PAUSE, at)
    for user in users[1:]:
        say(game, user, AgreementAction.AGREE, at)
    say(game, users[0], AgreementAction.GO_ON, at + 24 * HOUR)
    # The mail was planned before the pause, for a deadline that has passed meanwhile.
    assert len(mails_at(called(game) + HOUR)) == 1
    assert Notice.objects.get().expires_at == load_table(game.pk).deadline_at


def test_more_time_moves_the_end_of_what_was_told() -> None:
    game, users = a_slow_game()
    mails_at(called(game))
    decision, deadline_at = load_table(game.pk).decision, load_table(game.pk).deadline_at
    assert deadline_at is not None
    president = the_president(game, users)
    take_more_time(game_id=game.pk, user_id=president.pk, decision=decision, now=called(game))
    told = Notice.objects.get(user=president)
    assert told.expires_at == load_table(game.pk).deadline_at
    assert told.expires_at is not None
    assert told.expires_at > deadline_at
