"""Notices: told once, listed, counted on the bell, opened; and how their readers choose to hear of them."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.blocks import block
from accounts.delivery_models import NoticeDelivery, QuietHours
from accounts.models import User
from accounts.notice_choices import (
    Channels,
    choices_of,
    quiet_hours_of,
    save_choices,
    save_quiet_hours,
    stop_mails,
)
from accounts.notice_models import Notice, NoticeKind
from accounts.notice_reading import Unread, mark_read, unread_of
from accounts.notices import notify, register_sentence, withdraw, withdraw_about
from accounts.services import close_account, create_guest
from accounts.signals import notices_changed

register_sentence("for_tests", "%(name)s has opened a table")
LIST = "/accounts/notices/"
SETTINGS = "/accounts/notices/settings/"


def tell(*users: User, key: str = "k", kind: NoticeKind = NoticeKind.CLUB, **more: object) -> int:
    return notify(
        users=[user.pk for user in users],
        kind=kind,
        sentence="for_tests",
        facts={"name": "Bob"},
        path="/about/?a=b",
        key=key,
        **more,  # type: ignore[arg-type]
    )


@pytest.fixture
def changed() -> Iterator[list[int]]:
    """The people whose bells were said to have changed."""
    heard: list[int] = []

    def hear(*, user_ids: tuple[int, ...], **_details: object) -> None:
        heard.extend(user_ids)

    notices_changed.connect(hear, weak=False, dispatch_uid="tests")
    yield heard
    notices_changed.disconnect(dispatch_uid="tests")


@pytest.mark.django_db(transaction=True)
def test_one_thing_is_told_once(changed: list[int]) -> None:
    ana, bob = create_guest(name="Ana"), create_guest(name="Bob")
    assert tell(ana) == 1
    assert tell(ana, bob) == 1
    assert tell(ana, bob) == 0
    assert sorted(changed) == sorted([ana.pk, bob.pk])
    assert Notice.objects.count() == 2


def test_blocked_closed_and_unwilling_people_are_told_nothing(ana: User, guest: User) -> None:
    closed = create_guest(name="Closed")
    close_account(user=closed)
    by = create_guest(name="Cid")
    block(user=guest, other=by)
    assert tell(ana, guest, closed, by, by=by) == 1
    save_choices(user=ana, choices={NoticeKind.NIGHT: Channels(here=False)})
    assert tell(ana, key="night", kind=NoticeKind.NIGHT) == 0
    assert tell(ana, key="club") == 1


def test_bell_counts_what_is_unread_and_still_holds(client: Client, ana: User) -> None:
    client.force_login(ana)
    assert 'id="bell-count"></span>' in client.get("/about/").content.decode()
    tell(ana, key="1")
    tell(ana, key="2")
    tell(ana, key="over", expires_at=timezone.now() - timedelta(seconds=1))
    page = client.get("/about/").content.decode()
    assert "2 unread" in page
    assert 'ws-connect="/ws/me/?language=en"' in page
    newest = Notice.objects.get(key="2").pk
    assert unread_of([ana.pk, 0]) == {ana.pk: Unread(2, newest), 0: Unread(0, 0)}


def test_visitors_have_no_bell(client: Client, db: None) -> None:
    assert "bell" not in client.get("/about/").content.decode()


def test_page_with_a_socket_opens_no_second_one(client: Client, ana: User) -> None:
    client.force_login(ana)
    page = client.get("/").content.decode()
    assert 'id="bell-count"' in page
    assert "/ws/me/" not in page


def test_list_shows_the_newest_first_and_greys_what_is_over(client: Client, ana: User) -> None:
    client.force_login(ana)
    assert "Nothing has happened yet" in client.get(LIST).content.decode()
    tell(ana, key="1")
    over = timezone.now() - timedelta(minutes=1)
    tell(ana, key="2", expires_at=over)
    page = client.get(LIST).content.decode()
    first, second = (Notice.objects.get(key=key).pk for key in "12")
    assert f'href="{LIST}{first}/"' in page
    assert f'href="{LIST}{second}/"' not in page
    assert page.count("Bob has opened a table") == 2
    assert page.count("notice-unread") == 1
    assert page.index("· over") < page.index(f"{LIST}{first}/")


@pytest.mark.django_db(transaction=True)
def test_press_leads_to_the_page_and_counts_as_read(client: Client, changed: list[int]) -> None:
    ana, bob = create_guest(name="Ana"), create_guest(name="Bob")
    tell(ana, bob)
    number = Notice.objects.get(user=ana).pk
    client.force_login(bob)
    assert client.get(f"{LIST}{number}/").status_code == 404
    client.force_login(ana)
    changed.clear()
    assert client.get(f"{LIST}{number}/").headers["Location"] == "/about/?a=b"
    assert changed == [ana.pk]
    assert unread_of([ana.pk])[ana.pk].count == 0
    assert unread_of([bob.pk])[bob.pk].count == 1
    client.get(f"{LIST}{number}/")
    assert changed == [ana.pk]


@pytest.mark.parametrize("path", ["https://elsewhere.example/", "//elsewhere.example/", "about"])
def test_notice_never_leads_to_another_site(client: Client, ana: User, path: str) -> None:
    client.force_login(ana)
    notice = Notice.objects.create(user=ana, kind="club", sentence="for_tests", path=path, key="x")
    assert client.get(f"{LIST}{notice.pk}/").headers["Location"] == "/"


def test_all_are_marked_at_once(client: Client, ana: User, guest: User) -> None:
    tell(ana, guest, key="1")
    tell(ana, key="2")
    client.force_login(ana)
    assert client.post(LIST).headers["Location"] == LIST
    assert unread_of([ana.pk, guest.pk]) == {
        ana.pk: Unread(0, 0),
        guest.pk: Unread(1, Notice.objects.get(user=guest).pk),
    }


def test_what_was_seen_elsewhere_and_what_is_no_longer_so(ana: User, guest: User) -> None:
    for key in ("turn:1:a:call", "turn:1:b:call", "turn:12:a:call"):
        tell(ana, guest, key=key)
    mark_read(user_id=ana.pk, prefix="turn:1:a:")
    assert unread_of([ana.pk])[ana.pk].count == 2
    withdraw_about("turn:1:", besides="turn:1:b:")
    assert set(Notice.objects.values_list("key", flat=True)) == {"turn:1:b:call", "turn:12:a:call"}
    withdraw("turn:12:a:call")
    assert unread_of([guest.pk])[guest.pk].count == 1


def test_closed_account_keeps_no_notices_nor_do_others_about_it(ana: User, guest: User) -> None:
    tell(ana)
    tell(guest, key="by ana", by=ana)
    close_account(user=ana)
    assert not Notice.objects.exists()


def test_choices_follow_the_usual_until_somebody_chooses(client: Client, ana: User) -> None:
    client.force_login(ana)
    assert choices_of(ana)[NoticeKind.TURN] == Channels(push=True, mail=True)
    assert choices_of(ana)[NoticeKind.FRIEND] == Channels()
    asked = {"time_zone": "UTC", "club_mail": "on"}
    assert client.post(SETTINGS, asked).status_code == 302
    chosen = choices_of(ana)
    # Push is not offered on this site, so the choice about it stays.
    assert chosen[NoticeKind.TURN] == Channels(push=True)
    assert chosen[NoticeKind.CLUB] == Channels(mail=True)
    assert chosen[NoticeKind.FRIEND] == Channels(here=False)
    # Nobody misses the moderators.
    assert chosen[NoticeKind.MODERATION] == Channels()
    stop_mails(user=ana, kind=NoticeKind.CLUB)
    assert choices_of(ana)[NoticeKind.CLUB] == Channels()


def test_without_a_confirmed_address_no_mail_is_offered(client: Client, ana: User) -> None:
    EmailAddress.objects.update(verified=False)
    client.force_login(ana)
    page = client.get(SETTINGS).content.decode()
    assert "Mails need a confirmed e-mail address" in page
    assert "_mail" not in page
    client.post(SETTINGS, {"time_zone": "UTC", "turn_here": "on"})
    assert choices_of(ana)[NoticeKind.TURN].mail


def test_quiet_hours_are_kept_and_bad_ones_refused(client: Client, ana: User) -> None:
    client.force_login(ana)
    asked = {"begins": "22:30", "ends": "07:00", "time_zone": "Europe/Warsaw"}
    assert client.post(SETTINGS, asked).status_code == 302
    hours = quiet_hours_of([ana.pk])[ana.pk]
    assert (hours.begins, hours.ends, hours.time_zone) == (time(22, 30), time(7), "Europe/Warsaw")
    page = client.get(SETTINGS).content.decode()
    assert 'value="22:30"' in page
    assert "data-time-zone" not in page
    half = client.post(SETTINGS, asked | {"ends": ""})
    assert half.status_code == 200
    assert "both times" in half.content.decode()
    assert client.post(SETTINGS, asked | {"time_zone": "Mars/Base"}).status_code == 200
    assert quiet_hours_of([ana.pk])[ana.pk].ends == time(7)
    client.post(SETTINGS, {"begins": "", "ends": "", "time_zone": "UTC"})
    assert quiet_hours_of([ana.pk]) == {}


@pytest.mark.parametrize(
    ("hours", "now", "over"),
    [
        # Over midnight, in summer, two hours ahead of UTC.
        (("22:00", "07:00"), "2026-07-01 20:30", "2026-07-02 05:00"),
        (("22:00", "07:00"), "2026-07-02 04:59", "2026-07-02 05:00"),
        (("22:00", "07:00"), "2026-07-02 05:00", None),
        (("22:00", "07:00"), "2026-07-01 19:59", None),
        (("12:00", "13:00"), "2026-07-01 10:00", "2026-07-01 11:00"),
        (("12:00", "13:00"), "2026-07-01 11:00", None),
        # The night in which the clocks go back, an hour longer.
        (("22:00", "07:00"), "2026-10-24 21:00", "2026-10-25 06:00"),
    ],
)
def test_quiet_hours_are_those_of_their_own_time_zone(
    hours: tuple[str, str], now: str, over: str | None
) -> None:
    begins, ends = (time.fromisoformat(each) for each in hours)
    quiet = QuietHours(begins=begins, ends=ends, time_zone="Europe/Warsaw")
    found = quiet.over_at(datetime.fromisoformat(now).replace(tzinfo=UTC))
    assert (found and f"{found.astimezone(UTC):%Y-%m-%d %H:%M}") == over


def test_mails_are_planned_for_whoever_wants_them(ana: User, guest: User) -> None:
    for user in (ana, guest):
        save_choices(user=user, choices={NoticeKind.CLUB: Channels(mail=True)})
    tell(ana, guest)
    # A guest has no address.
    row = NoticeDelivery.objects.get()
    assert row.notice.user == ana
    assert row.device is None


def test_mail_waits_for_the_end_of_quiet_hours(ana: User) -> None:
    save_choices(user=ana, choices={NoticeKind.CLUB: Channels(mail=True)})
    now = timezone.now()
    begins, ends = (now - timedelta(hours=1)).time(), (now + timedelta(hours=1)).time()
    save_quiet_hours(user=ana, begins=begins, ends=ends, time_zone="UTC")
    tell(ana)
    due_at = NoticeDelivery.objects.get().due_at
    assert due_at is not None
    assert timedelta(minutes=59) < due_at - now < timedelta(minutes=61)


def test_register_needs_a_known_sentence(ana: User) -> None:
    with pytest.raises(KeyError):
        notify(users=[ana.pk], kind=NoticeKind.CLUB, sentence="?", facts={}, path="/", key="k")
