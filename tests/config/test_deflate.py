"""The real server with compressed frames: a client that asks for them reads a table and can act on it."""

import asyncio
from pathlib import Path
from random import Random

from tests.bench._table import Table
from tests.bench.crowd import stage
from tests.running_site import running_site


def test_seven_people_play_over_compressed_sockets(tmp_path: Path) -> None:
    with running_site(tmp_path, WEBSOCKET_DEFLATE="on") as site:
        game = stage(site, 1)[0]

        async def play() -> Table:
            table = Table(site.url, game["code"], game["cookies"], Random(1).randrange(99))
            await table.open(deflate=True)
            for _action in range(25):
                await table.act()
            await table.close()
            return table

        table = asyncio.run(play())

    extensions = [client.socket.protocol.extensions for client in table.clients if client.socket]
    assert all(len(each) == 1 for each in extensions)
    assert len(table.latencies) == 25
    mean = sum(client.received for client in table.clients) / 25 / len(table.clients)
    assert 50 < mean < 500
