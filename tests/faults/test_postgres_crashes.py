"""PostgreSQL crashes and restarts during writes: "try again", and no half actions."""

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest

from tests.bench._table import Client
from tests.faults._player import Player, request
from tests.faults._scale import of, report
from tests.faults._site import FaultySite, address_of, postgres, stage, up
from tests.faults._truth import assert_whole

# Answered, refused by the rules, or told to try again: never a server error.
CLEAN = {200, 302, 409, 503}


@pytest.mark.postgres
async def test_crash_of_the_database_is_told_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    crashes, games = of(2, 40), of(2, 8)
    chance = Random(6)
    with postgres() as database:
        site = FaultySite(tmp_path, DATABASE_URL=address_of(database))
        site.migrate()
        with up(site):
            staged = stage(site, games)
            players = [
                Player(site.url, game["code"], each, Random(chance.random()))
                for game in staged
                for each in game["cookies"]
            ]
            staying = [asyncio.create_task(player.stay()) for player in players]
            playing = [asyncio.create_task(each.play(pause=0.3, by_form=0.5)) for each in players]
            pages: list[int] = []
            for _crash in range(crashes):
                await asyncio.sleep(chance.uniform(0.5, 2))
                database.kill(signal.SIGQUIT)
                asked = [
                    request(f"{site.url}/games/{game['code']}/", game["cookies"][0])
                    for game in staged
                ]
                asking = asyncio.gather(*asked)
                await asyncio.sleep(chance.uniform(0, 1))
                database.start()
                await database.until_up()
                pages += [status for status, _page in await asking]
            async with asyncio.timeout(of(90, 900)):
                await asyncio.gather(*playing)
            for task in staying:
                task.cancel()
            await asyncio.gather(*staying, return_exceptions=True)
            acknowledged = 0
            for number, game in enumerate(staged):
                seated = players[number * 7 : number * 7 + 7]
                keys = {f"{n}:{key}" for n, each in enumerate(seated) for key in each.acknowledged}
                acknowledged += len(keys)
                assert assert_whole(site.database, game["code"], keys).is_over
        statuses = pages + [status for player in players for status in player.statuses]
        assert set(statuses) <= CLEAN
        report(
            f"PostgreSQL crashed {crashes} times under {games} games: {acknowledged} actions counted,"
            f" none lost or half; of {len(statuses)} requests {statuses.count(503)} were told to try"
            " again, none failed otherwise"
        )


@pytest.mark.postgres
async def test_request_while_the_database_is_away_is_told_to_try_again(tmp_path: Path) -> None:
    with postgres() as database:
        site = FaultySite(tmp_path, DATABASE_URL=address_of(database))
        site.migrate()
        with up(site):
            [game] = stage(site, 1)
            player = Player(site.url, game["code"], game["cookies"][0], Random(1))
            table = f"{site.url}/games/{game['code']}/"
            assert (await request(table, player.cookies))[0] == 200
            database.kill(signal.SIGQUIT)
            status, page = await request(table, player.cookies)
            assert status == 503
            assert "Retry-After: 5" in page
            assert "Try again in a moment" in page
            form = {"action": "vote", "ja": "true", "decision": "x", "action_id": "x"}
            status, _page = await request(f"{table}act/", player.cookies, form)
            assert status == 503
            # A socket is closed with a code on which its page reconnects, and without a traceback.
            visitor = Client(site.url, game["code"])
            await visitor.open()
            assert visitor.reader is not None
            assert visitor.socket is not None
            await visitor.reader
            assert visitor.socket.close_code == 1011
            assert "Exception inside application" not in site.log.read_text()
            database.start()
            await database.until_up()
            assert (await request(table, player.cookies))[0] == 200
