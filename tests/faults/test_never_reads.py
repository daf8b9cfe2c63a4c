"""Sockets that never read, and streams that nobody reads: the site drops those sockets, and the others play on."""

import asyncio
import json
import os
import socket
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

from games.api.streams import MOST_STREAMS
from tests.bench import api
from tests.bench._table import Table
from tests.faults._scale import LONG, of, report
from tests.faults._site import FaultySite, stage, until, up

MOST_MB = 60
MOST_SECONDS = 10
"""So soon an action is seen at a table, however slow the machine is: nobody waits for those who do not read."""
SAYING = "&" * 300
"""The longest line there is; in HTML it is five times that."""
MESSAGE = json.dumps({"action": "nonsense", "HEADERS": {}}).encode()


def handshake(site: FaultySite, code: str) -> socket.socket:
    """Open a table's socket with a tiny receive buffer, and never read."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("127.0.0.1", site.port))
    one.sendall(
        f"GET /ws/games/{code}/?language=en HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n"
        f"Origin: {site.url}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    one.setblocking(False)
    return one


def request(site: FaultySite, path: str) -> socket.socket:
    """Ask for an address with a tiny receive buffer, and never read."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("127.0.0.1", site.port))
    one.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode())
    one.setblocking(False)
    return one


def kept(afterwards: ExitStack, sockets: Iterable[socket.socket]) -> list[socket.socket]:
    """Return these sockets, which are closed afterwards."""
    return [afterwards.enter_context(each) for each in sockets]


def read_all(site: FaultySite, path: str) -> None:
    """Read an address to its end."""
    with urlopen(site.url + path, timeout=120) as answer:
        while answer.read(65536):
            pass


def frame(message: bytes) -> bytes:
    """A text frame as a client sends it, masked with zeros."""
    return bytes([0x81, 0x80 | len(message)]) + bytes(4) + message


def is_dropped(one: socket.socket) -> bool:
    """Whether the site has dropped this connection."""
    try:
        one.send(frame(MESSAGE))
    except BlockingIOError:
        return False
    except OSError:
        return True
    return False


async def test_sockets_that_never_read_cost_little_and_harm_no_others(tmp_path: Path) -> None:
    count, rounds = of(40, 300), of(40, 150)
    site = FaultySite(tmp_path)
    site.migrate()
    with up(site), ExitStack() as afterwards:
        tables = [Table(site.url, each["code"], each["cookies"], 1) for each in stage(site, 2)]
        for table in tables:
            await table.open()
        noisy, elsewhere = tables
        before = site.memory_mb()
        silent = kept(afterwards, (handshake(site, staged_at(noisy)) for _ in range(count)))
        most, dropped = site.memory_mb(), 0
        for number in range(rounds):
            # The people at their table talk as much as a socket may, which is more than the game
            # sends.
            for seat, client in enumerate(noisy.clients):
                say = {"action": "say", "text": SAYING, "message_id": f"{number}-{seat}"}
                await client.send(say)
            if not elsewhere.is_over:
                await elsewhere.act()
            most = max(most, site.memory_mb())
            await asyncio.sleep(0.12)
        dropped = sum(map(is_dropped, silent))
        waits = sorted(elsewhere.latencies)
        slowest = waits[int(len(waits) * 0.99)]
        for table in tables:
            await table.close()
    report(
        f"{count} sockets that never read: {most - before:.0f} MB more at most, {dropped} given up;"
        f" at another table an action is seen after p99 {1000 * slowest:.0f} ms"
    )
    assert most - before < (MOST_MB if LONG else MOST_MB / 3)
    assert dropped > count / 2
    assert slowest < MOST_SECONDS
    assert site.errors() == []


def count_connections(site: FaultySite) -> int:
    """Return how many connections the site has on its port."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    local, established = f":{site.port:04X}", "01"
    return sum(
        each[1].endswith(local) and each[3] == established for each in map(str.split, lines)
    )


def seconds_worked(site: FaultySite) -> float:
    """Return the processor time of the site so far."""
    assert site.process is not None
    fields = Path(f"/proc/{site.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def until_idle(site: FaultySite) -> None:
    """Wait until the site does little more than look after streams."""
    for _second in range(180):
        before = seconds_worked(site)
        await asyncio.sleep(1)
        if seconds_worked(site) - before < 0.7:
            return
    raise AssertionError("the site goes on working")


async def test_people_play_on_beside_streams_that_nobody_reads(tmp_path: Path) -> None:
    """A month of games, and the table where people play.

    The kernel takes megabytes of each stream, so the limit of memory is a coarse one.
    """
    count, rounds = of(8, 20), of(30, 100)
    games = 1000 if LONG else 500
    api.fill(tmp_path, games=games, models=20)
    site = FaultySite(tmp_path)
    with up(site), ExitStack() as afterwards:
        (staged,) = stage(site, 1)
        table = Table(site.url, staged["code"], staged["cookies"], 1)
        await table.open()
        paths = [f"/api/v1/months/{api.MONTH}/games"] * count
        # What the first readers need stays: the interface itself, and a thread for each.
        await asyncio.gather(*(asyncio.to_thread(read_all, site, path) for path in paths))
        before = most = site.memory_mb()
        paths += [f"/api/v1/games/{staged['code']}/stream"] * MOST_STREAMS
        silent = kept(afterwards, (request(site, path) for path in paths))
        # Until all buffers are full, a month of games is work like any other.
        await until(lambda: len(silent) <= count_connections(site), 30)
        await until_idle(site)
        for _round in range(rounds):
            if not table.is_over:
                await table.act()
            most = max(most, site.memory_mb())
            await asyncio.sleep(0.12)
        waits = sorted(table.latencies)
        slowest = waits[int(len(waits) * 0.99)]
        await table.close()
    report(
        f"{len(silent)} streams that nobody reads: {most - before:.0f} MB more at most;"
        f" at a table an action is seen after p99 {1000 * slowest:.0f} ms"
    )
    assert most - before < MOST_MB
    assert slowest < MOST_SECONDS
    assert site.errors() == []


def staged_at(table: Table) -> str:
    """The code of a table."""
    return table.clients[0].address.split("/ws/games/")[1].split("/")[0]
