"""Pushes and mails about notices as they arrive: decrypted by the browser they are for, once each, when they may."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import async_to_sync
from django.core import mail
from django.db import connections
from django.test import Client
from django.utils import timezone

from accounts.deliveries import TRY_AGAIN_AFTER, take
from accounts.delivery_models import NoticeDelivery, PushDevice
from accounts.models import Preferences, User
from accounts.notice_choices import Channels, save_choices, save_quiet_hours
from accounts.notice_models import Notice, NoticeKind
from accounts.notice_reading import mark_all_read
from accounts.notices import notify
from accounts.push import new_keys
from games.live.notice_sending import AT_ONCE, delivery_loop
from tests.factories import a_person
from tests.mail_server import Temper, mail_server
from tests.push_service import Browser, PushService, claims_of, push_service

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.WEB_PUSH_PRIVATE_KEY, settings.TEST_PUBLIC_KEY = new_keys()
    settings.WEB_PUSH_CONTACT = "mailto:somebody@example.org"
    with push_service() as found:
        yield found


def a_reader(*browsers: Browser, language: str = "", **channels: bool) -> User:
    """A member who wants pushes (or what `channels` say) about tables, with these browsers."""
    user = a_person(is_guest=False)
    Preferences.objects.filter(user=user).update(language=language)
    wanted = Channels(**(channels or {"push": True}))
    save_choices(user=user, choices={NoticeKind.TABLE: wanted})
    client = Client()
    client.force_login(user)
    for browser in browsers:
        answer = client.post("/accounts/notices/devices/", browser.subscription)
        assert answer.status_code == 204
    return user


def tell(user: User, key: str = "table:1", expires_at: datetime | None = None) -> Notice:
    notify(
        users=[user.pk],
        kind=NoticeKind.TABLE,
        sentence="table_wished",
        facts={"table": "Round table", "name": "Bob"},
        path="/lobbies/abc/",
        key=key,
        expires_at=expires_at,
    )
    return Notice.objects.get(user=user, key=key)


def send_rounds(seconds: float = 0.6) -> None:
    """Let the loop run for a moment."""

    async def run() -> None:
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(seconds, stop.set)
        await delivery_loop(stop, 0.05)

    async_to_sync(run)()


def send_one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the loop run for one round, however long that takes."""
    stops = iter((False, True))

    async def is_over(_stop: asyncio.Event, _seconds: float) -> bool:
        return next(stops)

    monkeypatch.setattr("games.live.notice_sending.is_set_within", is_over)
    async_to_sync(delivery_loop)(asyncio.Event())


def due_again() -> None:
    """Let the next try be due now."""
    NoticeDelivery.objects.exclude(due_at=None).update(due_at=timezone.now())


def test_push_says_it_in_the_readers_language_to_the_right_browsers(
    service: PushService, settings: Any
) -> None:
    phone, desk = Browser(service, "phone"), Browser(service, "desk")
    notice = tell(a_reader(phone, desk, language="en"))
    send_rounds()
    expected = {
        "title": "Secret Hitler",
        "body": "A table you asked to hear of has opened: Round table, by Bob",
        "path": "/lobbies/abc/",
        "open": f"/accounts/notices/{notice.pk}/",
        "tag": "table:1",
        "lang": "en",
    }
    assert phone.messages() == [expected]
    assert desk.messages() == [expected]
    for request in service.requests:
        claims = claims_of(request, settings.TEST_PUBLIC_KEY)
        assert claims["aud"] == f"http://127.0.0.1:{service.port}"
        assert claims["sub"] == "mailto:somebody@example.org"
        assert 0 < claims["exp"] - timezone.now().timestamp() <= 24 * 3600
        assert request.headers["content-encoding"] == "aes128gcm"
        assert int(request.headers["ttl"]) == 24 * 3600
        assert len(request.headers["topic"]) <= 32
        assert b"Round table" not in request.body
    assert NoticeDelivery.objects.filter(sent_at=None).count() == 0
    assert PushDevice.objects.filter(reached_at=None).count() == 0


def test_two_clocks_send_each_push_once(service: PushService) -> None:
    browser = Browser(service)
    user = a_reader(browser)
    for number in range(20):
        tell(user, f"table:{number}")

    def clock(_number: int) -> int:
        try:
            return sum(len(take(timezone.now(), 3)) for _ in range(12))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(3) as pool:
        taken = list(pool.map(clock, range(3)))
    assert sum(taken) == 20
    assert not take(timezone.now(), 50)


def test_two_loops_at_once_send_everything_once(service: PushService) -> None:
    browser = Browser(service)
    user = a_reader(browser)
    for number in range(10):
        tell(user, f"table:{number}")

    async def run() -> None:
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(2.5, stop.set)
        await asyncio.gather(*(delivery_loop(stop, 0.03) for _ in range(3)))

    async_to_sync(run)()
    tags = [each["tag"] for each in browser.messages()]
    assert sorted(tags) == sorted(f"table:{number}" for number in range(10))


@pytest.mark.parametrize("status", [404, 410])
def test_browser_that_is_gone_is_forgotten(service: PushService, status: int) -> None:
    service.status = status
    tell(a_reader(Browser(service)))
    send_rounds()
    assert len(service.requests) == 1
    assert not PushDevice.objects.exists()
    assert not NoticeDelivery.objects.exists()
    assert Notice.objects.count() == 1


