"""The log over the socket: only the current round is sent; a stand-in makes way."""

import re
from random import Random

import pytest
from channels.db import database_sync_to_async

from games.selectors.game import load_table
from games.services.game import set_stand_in
from tests.factories import a_game, play_at_random
from tests.sockets import tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

load = database_sync_to_async(load_table)
start = database_sync_to_async(a_game)


async def test_only_the_current_round_is_sent_again() -> None:
    game, users = await start(people=7, seed=3)
    random = database_sync_to_async(play_at_random)
    table = await random(game, Random(1), until=lambda now: now.state.round == 3)
    async with tab(f"/ws/games/{game.code}/", users[0]) as one:
        await one.html()
        end = table.state.round + 3
        while table.state.round < end and not table.is_over:
            now = table.state.round
            at = table.version
            table = await random(game, Random(at), until=lambda new, at=at: new.version > at)
            html = await one.html()
            told = {int(each) for each in re.findall(r'id="?round-(\d+)', html)}
            assert told <= {now, table.state.round}
            assert f"id=round-{now} " not in html
            if table.state.round > now:
                assert html.count(f"id=round-{table.state.round}-head ") == 1
                assert f"/games/{game.code}/rounds/{now}/" in html
        assert not table.is_over


async def test_log_in_pieces_equals_the_log_of_a_later_viewer() -> None:
    game, users = await start(people=5, seed=3)
    path = f"/ws/games/{game.code}/"
    random = database_sync_to_async(play_at_random)
    pieces: list[str] = []
    table = await load(game.pk)
    async with tab(path, users[0]) as one:
        pieces += entries(await one.html())
        while table.state.round < 3:
            at = table.version
            table = await random(game, Random(at), until=lambda new, at=at: new.version > at)
            pieces += entries(await one.html())
    async with tab(path, users[0]) as late:
        whole = entries(await late.html())
    assert len(whole) > 4
    assert pieces == whole


async def test_the_head_of_the_round_one_came_into_is_kept_true() -> None:
    game, users = await start(people=5, seed=3)
    async with tab(f"/ws/games/{game.code}/", users[0]) as one:
        assert "</summary>" in await one.html()
        play = database_sync_to_async(play_at_random)
        table = await load(game.pk)
        at = table.version
        table = await play(game, Random(1), until=lambda new: new.version > at)
        name = table.occupants[table.state.chancellor or 0].name
        assert re.search(
            rf"<span id=round-1-head-government .*<bdi>{name}</bdi>", await one.html()
        )


def entries(html: str) -> list[str]:
    """Return the lines of the log in a frame, in order."""
    return re.findall(r'<li class="log-entry.*?</li>', html)


async def test_stand_in_is_told_to_its_person_alone_and_makes_way_when_asked() -> None:
    game, users = await start()
    path = f"/ws/games/{game.code}/"
    async with tab(path, users[1]) as own, tab(path, users[2]) as other:
        for each in (own, other):
            await each.html()
        await database_sync_to_async(set_stand_in)(game_id=game.pk, seat=1, has_stand_in=True)
        told = await own.html()
        assert f'action="/games/{game.code}/return/"' in told
        assert "return/" not in await other.html()

        await own.ask({"action": "return"})
        assert '<div id="stand-in" hidden></div>' in await own.html()
    assert not (await load(game.pk)).occupants[1].has_stand_in


async def test_stranger_cannot_take_a_seat_back() -> None:
    game, _users = await start()
    async with tab(f"/ws/games/{game.code}/") as stranger:
        await stranger.html()
        await stranger.ask({"action": "return"})
        assert "notice" in await stranger.html()
