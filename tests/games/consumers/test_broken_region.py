"""A region that cannot be drawn for one viewer does not affect the others, and is sent later."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.engine import legal_actions
from games.live import lobby_board, open_tables, room
from games.live.table_changes import own_changes
from games.selectors.game import load_table
from games.services.chat import say
from games.services.lobby import create_lobby
from games.transport import missed_updates
from games.values.lobby import LobbySettings
from tests.factories import a_game, a_person, play
from tests.sockets import Tab, tab

pytestmark = pytest.mark.django_db(transaction=True)

run = database_sync_to_async


class Fault:
    """A function that fails for chosen viewers."""

    def __init__(self, real: Any) -> None:
        self.real = real
        self.viewers: set[object] = set()

    def __call__(self, reading: Any, *rest: Any) -> Any:
        """Do it, or fail."""
        if reading.viewer in self.viewers:
            raise ValueError("a region that cannot be drawn")
        return self.real(reading, *rest)


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    """Clear the failures of other tests' games with the same ids."""
    yield
    for setbacks in (room.not_told, room.no_news, lobby_board.not_shown):
        setbacks.known.clear()


async def everything(one: Tab) -> str:
    """Return all frames of a few looks."""
    html = ""
    while not await one.receive_nothing(timeout=4 * missed_updates.LOOK_SECONDS):
        html += await one.html()
    return html


async def nominate(game: Any) -> None:
    """Let the table go on."""
    table = await run(load_table)(game.pk)
    await run(play)(game, legal_actions(table.state, table.state.president)[0])


async def test_one_seats_broken_region_does_not_keep_others_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fault = Fault(own_changes)
    monkeypatch.setattr(room, "own_changes", fault)
    game, users = await run(a_game)()
    path = f"/ws/games/{game.code}/"
    async with (
        tab(path, users[0]) as first, tab(path, users[1]) as second, tab(path) as spectator,
    ):  # fmt: skip
        for each in (first, second, spectator):
            assert 'data-phase="nominate"' in await each.html()
        fault.viewers = {0}
        await nominate(game)
        assert 'data-phase="vote"' in await second.html()
        assert 'data-phase="vote"' in await spectator.html()
        # What is new could not be said, so they are given everything.
        assert 'data-phase="vote"' in await everything(first)
    told = [each for each in caplog.records if each.levelname == "ERROR"]
    assert len(told) == 1


async def test_all_viewers_catch_up_after_an_update_that_failed_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class BrokenNews:
        def __init__(self, *_arguments: Any) -> None:
            raise ValueError("a region that cannot be drawn")

    game, users = await run(a_game)()
    path = f"/ws/games/{game.code}/"
    async with tab(path, users[0]) as player, tab(f"{path}?tv=1") as spectator:
        await player.html()
        await spectator.html()
        with monkeypatch.context() as broken:
            broken.setattr(room, "News", BrokenNews)
            broken.setattr(room.Room, "_everything", BrokenNews)
            await nominate(game)
            assert await player.is_quiet()
        assert 'data-phase="vote"' in await everything(player)
        assert 'data-phase="vote"' in await everything(spectator)


async def test_talk_that_cannot_be_drawn_for_one_reaches_the_others_and_comes_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = room.talk_alone
    broken: set[object] = set()

    def talk(readings: Any, kind: Any, *rest: Any) -> Any:
        if kind.seat in broken:
            raise ValueError("a line that cannot be drawn")
        return real(readings, kind, *rest)

    monkeypatch.setattr(room, "talk_alone", talk)
    game, users = await run(a_game)()
    path = f"/ws/games/{game.code}/"
    async with tab(path, users[0]) as first, tab(path, users[1]) as second:
        for each in (first, second):
            await each.html()
        broken.add(0)
        await run(say)(game_id=game.pk, user_id=users[2].pk, text="Nobody trusts me")
        assert "Nobody trusts me" in await second.html()
        # What is new could not be said, so they are given everything.
        assert "Nobody trusts me" in await everything(first)


async def test_update_that_is_cancelled_in_the_middle_is_made_up_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = room.Room._send_all
    cut = asyncio.Event()

    async def send_some(self: room.Room, frames: Any) -> None:
        if not cut.is_set() and len(frames) > 1:
            cut.set()
            await real(self, frames[:1])
            raise asyncio.CancelledError
        await real(self, frames)

    game, users = await run(a_game)()
    path = f"/ws/games/{game.code}/"
    async with tab(path, users[0]) as first, tab(path, users[1]) as second:
        for each in (first, second):
            await each.html()
        monkeypatch.setattr(room.Room, "_send_all", send_some)
        opened = room.rooms.find(game.pk)
        assert opened is not None
        await nominate(game)
        await asyncio.wait_for(cut.wait(), 5)
        # The listener has gone; the next look finds the viewer who was not told.
        await opened.look()
        assert 'data-phase="vote"' in await everything(first)
        assert 'data-phase="vote"' in await everything(second)


async def test_one_lobby_page_that_cannot_be_drawn_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = open_tables.render_list
    broken: set[str] = set()

    def render(entries: Any, games: Any, nights: Any, wanted: Any, language: str) -> Any:
        if language in broken:
            raise ValueError("a list that cannot be drawn")
        return real(entries, games, nights, wanted, language)

    monkeypatch.setattr(lobby_board, "render_list", render)
    async with tab("/ws/home/?language=pl") as pole, tab("/ws/home/?language=nl") as dutch:
        await pole.html()
        await dutch.html()
        for language, other in (("pl", dutch), ("nl", pole)):
            broken.clear()
            broken.add(language)
            name = f"Table of {language}"
            host = await run(a_person)()
            await run(create_lobby)(user=host, settings=LobbySettings(name=name))
            assert name in await everything(other)
