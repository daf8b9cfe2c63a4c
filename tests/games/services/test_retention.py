"""Data is forgotten after its time, once a night."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.arrivals import note_arrival, pause
from accounts.models import GuestArrival, GuestPause, User
from accounts.notice_models import Notice
from accounts.own_sessions import end_expired
from games.models import ChatMessage, ClockBeat, Game, Seat
from games.moderation.models import Case, Report
from games.services import retention
from games.services.chat import say, say_phrase
from games.services.retention import forget_nightly, forget_old_data
from tests.factories import a_game, a_person
from tests.games.moderation.people import a_report

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - timedelta(days=4000)


def long_gone(user: User) -> User:
    """Let this person have come for the last time long ago."""
    User.objects.filter(pk=user.pk).update(date_joined=LONG_AGO, last_login=LONG_AGO)
    return user


def over(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(
        status="finished", started_at=LONG_AGO, finished_at=LONG_AGO
    )


def test_idle_guests_are_closed_and_nobody_else() -> None:
    idle, member = long_gone(a_person()), long_gone(a_person(is_guest=False))
    new = a_person()
    _running, users = a_game()
    for each in users:
        long_gone(each)
    assert forget_old_data(timezone.now())["guests"] == 1
    for person in (idle, member, new, *users):
        person.refresh_from_db()
    assert idle.closed_at is not None
    assert all(each.closed_at is None for each in (member, new, *users))


def test_guest_of_an_old_game_goes_and_the_seat_stays() -> None:
    game, users = a_game()
    over(game)
    long_gone(users[0])
    forget_old_data(timezone.now())
    assert Seat.objects.get(game=game, number=0).user_id == users[0].pk
    assert User.objects.get(pk=users[0].pk).closed_at is not None


def test_talk_of_old_games_is_forgotten() -> None:
    old, users = a_game()
    recent, others = a_game()
    for game, person in ((old, users[0]), (recent, others[0])):
        say(game_id=game.pk, user_id=person.pk, text="words", message_id="m")
        say_phrase(game_id=game.pk, user_id=person.pk, phrase="trust_me", about=None)
    over(old)
    Game.objects.filter(pk=recent.pk).update(status="finished", finished_at=timezone.now())
    assert forget_old_data(timezone.now())["talk"] == 1
    assert list(ChatMessage.objects.exclude(text="").values_list("game_id", flat=True)) == [
        recent.pk
    ]
    assert ChatMessage.objects.filter(game=old).count() == 2


def test_old_notices_and_old_evidence_are_forgotten() -> None:
    game, users = a_game()
    for reader, created_at in ((users[0], LONG_AGO), (users[1], timezone.now())):
        Notice.objects.create(
            user=reader, kind="club", sentence="x", path="/", key="x", created_at=created_at
        )
    old, recent = a_report(game, users[0]), a_report(game, users[0], seat=2)
    Case.objects.filter(pk=old.case_id).update(decided_at=LONG_AGO, decision="nothing")
    Case.objects.filter(pk=recent.case_id).update(decided_at=timezone.now(), decision="nothing")
    counts = forget_old_data(timezone.now())
    assert (counts["notices"], counts["reports"]) == (1, 1)
    assert [each.sentence for each in Report.objects.order_by("pk")] == ["", "Insults"]


def test_where_guests_came_from_is_forgotten() -> None:
    game, users = a_game()
    for each in users[1:3]:
        note_arrival(guest=each, address="k7qf-3mzd")
    pause(address="k7qf-3mzd", lasts=timedelta(hours=1))
    old = a_report(game, users[0]).case
    assert old.address == "k7qf-3mzd"
    Case.objects.filter(pk=old.pk).update(decided_at=LONG_AGO, decision="nothing")
    GuestArrival.objects.filter(user=users[1]).update(came_at=LONG_AGO)
    GuestPause.objects.update(until=LONG_AGO)
    counts = forget_old_data(timezone.now())
    assert (counts["arrivals"], counts["addresses"]) == (2, 1)
    assert GuestArrival.objects.get().user == users[2]
    assert not GuestPause.objects.exists()


def test_old_sessions_are_forgotten_and_running_ones_stay() -> None:
    ended, running, guest = (
        client_of(a_person(is_guest=is_guest)) for is_guest in (False, False, True)
    )
    for each in (ended, guest):
        Session.objects.filter(pk=each.session.session_key).update(expire_date=LONG_AGO)
    # Members' sessions stand in the list of their sessions, and end with their sockets.
    assert forget_old_data(timezone.now())["sessions"] == 1
    end_expired(timezone.now())
    assert [each.pk for each in Session.objects.all()] == [running.session.session_key]


def client_of(person: User) -> Client:
    """Return a browser in which this person has opened a page."""
    client = Client()
    client.force_login(person)
    client.get("/about/")
    return client


def test_what_is_too_much_for_one_minute_is_forgotten_in_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retention, "A_SWEEP", 2)
    ClockBeat.objects.create(pk=1, beat_at=timezone.now())
    night = timezone.now().replace(hour=4, minute=0)
    games = [a_game() for _ in range(5)]
    for game, users in games:
        say(game_id=game.pk, user_id=users[0].pk, text="words", message_id="m")
        over(game)
    written = ChatMessage.objects.exclude(text="")
    left = [5]
    for minute in range(4):
        forget_nightly(night + timedelta(minutes=minute))
        left.append(written.count())
    assert left == [5, 3, 1, 0, 0]
    assert ClockBeat.objects.get().tidied_on == night.date()


def test_clock_forgets_once_a_night() -> None:
    ClockBeat.objects.create(pk=1, beat_at=timezone.now())
    night = datetime(2030, 1, 1, 3, 0, tzinfo=UTC)
    guests = [long_gone(a_person()) for _ in range(3)]

    def closed() -> int:
        return (
            User.objects.filter(pk__in=[each.pk for each in guests[:1]])
            .exclude(closed_at=None)
            .count()
        )

    forget_nightly(night - timedelta(hours=1))
    assert closed() == 0
    forget_nightly(night)
    assert closed() == 1
    late = long_gone(a_person())
    forget_nightly(night + timedelta(hours=5))
    assert User.objects.get(pk=late.pk).closed_at is None
    forget_nightly(night + timedelta(days=1))
    assert User.objects.get(pk=late.pk).closed_at is not None


def test_command_says_how_much_it_forgot() -> None:
    long_gone(a_person())
    out = StringIO()
    call_command("tidy", stdout=out)
    assert "guests: 1" in out.getvalue()
    assert "reports: 0" in out.getvalue()
