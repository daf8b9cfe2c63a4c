"""Where people are logged in: a list without addresses, the end of each session, mails about new devices."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from channels.db import database_sync_to_async
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.browsers import browser_and_system
from accounts.models import User, UserSession
from accounts.own_sessions import end_expired
from accounts.services import create_guest
from games.transport import session_guard
from games.transport.session_guard import SIGNED_OUT
from tests.accounts.conftest import PASSWORD
from tests.factories import a_person
from tests.games.consumers.test_socket import closing_code, is_open, table_of
from tests.sockets import tab

pytestmark = pytest.mark.django_db(transaction=True)
run = database_sync_to_async

SESSIONS = "/accounts/sessions/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/17.4 Mobile/15E148 Safari/604.1"
)


def browser_of(user: User, agent: str = FIREFOX) -> Client:
    """A browser in which the person has just seen a page."""
    browser = Client(headers={"User-Agent": agent, "Accept-Language": "en"})
    browser.force_login(user)
    browser.get("/accounts/")
    return browser


def number_of(browser: Client) -> int:
    return UserSession.objects.get(session_key=browser.session.session_key).pk


def is_in(browser: Client) -> bool:
    return bool(browser.get("/accounts/").status_code == 200)


def test_browsers_are_named_in_words() -> None:
    assert browser_and_system(FIREFOX) == ("Firefox", "Linux")
    assert browser_and_system(IPHONE) == ("Mobile Safari", "iPhone")
    assert browser_and_system("") == ("", "")
    assert browser_and_system("x" * 100_000) == ("", "")


def test_list_names_devices_and_no_addresses(ana: User) -> None:
    here, phone = browser_of(ana), browser_of(ana, IPHONE)
    browser_of(a_person("Bea", is_guest=False), "Mozilla/5.0 (Windows NT 10.0) Opera/9.80")
    page = here.get(SESSIONS).content.decode()
    first, second = page.index("Firefox on Linux"), page.index("Mobile Safari on iPhone")
    assert first < page.index("this device") < second
    assert "Windows" not in page
    assert "127.0.0.1" not in page
    assert str(phone.session.session_key) not in page


def test_one_session_is_ended_and_the_others_stay(ana: User) -> None:
    here, phone, other = browser_of(ana), browser_of(ana, IPHONE), browser_of(ana)
    answer = here.post(SESSIONS, {"session": number_of(phone)})
    assert answer["Location"] == SESSIONS
    assert [is_in(each) for each in (here, phone, other)] == [True, False, True]
    assert "iPhone" not in here.get(SESSIONS).content.decode()


def test_all_others_are_ended(ana: User) -> None:
    here, others = browser_of(ana), [browser_of(ana, IPHONE), browser_of(ana)]
    here.post(SESSIONS, {"others": ""})
    assert is_in(here)
    assert not any(is_in(each) for each in others)
    assert UserSession.objects.count() == 1


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 40, "٣", ""])
def test_no_such_session_is_no_error(ana: User, number: str) -> None:
    assert browser_of(ana).post(SESSIONS, {"session": number}).status_code == 302


def test_sessions_of_others_and_this_one_are_not_ended(ana: User) -> None:
    here, stranger = browser_of(ana), browser_of(a_person("Bea", is_guest=False))
    for browser in (stranger, here):
        here.post(SESSIONS, {"session": number_of(browser)})
        assert is_in(browser)


def test_list_follows_logout_new_key_and_password(ana: User) -> None:
    here, phone = browser_of(ana), browser_of(ana, IPHONE)
    begun = UserSession.objects.get(pk=number_of(here)).begun_at
    new = {"password1": "another long one", "password2": "another long one"}
    here.post("/accounts/password/change/", new | {"oldpassword": PASSWORD})
    assert UserSession.objects.get(pk=number_of(here)).begun_at == begun
    page = here.get(SESSIONS).content.decode()
    assert "Firefox on Linux" in page
    assert "iPhone" not in page
    assert not is_in(phone)
    here.post("/accounts/logout/")
    assert not UserSession.objects.filter(browser="Firefox").exists()


def test_last_use_is_written_every_ten_minutes(
    ana: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = browser_of(ana)
    row = UserSession.objects.get()
    # the session; the person; their table; their address; their sanctions; their notices
    with django_assert_num_queries(6):
        browser.get("/accounts/")
    before, row.last_used_at = row.last_used_at, timezone.now() - timedelta(minutes=11)
    row.save()
    session = browser.session
    session["seen_at"] -= 601
    session.save()
    browser.get("/accounts/")
    row.refresh_from_db()
    assert row.last_used_at > before


def test_guests_are_in_no_list(guest: User) -> None:
    browser_of(guest)
    assert not UserSession.objects.exists()


async def test_ended_session_closes_its_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_guard, "LOOK_SECONDS", 0.2)
    user = await run(a_person)(is_guest=False)
    path = await table_of(user)
    here, phone = await run(browser_of)(user), await run(browser_of)(user, IPHONE)
    keys = [f"sessionid={each.cookies['sessionid'].value}" for each in (here, phone)]
    async with tab(path, cookies=keys[0]) as stays, tab(path, cookies=keys[1]) as goes:
        await run(here.post)(SESSIONS, {"others": ""})
        assert await closing_code(goes) == SIGNED_OUT
        assert await is_open(stays)


async def test_expired_session_closes_its_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    """As that of staff after twelve hours."""
    monkeypatch.setattr(session_guard, "LOOK_SECONDS", 0.2)
    user = await run(a_person)(is_guest=False)
    path, browser = await table_of(user), await run(browser_of)(user)
    async with tab(path, cookies=f"sessionid={browser.cookies['sessionid'].value}") as socket:
        await run(end_expired)(timezone.now())
        assert await is_open(socket)
        await run(Session.objects.update)(expire_date=timezone.now() - timedelta(seconds=1))
        await run(end_expired)(timezone.now())
        assert await closing_code(socket) == SIGNED_OUT
    assert not await UserSession.objects.aexists()


def log_in(browser: Client) -> None:
    browser.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    assert SESSION_KEY in browser.session


def test_login_on_a_new_device_is_told_by_mail_once(ana: User) -> None:
    ana.preferences.language = "nl"
    ana.preferences.save()
    browser = Client(headers={"User-Agent": IPHONE})
    log_in(browser)
    (letter,) = mail.outbox
    assert letter.to == ["ana@example.org"]
    assert letter.subject == "[Secret Hitler] Ingelogd met een nieuw apparaat"
    assert "Mobile Safari op iPhone" in str(letter.body)
    browser.post("/accounts/logout/")
    log_in(browser)
    assert len(mail.outbox) == 1


def test_device_on_which_the_account_was_made_is_not_new(client: Client, db: None) -> None:
    data = {"username": "Ana", "email": "ana@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", data)
    ana = User.objects.get()
    EmailAddress.objects.filter(user=ana).update(verified=True)
    client.post("/accounts/logout/")
    log_in(client)
    assert not any("new device" in letter.subject for letter in mail.outbox)


def test_device_on_which_a_guest_kept_the_account_is_not_new(client: Client, db: None) -> None:
    guest = create_guest(name="Ana")
    client.force_login(guest)
    client.post("/accounts/keep/", {"email": "ana@example.org", "password": PASSWORD})
    EmailAddress.objects.filter(user=guest).update(verified=True)
    client.post("/accounts/logout/")
    log_in(client)
    assert not any("new device" in letter.subject for letter in mail.outbox)


@pytest.mark.usefixtures("limits")
def test_mails_about_new_devices_are_limited(ana: User) -> None:
    for number in range(12):
        log_in(Client(REMOTE_ADDR=f"10.2.0.{number}"))
    assert len(mail.outbox) == 10
