"""The bell on open pages: over the page's own socket or one for it alone, once for each notice, for its person only."""

import pytest
from bs4 import BeautifulSoup
from channels.db import database_sync_to_async

from accounts.models import User
from accounts.notice_models import NoticeKind
from accounts.notice_reading import mark_all_read
from accounts.notices import notify
from games.live.bell import GATHER_SECONDS
from tests.factories import a_game, a_person
from tests.sockets import Tab, tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

ME = "/ws/me/?language=en"


@database_sync_to_async
def tell(user: User, key: str) -> int:
    return notify(
        users=[user.pk],
        kind=NoticeKind.TABLE,
        sentence="table_wished",
        facts={"table": f"<{key}>", "name": "Bob"},
        path="/",
        key=key,
    )


def shown(frame: str) -> tuple[str, str]:
    """Return the number on the bell, and what is read out."""
    page = BeautifulSoup(frame, "html.parser")
    count = page.select_one("#bell-count")
    news = page.select_one("#bell-news")
    assert count is not None
    number = count.select_one("[aria-hidden]")
    return (
        number.get_text(strip=True) if number else "",
        news.get_text(strip=True) if news else "",
    )


async def bell_of(one: Tab) -> tuple[str, str]:
    """Return what the next frame with a bell shows."""
    while True:
        frame = await one.html()
        if "bell-count" in frame:
            return shown(frame)


@pytest.fixture
async def ana() -> User:
    return await database_sync_to_async(a_person)()


async def test_bell_rings_once_for_each_notice_and_falls_silent_when_read(ana: User) -> None:
    async with tab(ME, ana) as one:
        assert await bell_of(one) == ("", "")
        await tell(ana, "first")
        assert await bell_of(one) == (
            "1",
            "A table you asked to hear of has opened: <first>, by Bob",
        )
        await tell(ana, "first")
        assert await one.is_quiet()
        await tell(ana, "second")
        assert await bell_of(one) == (
            "2",
            "A table you asked to hear of has opened: <second>, by Bob",
        )
        await database_sync_to_async(mark_all_read)(user=ana)
        assert await bell_of(one) == ("", "")


async def test_what_was_there_before_is_counted_and_not_read_out(ana: User) -> None:
    await tell(ana, "before")
    async with tab(ME, ana) as one:
        assert await bell_of(one) == ("1", "")


async def test_nobody_hears_the_bell_of_somebody_else(ana: User) -> None:
    other = await database_sync_to_async(a_person)()
    async with tab(ME, ana) as mine, tab(ME, other) as theirs:
        await bell_of(mine)
        await bell_of(theirs)
        await tell(ana, "x")
        assert (await bell_of(mine))[0] == "1"
        assert await theirs.is_quiet()


async def test_table_and_home_carry_the_bell_and_are_told_nothing_without_notices() -> None:
    game, users = await database_sync_to_async(a_game)()
    table = tab(f"/ws/games/{game.code}/?language=en", users[0])
    async with table as at_table, tab("/ws/home/?language=en", users[0]) as at_home:
        assert "bell-count" not in await at_table.html_until_quiet()
        assert "bell-count" not in await at_home.html_until_quiet()
        await tell(users[0], "x")
        assert (await bell_of(at_table))[0] == "1"
        assert (await bell_of(at_home))[0] == "1"


async def test_tv_has_no_bell() -> None:
    game, users = await database_sync_to_async(a_game)()
    await tell(users[0], "x")
    async with tab(f"/ws/games/{game.code}/?language=en&view=tv", users[0]) as one:
        assert "bell-count" not in await one.html_until_quiet()


async def test_sixth_page_takes_the_socket_of_a_bell_and_not_that_of_a_table() -> None:
    game, users = await database_sync_to_async(a_game)()
    path = f"/ws/games/{game.code}/?language=en"
    async with tab(path, users[0]) as at_table:
        await at_table.html_until_quiet()
        async with (
            tab(ME, users[0]) as first,
            tab(ME, users[0]),
            tab(ME, users[0]),
            tab(ME, users[0]),
            tab(path, users[0]) as second_table,
        ):
            await second_table.html()
            while (frame := await first.receive_output(5))["type"] != "websocket.close":
                assert "bell" in frame["text"]
            assert frame["code"] == 4429
            await tell(users[0], "x")
            assert (await bell_of(at_table))[0] == "1"


async def test_page_that_sends_something_is_not_one_of_ours(ana: User) -> None:
    assert GATHER_SECONDS < 1
    async with tab(ME, ana) as one:
        await one.ask({"x": 1})
        while (frame := await one.receive_output(5))["type"] != "websocket.close":
            pass
        assert frame["code"] == 4400
