"""People who sign out, or may no longer sign in, lose their sockets in every process."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from accounts.models import SignOut, User
from accounts.services import close_account
from accounts.sign_outs import KEPT_FOR, Ended, session_digest
from games.services.clock import run_due
from games.transport import session_guard
from games.transport.session_guard import LOOK_BACK_SECONDS, SIGNED_OUT, RecentSignOuts
from tests.factories import a_game, a_person, with_factor
from tests.failing_database import asked_of_the_database
from tests.games.consumers.test_socket import closing_code, is_open, table_of
from tests.sockets import tab

pytestmark = pytest.mark.django_db(transaction=True)
run = database_sync_to_async
PASSWORD, NEW_PASSWORD = "old-Password-91", "new-Password-92"


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_guard, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(session_guard, "SETTLE_SECONDS", 0.3)


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def cookie_in(browser: Client) -> str:
    return f"sessionid={browser.cookies['sessionid'].value}"


def change_password(browser: Client) -> None:
    answer = browser.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD},
    )
    assert answer.status_code == 302


def by_password(user: User) -> None:
    change_password(browser_of(user))


def by_closing(user: User) -> None:
    close_account(user=user)


def by_staff(user: User) -> None:
    staff = browser_of(with_factor(a_person(is_guest=False, is_staff=True, is_superuser=True)))
    page = f"/admin/accounts/user/{user.pk}/change/"
    form = staff.get(page).context["adminform"].form
    fields = {name: form[name].value() for name in form.fields}
    fields = {name: value for name, value in fields.items() if value and name != "is_active"}
    inline = {"preferences-TOTAL_FORMS": "0", "preferences-INITIAL_FORMS": "0"}
    assert staff.post(page, fields | inline).status_code == 302
    user.refresh_from_db()
    assert not user.is_active


def by_hand(user: User) -> None:
    """Change the password as `manage.py changepassword` does."""
    user.set_password(NEW_PASSWORD)
    user.save()


async def sign_out_here_and_stay_elsewhere() -> None:
    user = await run(a_person)()
    path, browser = await table_of(user), await run(browser_of)(user)
    async with tab(path, user) as elsewhere, tab(path, cookies=cookie_in(browser)) as here:
        await run(browser.post)("/accounts/logout/")
        assert await closing_code(here) == SIGNED_OUT
        assert await is_open(elsewhere)


@pytest.mark.usefixtures("nothing_arrives")
async def test_logout_closes_the_sockets_of_that_browser_only() -> None:
    await sign_out_here_and_stay_elsewhere()


async def test_hint_of_a_logout_makes_the_guard_look_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_guard, "LOOK_SECONDS", 3600)
    await sign_out_here_and_stay_elsewhere()


@pytest.mark.usefixtures("nothing_arrives")
@pytest.mark.parametrize("leave", [by_password, by_closing, by_staff, by_hand])
async def test_sockets_of_ended_sessions_are_closed_everywhere(
    leave: Callable[[User], None],
) -> None:
    user = await run(a_person)(is_guest=False, password=PASSWORD)
    bystander = await run(a_person)()
    path = await table_of(user)
    async with (
        tab(path, user) as one,
        tab("/ws/home/", user) as home,
        tab(path, bystander) as other,
    ):
        await run(leave)(user)
        assert await closing_code(one) == SIGNED_OUT
        assert await closing_code(home) == SIGNED_OUT
        assert await is_open(other)


async def test_person_who_changes_the_password_reconnects_with_the_new_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = await run(a_person)(is_guest=False, password=PASSWORD)
    path, browser = await table_of(user), await run(browser_of)(user)
    monkeypatch.setattr(session_guard, "SETTLE_SECONDS", 3600)
    async with tab(path, cookies=cookie_in(browser)) as before:
        await run(change_password)(browser)
        async with tab(path, cookies=cookie_in(browser)) as after:
            await asyncio.sleep(2 * session_guard.LOOK_SECONDS)
            # Only after the browser has had time for the new session.
            assert await is_open(before)
            monkeypatch.setattr(session_guard, "SETTLE_SECONDS", 0)
            assert await closing_code(before) == SIGNED_OUT
            await asyncio.sleep(2 * session_guard.LOOK_SECONDS)
            assert await is_open(after)


async def test_signing_in_as_another_person_ends_the_first_session() -> None:
    user, other = await run(a_person)(), await run(a_person)()
    path, browser = await table_of(user), await run(browser_of)(user)
    async with tab(path, cookies=cookie_in(browser)) as one:
        await run(browser.force_login)(other)
        assert await closing_code(one) == SIGNED_OUT


async def test_socket_that_opens_during_a_sign_out_is_closed() -> None:
    user, watcher = await run(a_person)(), await run(a_person)()
    path, browser = await table_of(user), await run(browser_of)(user)
    digest = session_digest(browser.cookies["sessionid"].value)
    async with tab(path, watcher):
        await run(browser.post)("/accounts/logout/")
        # By now every process has read it.
        await asyncio.sleep(2 * session_guard.LOOK_SECONDS)
        late = Socket(user.pk, digest)
        await session_guard.come_in(late)
        async with asyncio.timeout(5):
            await late.closed.wait()
        session_guard.go_out(late)


async def test_process_that_starts_knows_what_was_noted_before() -> None:
    user = await run(a_person)()
    browser = await run(browser_of)(user)
    digest = session_digest(browser.cookies["sessionid"].value)
    await run(browser.post)("/accounts/logout/")
    late = Socket(user.pk, digest)
    await session_guard.come_in(late)
    async with asyncio.timeout(5):
        await late.closed.wait()
    session_guard.go_out(late)
    assert not session_guard.guards


class Socket:
    """A socket that is just opening, and fails when it is closed."""

    def __init__(self, person: int, session: str) -> None:
        self.person: int | None = person
        self.session, self.session_hash = session, ""
        self.is_spare = False
        self.closed = asyncio.Event()

    async def close(self, *, code: int) -> None:
        assert code == SIGNED_OUT
        self.closed.set()
        raise ConnectionResetError


async def test_guard_goes_on_whatever_fails() -> None:
    failures: list[Exception] = [OperationalError("away"), RuntimeError("a mistake of ours")]

    def fail_at_first(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if failures and sql.startswith("SELECT") and SignOut._meta.db_table in sql:
            raise failures.pop()
        return execute(sql, *more)

    user = await run(a_person)()
    browser = await run(browser_of)(user)
    digest = session_digest(browser.cookies["sessionid"].value)
    sockets = [Socket(user.pk, digest) for _ in range(3)]
    async with asked_of_the_database(fail_at_first):
        for each in sockets:
            await session_guard.come_in(each)
        await run(browser.post)("/accounts/logout/")
        async with asyncio.timeout(5):
            for each in sockets:
                await each.closed.wait()
    assert not failures
    for each in sockets:
        session_guard.go_out(each)


def test_nothing_is_missed_however_late_it_is_committed() -> None:
    recent = RecentSignOuts()
    early, late = Ended(1, 7, "a"), Ended(2, 7, "b")
    assert recent.take_in([late], 0) == [late]
    assert recent.settled == 0
    # The first one was still under way; both are read again until no socket can be on its way in.
    assert recent.take_in([early, late], LOOK_BACK_SECONDS - 1) == [early, late]
    assert recent.settled == 0
    recent.take_in([early, late], LOOK_BACK_SECONDS + 1)
    assert recent.settled == 0
    recent.take_in([early, late], 2 * LOOK_BACK_SECONDS)
    assert recent.settled == 2
    assert recent.known_since == {}


def test_person_who_changed_is_looked_at_in_a_moment() -> None:
    recent, changed = RecentSignOuts(), Ended(1, 7, "")
    assert recent.take_in([changed], 0) == []
    assert recent.take_in([changed], session_guard.SETTLE_SECONDS) == [changed]


@pytest.mark.usefixtures("clock_tidies_up_again")
def test_notes_of_sign_outs_grant_no_access_and_are_deleted() -> None:
    user = a_person(is_guest=False, password=PASSWORD)
    browser = browser_of(user)
    key = browser.cookies["sessionid"].value
    browser.post("/accounts/logout/")
    by_hand(user)
    noted = [(each.person, each.session) for each in SignOut.objects.order_by("pk")]
    assert noted == [(user.pk, session_digest(key)), (user.pk, "")]
    assert key[:16] not in str(noted)
    SignOut.objects.filter(session="").update(at=timezone.now() - KEPT_FOR - timedelta(minutes=1))
    run_due(timezone.now())
    assert [each.session for each in SignOut.objects.all()] == [session_digest(key)]


def test_change_that_ends_no_session_is_not_noted() -> None:
    user = a_person(is_guest=False, password=PASSWORD)
    browser = browser_of(user)
    browser.get("/")
    user.save(update_fields=["last_login"])
    a_game(5)
    visitor = Client()
    visitor.post("/accounts/logout/")
    assert not SignOut.objects.exists()


def test_note_and_session_end_together() -> None:
    user = a_person()
    browser = browser_of(user)
    browser.raise_request_exception = False

    def fail(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if sql.startswith("DELETE") and Session._meta.db_table in sql:
            raise OperationalError("the database went away")
        return execute(sql, *more)

    with connection.execute_wrapper(fail):
        assert browser.post("/accounts/logout/").status_code == 503
    assert not SignOut.objects.exists()
    assert browser.get("/accounts/").context["user"].pk == user.pk
