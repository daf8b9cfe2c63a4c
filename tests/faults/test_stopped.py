"""SIGTERM and Ctrl+C under load: running work finishes, and the process ends, even if something hangs."""

import asyncio
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.faults._player import Player, request
from tests.faults._scale import of, report
from tests.faults._site import FaultySite, migrated, stage, until, up
from tests.faults._truth import assert_whole

SIGNALS = [signal.SIGINT, signal.SIGTERM]
# Requests get five seconds, and cut-off ones one more.
END_SECONDS = 7.0
# The time of a request on its way, which is long on a busy machine.
ARRIVE_SECONDS = 2.0
NEW_GUEST = {"name": "Ada"}


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FaultySite]:
    with migrated(request.param, tmp_path) as site, up(site):
        yield site


@pytest.fixture
def sqlite_site(tmp_path: Path) -> Iterator[FaultySite]:
    site = FaultySite(tmp_path)
    site.migrate()
    with up(site):
        yield site


@contextmanager
def nobody_can_write(site: FaultySite) -> Iterator[sqlite3.Connection]:
    """Hold the lock of the database, for which the site would wait ten seconds."""
    with closing(sqlite3.connect(site.database.removeprefix("sqlite:///"))) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


async def end_of(site: FaultySite, with_signal: signal.Signals) -> tuple[int, float]:
    """Ask it to end; return its exit status, and how long that took."""
    process, began = site.process, time.monotonic()
    assert process is not None
    process.send_signal(with_signal)
    await until(lambda: process.poll() is not None, 3 * END_SECONDS)
    return process.returncode, time.monotonic() - began


class Visitors:
    """People who look at pages all the time, whether the site is there or not."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.statuses: list[int] = []

    async def look(self) -> None:
        """Request one page after the other."""
        while True:
            try:
                status, _page = await request(f"{self.url}/", "")
                self.statuses.append(status)
            except OSError:
                await asyncio.sleep(0.02)


def acknowledged_by(players: list[Player]) -> int:
    """Return how many of their actions the site has acknowledged."""
    return sum(len(player.acknowledged) for player in players)


def is_busy(visitors: Visitors, pages: int, players: list[Player], acknowledged: int) -> bool:
    """Whether the site has answered so many pages, and acknowledged so many actions."""
    return len(visitors.statuses) >= pages and acknowledged_by(players) >= acknowledged


async def test_site_under_load_ends_soon_every_time(site: FaultySite) -> None:
    stops, chance = of(len(SIGNALS), 100), Random(1)
    players = [
        Player(site.url, game["code"], cookies, Random(chance.random()))
        for game in stage(site, of(2, 20))
        for cookies in game["cookies"]
    ]
    visitors = Visitors(site.url)
    tasks = [asyncio.create_task(visitors.look()) for _ in range(8)]
    tasks += [asyncio.create_task(player.stay()) for player in players]
    tasks += [asyncio.create_task(player.play(by_form=0.5, pause=0.2)) for player in players]
    ends = []
    for stop in range(stops):
        seen, acted = len(visitors.statuses), acknowledged_by(players)
        await until(partial(is_busy, visitors, seen + 8, players, acted + 8), 60)
        await asyncio.sleep(chance.uniform(0, 0.2))
        # And one client that has connected, and asks for nothing.
        with closing(socket.create_connection(("127.0.0.1", site.port))):
            status, seconds = await end_of(site, SIGNALS[stop % len(SIGNALS)])
        assert status == 0
        ends.append(seconds)
        site.start()
        await site.until_up()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

    report(f"{stops} stops, every other one by SIGTERM: at most {max(ends):.2f} s")
    assert max(ends) < END_SECONDS
    assert set(visitors.statuses) == {200}
    assert {status for player in players for status in player.statuses} <= {200, 302, 409}
    checked = 0
    for code in {player.code for player in players}:
        seated = [player for player in players if player.code == code]
        keys = {f"{seat}:{key}" for seat, each in enumerate(seated) for key in each.acknowledged}
        either = [
            {f"{seat}:{key}" for key in tried}
            for seat, each in enumerate(seated)
            for tried in each.either
        ]
        checked += len(keys)
        assert_whole(site.database, code, keys, either)
    assert checked >= 8 * stops
    assert site.errors() == []


@pytest.mark.parametrize("stands_still", [0, 0.5])
async def test_request_in_flight_is_answered_before_the_end(
    sqlite_site: FaultySite, stands_still: float
) -> None:
    with nobody_can_write(sqlite_site) as other:
        asked = asyncio.create_task(request(f"{sqlite_site.url}/accounts/guest/", "", NEW_GUEST))
        await asyncio.sleep(ARRIVE_SECONDS)
        ending = asyncio.create_task(end_of(sqlite_site, signal.SIGTERM))
        if stands_still:
            # As on an overloaded machine.
            await asyncio.sleep(0.1)
            sqlite_site.send(signal.SIGSTOP)
            await asyncio.sleep(stands_still)
            sqlite_site.send(signal.SIGCONT)
        await asyncio.sleep(1)
        assert not asked.done()
        assert not ending.done()
        other.rollback()
    status, answer = await asked
    assert status == 302
    assert "sessionid=" in answer
    assert (await ending)[0] == 0


@pytest.mark.parametrize("with_signal", SIGNALS)
async def test_request_that_hangs_does_not_keep_the_site_from_ending(
    sqlite_site: FaultySite, with_signal: signal.Signals
) -> None:
    with nobody_can_write(sqlite_site):
        asked = asyncio.create_task(request(f"{sqlite_site.url}/accounts/guest/", "", NEW_GUEST))
        await asyncio.sleep(ARRIVE_SECONDS)
        status, seconds = await end_of(sqlite_site, with_signal)
        assert status == 0
        assert 4.5 < seconds < END_SECONDS
        with pytest.raises(OSError):
            await asked
    assert sqlite_site.errors() == []


@pytest.mark.parametrize("with_signal", SIGNALS)
async def test_second_signal_ends_the_site_at_once(
    sqlite_site: FaultySite, with_signal: signal.Signals
) -> None:
    with nobody_can_write(sqlite_site):
        asked = asyncio.create_task(request(f"{sqlite_site.url}/accounts/guest/", "", NEW_GUEST))
        await asyncio.sleep(ARRIVE_SECONDS)
        assert sqlite_site.process is not None
        sqlite_site.process.send_signal(with_signal)
        await asyncio.sleep(0.5)
        status, seconds = await end_of(sqlite_site, with_signal)
        assert status == 128 + with_signal
        assert seconds < 2
        with pytest.raises(OSError):
            await asked
