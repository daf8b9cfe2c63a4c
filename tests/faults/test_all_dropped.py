"""Every socket is dropped at once: all reconnect within moments, cheaply, and spread over time."""

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic
from urllib.request import urlopen

from websockets.exceptions import WebSocketException

from tests.backends import free_port
from tests.bench._table import Client
from tests.faults._player import hang_up, longest_pause
from tests.faults._scale import LONG, of, report
from tests.faults._site import FaultySite, stage, until, up

BACK_SECONDS, MOST_QUERIES = 30.0, 6.0
TABLES = 10


def queries(port: int) -> int:
    """Return how many queries the site has made so far."""
    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text = answer.read().decode()
    found = re.findall(r"^django_db_execute_total\{.*\} ([\d.e+]+)", text, re.MULTILINE)
    return int(sum(map(float, found)))


class Visitor(Client):
    """A visitor who only keeps a connection."""

    async def stay(self, chance: Random) -> None:
        """Reconnect as pages do."""
        retries = 0
        while True:
            with suppress(OSError, WebSocketException, EOFError, TimeoutError):
                await self.open()
                retries = 0
                assert self.reader is not None
                await self.reader
            self.version = 0
            await asyncio.sleep(chance.random() * longest_pause(retries))
            retries += 1


async def test_everybody_is_back_soon_and_cheaply(tmp_path: Path) -> None:
    count, port = of(100, 1000), free_port()
    site = FaultySite(tmp_path, "--no-clock", COUNT_QUERIES="1", METRICS_PORT=str(port))
    site.migrate()
    chance = Random(1)
    with up(site):
        staged = stage(site, TABLES)
        # Each of a table's people has up to five sockets; the others are spectators.
        visitors = [
            Visitor(site.url, game["code"], game["cookies"][n % 7] if n < 14 else "")
            for game in staged
            for n in range(count // TABLES)
        ]
        staying = [asyncio.create_task(each.stay(chance)) for each in visitors]
        try:
            await until(lambda: all(each.version for each in visitors), 60)
            asked = queries(port)
            await asyncio.sleep(2)
            # The watch makes this query with or without connections.
            idle = (queries(port) - asked) / 2
            asked, began = queries(port), monotonic()
            for each in visitors:
                assert each.socket is not None
                each.version = 0
                each.socket.transport.abort()
            await until(lambda: sum(not each.version for each in visitors) <= count // 100, 60)
            took = monotonic() - began
            await until(lambda: all(each.version for each in visitors), 60)
            spent = monotonic() - began
            each_asked = (queries(port) - asked - idle * spent) / count
            # And when the site is killed and restarted.
            site.kill()
            for each in visitors:
                each.version = 0
            began = monotonic()
            site.start()
            await site.until_up()
            started = monotonic() - began
            await until(lambda: sum(not each.version for each in visitors) <= count // 100, 90)
            after_kill = monotonic() - began
        finally:
            for task in staying:
                task.cancel()
            await asyncio.gather(*staying, return_exceptions=True)
            for each in visitors:
                await hang_up(each)
    report(
        f"{count} sockets dropped at once: 99 % back after {took:.1f} s, {each_asked:.1f} queries"
        f" each; with a site killed and started in {started:.1f} s: 99 % back after"
        f" {after_kill:.1f} s"
    )
    assert max(took, after_kill) < (BACK_SECONDS if LONG else 2 * BACK_SECONDS)
    assert each_asked <= MOST_QUERIES
    assert site.errors() == []
