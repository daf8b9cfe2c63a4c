"""Several slow games that wait for one person at once: one mail names them all, and none is told of twice."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.utils import timezone

from accounts.deliveries import DueDelivery, is_any_due, note_answer, take
from accounts.delivery_models import NoticeDelivery
from accounts.models import Preferences, User
from accounts.notice_choices import save_quiet_hours, stop_mails
from accounts.notice_messages import write_mail
from accounts.notice_models import NoticeKind
from accounts.notice_reading import mark_read
from accounts.push import PushAnswer, PushOutcome
from games.engine.vocabulary import Role
from games.models import ClockBeat, Game, Seat
from games.selectors.game import load_table
from tests.factories import a_game, a_person
from tests.games.turn_mails import a_sweep, called, mails_at, register, to_the_vote

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
NAMES = ["Amber", "Beech", "Cedar"]


def slow_games(count: int = 3) -> tuple[list[Game], User, datetime]:
    """So many games that wait for the same person, and when absent people are told of all of them."""
    reader, games = a_person(is_guest=False), []
    register(reader)
    for name in NAMES[:count]:
        game, _users = a_game(5, pace="12h")
        Game.objects.filter(pk=game.pk).update(name=name)
        Seat.objects.filter(game=game, number=load_table(game.pk).state.president).update(user=reader)  # fmt: skip
        Game.objects.filter(pk=game.pk).update(seating=99)
        games.append(game)
    return games, reader, max(map(called, games))


def letter_of(due: DueDelivery, now: datetime) -> EmailMessage:
    letter = write_mail(due, now)
    assert letter is not None
    return letter


def named(letter: EmailMessage) -> list[str]:
    """Return the tables that a mail names, in its order."""
    return [
        line.removeprefix("Table: ") for line in letter.body.splitlines() if line[:7] == "Table: "
    ]


def test_one_mail_names_all_games_that_wait_the_most_urgent_first(settings: Any) -> None:
    settings.SITE_URL = "https://play.example.org"
    games, reader, now = slow_games()
    first = load_table(games[1].pk).deadline_at
    assert first is not None
    Game.objects.filter(pk=games[1].pk).update(deadline_at=first - HOUR)
    (due,) = mails_at(now)
    assert due.reader == reader
    letter = letter_of(due, now)
    assert letter.subject == "[Secret Hitler] 3 tables wait for you"
    assert letter.to == [f"{reader.pk}@example.org"]
    assert named(letter)[0] == "Beech"
    assert sorted(named(letter)) == NAMES
    for game in games:
        assert f"https://play.example.org/games/{game.code}/" in letter.body
    assert letter.body.count("/mails/stop/") == 1
    assert NoticeDelivery.objects.filter(sent_at=now).count() == 3
    assert not is_any_due(now + HOUR)
    assert mails_at(now + HOUR) == []


def test_no_mail_holds_a_role_or_an_account(settings: Any) -> None:
    _games, _reader, now = slow_games()
    (due,) = mails_at(now)
    body = letter_of(due, now).body.casefold().replace("secret hitler on", "")
    assert not [each for each in Role if each.value in body]


def test_game_decided_or_read_meanwhile_is_left_out_and_one_alone_is_told_as_ever() -> None:
    games, reader, now = slow_games()
    ClockBeat.objects.create(pk=1, beat_at=now)
    a_sweep(now)
    mark_read(user_id=reader.pk, prefix=f"turn:{games[0].pk}:")
    (due,) = take(now, 5)
    assert len(due.others) == 1
    # Decided after the mails were taken, before they are written.
    to_the_vote(games[1])
    letter = letter_of(due, now)
    assert letter.subject == "[Secret Hitler] A table waits for you: Cedar"
    assert named(letter) == ["Cedar"]
    to_the_vote(games[2])
    assert write_mail(due, now) is None


def test_games_that_begin_to_wait_later_are_told_of_alone() -> None:
    games, _reader, now = slow_games()
    Game.objects.filter(pk=games[2].pk).update(opened_at=now)
    (due,) = mails_at(now)
    assert sorted(named(letter_of(due, now))) == NAMES[:2]
    later = called(games[2])
    (due,) = mails_at(later)
    assert named(letter_of(due, later)) == ["Cedar"]


def test_delivery_between_two_games_of_a_sweep_waits_for_the_second(settings: Any) -> None:
    settings.MAIL_GATHERING_SECONDS = 30
    games, _reader, now = slow_games(2)
    Game.objects.filter(pk=games[1].pk).update(opened_at=now)
    ClockBeat.objects.create(pk=1, beat_at=now)
    a_sweep(now)
    due_at = NoticeDelivery.objects.get().due_at
    assert due_at is not None
    assert take(due_at - timedelta(seconds=1), 5) == []
    later = called(games[1])
    ClockBeat.objects.update(beat_at=later)
    a_sweep(later)
    (due,) = take(due_at, 5)
    assert sorted(named(letter_of(due, due_at))) == NAMES[:2]
    assert not is_any_due(due_at + HOUR)


def test_quiet_hours_gather_what_comes_in_them() -> None:
    games, reader, now = slow_games()
    ends = now + 6 * HOUR
    save_quiet_hours(user=reader, begins=(now - HOUR).time(), ends=ends.time(), time_zone="UTC")
    Game.objects.filter(pk=games[2].pk).update(opened_at=now + HOUR)
    assert mails_at(now) == []
    assert mails_at(now + 2 * HOUR) == []
    (due,) = mails_at(ends)
    assert sorted(named(letter_of(due, ends))) == NAMES
    assert mails_at(ends + HOUR) == []


def test_who_wants_no_mails_of_turns_gets_none() -> None:
    _games, reader, now = slow_games()
    stop_mails(user=reader, kind=NoticeKind.TURN)
    assert mails_at(now) == []


def test_choice_made_after_the_planning_counts() -> None:
    _games, reader, now = slow_games()
    ClockBeat.objects.create(pk=1, beat_at=now)
    a_sweep(now)
    assert NoticeDelivery.objects.exclude(due_at=None).count() == 3
    stop_mails(user=reader, kind=NoticeKind.TURN)
    assert take(now, 5) == []
    assert not is_any_due(now + HOUR)


def test_mails_of_two_people_stay_apart() -> None:
    games, reader, now = slow_games(2)
    other = a_person(is_guest=False)
    register(other)
    vote = to_the_vote(games[0])
    Seat.objects.filter(game=games[0], number=(vote + 1) % 5).update(user=other)
    Game.objects.filter(pk=games[0].pk).update(seating=100)
    now = max(now, called(games[0]))
    told = {due.reader.pk: named(letter_of(due, now)) for due in mails_at(now)}
    assert told == {reader.pk: ["Beech"], other.pk: ["Amber"]}


def test_mail_that_failed_is_tried_again_as_one() -> None:
    _games, _reader, now = slow_games()
    ClockBeat.objects.create(pk=1, beat_at=now)
    a_sweep(now)
    (due,) = take(now, 5)
    note_answer(due, PushAnswer(PushOutcome.LATER), now)
    assert take(now, 5) == []
    later = now + timedelta(seconds=30)
    (again,) = take(later, 5)
    assert (len(again.others), again.tries) == (2, 2)
    note_answer(again, PushAnswer(PushOutcome.TAKEN), later)
    assert not is_any_due(later + HOUR)


@pytest.mark.django_db(transaction=True)
def test_several_clocks_send_one_mail() -> None:
    _games, reader, now = slow_games()
    ClockBeat.objects.create(pk=1, beat_at=now)
    a_sweep(now)
    clocks = 3
    barrier = Barrier(clocks)

    def clock(_number: int) -> list[DueDelivery]:
        try:
            barrier.wait()
            return take(now, 20)
        finally:
            connection.close()

    with ThreadPoolExecutor(clocks) as pool:
        (due,) = [each for taken in pool.map(clock, range(clocks)) for each in taken]
    assert (due.reader, len(due.others)) == (reader, 2)


@pytest.mark.parametrize(
    ("language", "three", "five"),
    [
        ("en", "3 tables wait for you", "5 tables wait for you"),
        ("es", "Te esperan 3 mesas", "Te esperan 5 mesas"),
        ("it", "3 tavoli ti aspettano", "5 tavoli ti aspettano"),
        ("pl", "Na ciebie czekają 3 stoły", "Na ciebie czeka 5 stołów"),
        ("nl", "Er wachten 3 tafels op je", "Er wachten 5 tafels op je"),
    ],
)
def test_mail_speaks_the_language_of_its_reader(language: str, three: str, five: str) -> None:
    _games, reader, now = slow_games()
    Preferences.objects.filter(user=reader).update(language=language)
    (due,) = mails_at(timezone.now() + HOUR)
    letter = letter_of(due, now)
    assert letter.subject == f"[Secret Hitler] {three}"
    assert all(name in letter.body for name in NAMES)
    told_twice = replace(due, others=(*due.others, *due.others))
    assert letter_of(told_twice, now).subject == f"[Secret Hitler] {five}"
    assert ("Several slow games wait" in letter.body) == (language == "en")