@pytest.mark.parametrize(("status", "header", "least"), [(429, "300", 300), (503, "", 30)])
def test_service_that_is_busy_is_asked_again_later(
    service: PushService, status: int, header: str, least: int
) -> None:
    service.status, service.retry_after = status, header
    browser = Browser(service)
    tell(a_reader(browser))
    now = timezone.now()
    send_rounds()
    assert len(service.requests) == 1
    row = NoticeDelivery.objects.get()
    assert row.due_at is not None
    assert timedelta(seconds=least - 1) < row.due_at - now < timedelta(seconds=least + 20)
    service.status = 201
    due_again()
    send_rounds()
    assert len(browser.messages()) == 2
    row.refresh_from_db()
    assert row.sent_at is not None


def test_tries_come_to_an_end(service: PushService) -> None:
    service.status = 500
    tell(a_reader(Browser(service)))
    for _ in range(len(TRY_AGAIN_AFTER) + 3):
        send_rounds(0.25)
        due_again()
    assert len(service.requests) == len(TRY_AGAIN_AFTER) + 1
    assert PushDevice.objects.count() == 1


def test_refused_push_is_not_tried_again(service: PushService) -> None:
    service.status = 403
    tell(a_reader(Browser(service)))
    send_rounds()
    assert len(service.requests) == 1
    assert NoticeDelivery.objects.get().due_at is None


def test_redirect_is_not_followed(service: PushService) -> None:
    service.status = 307
    tell(a_reader(Browser(service)))
    send_rounds()
    assert len(service.requests) == 1


def test_nothing_is_sent_that_was_read_has_passed_or_is_not_wanted_any_more(
    service: PushService,
) -> None:
    read, late, unwilling, closed = (a_reader(Browser(service, str(n))) for n in range(4))
    tell(read)
    mark_all_read(user=read)
    tell(late, expires_at=timezone.now() - timedelta(seconds=1))
    tell(unwilling)
    save_choices(user=unwilling, choices={NoticeKind.TABLE: Channels()})
    tell(closed)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    send_rounds()
    assert service.requests == []


def test_device_of_an_older_password_hears_nothing(service: PushService) -> None:
    user = a_reader(Browser(service))
    tell(user)
    user.set_password("another long one")
    user.save()
    send_rounds()
    assert service.requests == []
    assert not PushDevice.objects.exists()


def test_quiet_hours_hold_back_until_they_are_over(service: PushService) -> None:
    browser = Browser(service)
    user = a_reader(browser)
    tell(user)
    now = timezone.now()
    begins, ends = (now - timedelta(hours=1)).time(), (now + timedelta(hours=1)).time()
    # Chosen after the notice was written: they hold all the same.
    save_quiet_hours(user=user, begins=begins, ends=ends, time_zone="UTC")
    tell(user, "soon over", expires_at=now + timedelta(minutes=5))
    due_again()
    send_rounds()
    assert service.requests == []
    later = now + timedelta(hours=1, minutes=1)
    assert [each.notice.key for each in take(later, 5)] == ["table:1"]


def test_mail_leads_to_the_page_and_to_the_end_of_such_mails(
    settings: Any, client: Client
) -> None:
    settings.SITE_URL = "https://play.example.org"
    user = a_reader(mail=True)
    EmailAddress.objects.create(user=user, email="reader@example.org", primary=True, verified=True)
    notice = tell(user)
    send_rounds()
    letter = mail.outbox[0]
    assert letter.to == ["reader@example.org"]
    assert letter.subject.endswith("has opened: Round table, by Bob")
    assert f"https://play.example.org/accounts/notices/{notice.pk}/" in letter.body
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert stop in letter.body
    client.post(stop.removeprefix("https://play.example.org"), {"List-Unsubscribe": "One-Click"})
    tell(user, "table:2")
    send_rounds()
    assert len(mail.outbox) == 1


def test_mail_server_that_is_away_delays_mails_and_no_push(
    service: PushService, settings: Any
) -> None:
    with mail_server(Temper.HANGS) as server:
        server.configure(settings)
        browser = Browser(service)
        user = a_reader(browser, push=True, mail=True)
        EmailAddress.objects.create(
            user=user, email="reader@example.org", primary=True, verified=True
        )
        tell(user)
        send_rounds(1.5)
    assert len(browser.messages()) == 1
    assert NoticeDelivery.objects.get(device=None).due_at is not None


def test_needless_ones_in_a_batch_do_not_keep_the_rest_waiting(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, late = Browser(service, "reader"), Browser(service, "late")
    user, other = a_reader(reader), a_reader(late)
    for number in range(3 * AT_ONCE):
        # Of each batch one is needless; the first batch is needless altogether.
        is_over = number < AT_ONCE or number % AT_ONCE == 0
        ends = timezone.now() - timedelta(seconds=1) if is_over else None
        tell(other if is_over else user, f"table:{number}", expires_at=ends)

    send_one_round(monkeypatch)
    assert len(reader.messages()) == 2 * (AT_ONCE - 1)
    assert late.messages() == []
