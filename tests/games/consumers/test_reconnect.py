"""Reconnecting is cheap, as a thousand sockets may do so at once: few queries each."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.utils import timezone

from games.engine import legal_actions
from games.selectors.game import load_table
from games.selectors.table_cache import forget_all
from games.services.game import act
from games.transport import broadcast, missed_updates, session_guard
from games.values.actor import Actor
from tests.factories import a_game
from tests.games.lobbies import a_table
from tests.sockets import cookies_of, tab

pytestmark = pytest.mark.django_db(transaction=True)
run = database_sync_to_async
MOST_QUERIES = 6
# A lobby also notes who looks at it, and reads its talk, who is muted there, whose club's table it is, and its deal.
MOST_QUERIES_IN_A_LOBBY = MOST_QUERIES + 6
# The first page has lists of tables, games and game nights.
MOST_QUERIES_AT_HOME = MOST_QUERIES + 2


@pytest.fixture(autouse=True)
def _nobody_looks_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the queries that a process makes once a second."""
    for module in (session_guard, missed_updates):
        monkeypatch.setattr(module, "LOOK_SECONDS", 3600)


@asynccontextmanager
async def queries() -> AsyncIterator[list[str]]:
    """Return the queries of live pages, which are made on one thread."""
    asked: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        asked.append(sql)
        return execute(sql, *more)

    await run(lambda: connection.execute_wrappers.append(note))()
    try:
        yield asked
    finally:
        await run(lambda: connection.execute_wrappers.remove(note))()


def tables_of(asked: list[str]) -> list[str]:
    """Return which tables of games were read; a subquery, such as who may watch, needs no round trip."""
    read = [re.match(r'SELECT "(games_\w+)"', sql) for sql in asked]
    return [found[1] for found in read if found]


async def asked_by(path: str, cookies: str, shows: str) -> list[str]:
    """Return the queries of one socket until its page is right."""
    async with queries() as asked, tab(path, cookies=cookies) as one:
        assert shows in await one.html()
        return list(asked)


@pytest.mark.parametrize("locked", ["", "a password"])
async def test_back_at_the_table(locked: str) -> None:
    game, users = await run(a_game)(7, password=locked)
    path = f"/ws/games/{game.code}/"
    cookies = [await run(cookies_of)(each) for each in users[:2]]
    async with tab(path, cookies=cookies[0]) as other:
        await other.html()
        # Until it is noted that its person is on the site.
        await other.html_until_quiet()
        asked = await asked_by(path, cookies[1], "id=decision")
        assert any("django_session" in sql for sql in asked)
        assert len(asked) <= MOST_QUERIES
        # The table is known where others sit already: only how far the game is has to be asked.
        assert tables_of(asked) == ["games_game"]
        if not locked:
            asked = await asked_by(path, "", "id=decision")
            assert len(asked) <= MOST_QUERIES
            assert tables_of(asked) == ["games_game"]


async def test_newcomer_sees_what_the_room_was_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints may get lost on their way, and others in the room are brought up to date as well."""
    game, users = await run(a_game)(5)
    path = f"/ws/games/{game.code}/"
    cookies = [await run(cookies_of)(each) for each in users[:2]]
    table = await run(load_table)(game.pk)
    nomination = legal_actions(table.state, table.state.president)[0]
    async with tab(path, cookies=cookies[0]) as other:
        assert 'data-phase="nominate"' in await other.html()
        monkeypatch.setattr(broadcast, "send_hint", lambda *_: None)
        await run(act)(table=table, action=nomination, actor=Actor.PERSON, now=timezone.now())
        async with tab(path, cookies=cookies[1]) as one:
            assert 'data-phase="vote"' in await one.html()
            assert 'data-phase="vote"' in await other.html()


async def test_first_one_back_brings_the_table_along() -> None:
    game, users = await run(a_game)(7)
    cookies = await run(cookies_of)(users[0])
    # As after a restart: this process does not know the table yet. Others are in other processes.
    async with tab("/ws/home/") as home:
        await home.html()
        forget_all()
        asked = await asked_by(f"/ws/games/{game.code}/", cookies, "id=decision")
    brought = [table for table in tables_of(asked) if table in ("games_gameevent", "games_seat")]
    assert sorted(brought) == ["games_gameevent", "games_seat"]
    assert len(asked) <= MOST_QUERIES


async def test_all_who_are_back_at_once_read_the_table_once() -> None:
    game, users = await run(a_game)(7)
    cookies = [await run(cookies_of)(each) for each in users]
    forget_all()
    async with queries() as asked, AsyncExitStack() as here:
        coming = (tab(f"/ws/games/{game.code}/", cookies=each) for each in cookies)
        for one in await asyncio.gather(*map(here.enter_async_context, coming)):
            assert "id=decision" in await one.html()
        read = Counter(tables_of(asked))
    assert read == {"games_game": 7, "games_seat": 1, "games_gameevent": 1, "games_chatmessage": 1}


async def test_back_in_the_lobby_and_at_the_list() -> None:
    lobby = await run(a_table)(name="Friday")
    host = await run(cookies_of)(lobby.host)
    path = f"/ws/lobbies/{lobby.code}/"
    for address, cookies, shows, most in (
        (f"{path}?seated=1", host, "lobby-seats", MOST_QUERIES_IN_A_LOBBY),
        (path, "", "lobby-seats", MOST_QUERIES_IN_A_LOBBY),
        ("/ws/home/", host, "Friday", MOST_QUERIES_AT_HOME),
        ("/ws/home/", "", "Friday", MOST_QUERIES_AT_HOME),
    ):
        asked = await asked_by(address, cookies, shows)
        assert any("games_lobby" in sql for sql in asked)
        assert len(asked) <= most
