"""Hundreds who open sockets and never read: the site forgets them, and everybody else plays on."""

import asyncio
import json
import socket
from contextlib import suppress
from pathlib import Path
from random import Random

from tests.bench._table import Table
from tests.bench.crowd import stage
from tests.faults._scale import of, report
from tests.faults._site import FaultySite, up

MOST_MB_A_SOCKET = 60 / 300
MESSAGE = json.dumps({"action": "nonsense", "HEADERS": {}}).encode()


def handshake(site: FaultySite, code: str) -> socket.socket:
    """A socket that opens a table, takes in next to nothing, and never reads."""
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


def frame(message: bytes) -> bytes:
    """A text frame as a client sends it, masked with nothing."""
    return bytes([0x81, 0x80 | len(message)]) + bytes(4) + message


def is_dropped(one: socket.socket) -> bool:
    """Whether the site has given this one up."""
    try:
        one.send(frame(MESSAGE))
    except BlockingIOError:
        return False
    except OSError:
        return True
    return False


async def test_sockets_that_never_read_cost_little_and_harm_nobody(tmp_path: Path) -> None:
    count, rounds = of(60, 300), of(100, 400)
    site = FaultySite(tmp_path)
    site.migrate()
    with up(site):
        staged = stage(site, 2 + of(2, 12))
        silent_at, *played = staged
        table = Table(site.url, silent_at["code"], silent_at["cookies"], 1)
        await table.open()
        others = [Table(site.url, each["code"], each["cookies"], 2) for each in played]
        await others[0].open()
        # Warm: what the site keeps of any table is not theirs.
        for _action in range(20):
            await others[0].act()
        before = site.memory_mb()
        silent = [handshake(site, silent_at["code"]) for _ in range(count)]
        await asyncio.sleep(1)
        most, dropped = site.memory_mb(), 0
        chance = Random(3)
        for _round in range(rounds):
            if table.is_over or others[0].is_over:
                break
            await table.act()
            await others[0].act()
            # They ask for answers as well, as fast as a socket may.
            dropped = sum(map(is_dropped, silent))
            most = max(most, site.memory_mb())
            await asyncio.sleep(chance.uniform(0.1, 0.12))
        waits = sorted(others[0].latencies)[20:]
        slowest = waits[int(len(waits) * 0.99)]
        for each in (table, others[0]):
            await each.close()
        for one in silent:
            with suppress(OSError):
                one.close()
    assert dropped > 0
    report(
        f"{count} sockets that never read: {most - before:.0f} MB more at most, {dropped} given up,"
        f" at another table an action is seen after p99 {1000 * slowest:.0f} ms"
    )
    assert most - before < MOST_MB_A_SOCKET * count
    assert slowest < 2
    assert site.errors() == []
