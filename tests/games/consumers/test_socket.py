"""What every socket has in common: too many of them, too many messages, and signing out."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from accounts.models import User
from accounts.services import close_account
from games.consumers.socket import MESSAGES_AT_ONCE, TOO_MANY_MESSAGES, Allowance
from games.live.doorkeeper import SIGNED_OUT, SOCKETS_A_PERSON, TOO_MANY_SOCKETS
from tests.factories import a_game, a_person
from tests.sockets import Tab, tab

pytestmark = pytest.mark.django_db(transaction=True)
SOON_SECONDS = 5


async def closing_code(one: Tab) -> int:
    """The code with which the site closes this tab's socket, soon."""
    async with asyncio.timeout(SOON_SECONDS):
        while True:
            message = await one.receive_output(SOON_SECONDS)
            if message["type"] == "websocket.close":
                code: int = message["code"]
                return code


async def is_open(one: Tab) -> bool:
    """Whether the site still listens to this tab: it answers nonsense."""
    while not await one.is_quiet():
        await one.html()
    await one.ask({"action": "nonsense"})
    return "notices" in await one.html()


async def table_of(user: User) -> str:
    game, _users = await database_sync_to_async(a_game)(0, 5)
    return f"/ws/games/{game.code}/"


def test_allowance_fills_up_at_a_steady_rate() -> None:
    allowance = Allowance()
    start = allowance.looked_at
    assert [allowance.take(start) for _ in range(MESSAGES_AT_ONCE + 1)] == [
        *[True] * MESSAGES_AT_ONCE,
        False,
    ]
    assert not allowance.take(start + 0.05)
    assert allowance.take(start + 0.2)
    assert sum(allowance.take(start + 3600) for _ in range(100)) == MESSAGES_AT_ONCE


async def test_socket_that_floods_is_closed() -> None:
    user = await database_sync_to_async(a_person)()
    async with tab(await table_of(user), user) as one:
        for _message in range(3 * MESSAGES_AT_ONCE):
            await one.ask({"action": "nonsense"})
        assert await closing_code(one) == TOO_MANY_MESSAGES


async def test_eldest_of_too_many_sockets_is_closed_and_nobody_elses() -> None:
    user = await database_sync_to_async(a_person)()
    other = await database_sync_to_async(a_person)()
    path = await table_of(user)
    async with AsyncExitStack() as tabs:
        others = await tabs.enter_async_context(tab(path, other))
        first, second, *_more = [
            await tabs.enter_async_context(tab(path, user)) for _ in range(SOCKETS_A_PERSON + 1)
        ]
        assert await closing_code(first) == TOO_MANY_SOCKETS
        assert await is_open(second)
        assert await is_open(others)


async def test_spectators_without_a_session_are_not_counted() -> None:
    path = await table_of(await database_sync_to_async(a_person)())
    async with AsyncExitStack() as tabs:
        spectators = [
            await tabs.enter_async_context(tab(path)) for _ in range(2 * SOCKETS_A_PERSON)
        ]
        assert await is_open(spectators[0])


async def test_logout_closes_the_sockets_of_that_browser_only() -> None:
    user = await database_sync_to_async(a_person)()
    path = await table_of(user)
    browser = Client()
    await database_sync_to_async(browser.force_login)(user)
    session = browser.cookies["sessionid"].value
    async with tab(path, user) as elsewhere, tab(path, cookies=f"sessionid={session}") as here:
        await database_sync_to_async(browser.post)("/accounts/logout/")
        assert await closing_code(here) == SIGNED_OUT
        assert await is_open(elsewhere)


async def test_new_password_closes_every_socket_of_the_person() -> None:
    user = await database_sync_to_async(a_person)(is_guest=False, password="old-Password-91")
    bystander = await database_sync_to_async(a_person)()
    path = await table_of(user)
    browser = Client()
    await database_sync_to_async(browser.force_login)(user)
    async with tab(path, user) as one, tab(path, bystander) as other:
        answer = await database_sync_to_async(browser.post)(
            "/accounts/password/change/",
            {
                "oldpassword": "old-Password-91",
                "password1": "new-Password-92",
                "password2": "new-Password-92",
            },
        )
        assert answer.status_code == 302
        assert await closing_code(one) == SIGNED_OUT
        assert await is_open(other)


async def test_closed_account_is_gone_from_its_tables() -> None:
    user = await database_sync_to_async(a_person)()
    async with tab(await table_of(user), user) as one:
        await database_sync_to_async(close_account)(user=user)
        assert await closing_code(one) == SIGNED_OUT
