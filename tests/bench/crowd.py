"""A crowd at the tables: actions a second, waiting times, bytes, processor time and memory.

The site runs on one core, the clients on another. `make bench ARGS=crowd` measures one process on
SQLite.
"""

import asyncio
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from tests.bench._table import Client, Table
from tests.running_site import Site, manage, running_site

PEOPLE = 7
SECONDS = 20.0
PACE_SECONDS = 0.5
SPECTATORS = 1000
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(site: Site) -> float:
    """Processor time that the site has used so far."""
    fields = Path(f"/proc/{site.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_kb(site: Site) -> int:
    """Memory the site holds."""
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


@dataclass
class Load:
    """What a run of many tables gave."""

    seconds: float
    latencies: list[float]
    received: int
    cpu: float

    def __str__(self) -> str:
        actions = len(self.latencies)
        waits = sorted(self.latencies)
        p50, p95, p99 = (1000 * waits[int(len(waits) * share)] for share in (0.5, 0.95, 0.99))
        return (
            f"{actions / self.seconds:6.0f} actions/s, seen by all seven after"
            f" p50 {p50:.1f} p95 {p95:.1f} p99 {p99:.1f} ms,"
            f" {self.received / actions / PEOPLE:.0f} bytes a client and action,"
            f" {1000 * self.cpu / actions:.2f} ms of processor an action"
        )


def stage(site: Site, games: int) -> list[dict]:
    """Deal so many games; codes and sessions."""
    wanted = f"from tests.bench import _stage; _stage.main({PEOPLE}, {games})"
    done = manage("shell", "-c", wanted, environment=site.environment)
    assert done.returncode == 0, done.stderr
    staged: list[dict] = json.loads(done.stdout.splitlines()[-1])
    return staged


async def play_tables(
    sites: list[Site], staged: list[dict], at_once: int, pace: float | None, seconds: float
) -> Load:
    """Keep so many tables going for so long; a finished game makes room for a fresh one."""
    fresh = iter(enumerate(staged))
    loop = asyncio.get_running_loop()

    async def next_table() -> Table:
        number, game = next(fresh)
        table = Table(sites[number % len(sites)].url, game["code"], game["cookies"], number)
        await table.open()
        return table

    tables = [await next_table() for _ in range(at_once)]
    for table in tables:
        for client in table.clients:
            client.received = 0
    latencies: list[float] = []
    received = 0
    cpu = sum(map(cpu_seconds, sites))
    began = loop.time()
    end = began + seconds

    async def keep_going(place: int) -> None:
        nonlocal received
        table = tables[place]
        due = began + (pace or 0) * place / at_once
        while loop.time() < end:
            if table.is_over:
                latencies.extend(table.latencies)
                received += sum(client.received for client in table.clients)
                await table.close()
                table = await next_table()
            if pace is not None:
                await asyncio.sleep(max(0, due - loop.time()))
                due += pace
            await table.act()
        latencies.extend(table.latencies)
        received += sum(client.received for client in table.clients)
        tables[place] = table

    await asyncio.gather(*(keep_going(place) for place in range(at_once)))
    load = Load(loop.time() - began, latencies, received, sum(map(cpu_seconds, sites)) - cpu)
    await asyncio.gather(*(table.close() for table in tables))
    return load


async def watch(site: Site, code: str, count: int, *, deflate: bool) -> tuple[float, float]:
    """Open so many idle sockets; KB of memory each, and seconds to come back when all are dropped."""
    warm = [Client(site.url, code) for _ in range(20)]
    await asyncio.gather(*(client.open(deflate=deflate) for client in warm))
    before = memory_kb(site)
    clients = [Client(site.url, code) for _ in range(count)]
    for start in range(0, count, 50):
        some = clients[start : start + 50]
        await asyncio.gather(*(client.open(deflate=deflate) for client in some))
        await asyncio.gather(*(client.reaches(0) for client in some))
    await asyncio.sleep(1)
    each = (memory_kb(site) - before) / count
    await asyncio.gather(*(client.close() for client in clients))
    again = [Client(site.url, code) for _ in range(count)]
    began = perf_counter()
    await asyncio.gather(*(client.open(deflate=deflate) for client in again))
    await asyncio.gather(*(client.reaches(0) for client in again))
    back = perf_counter() - began
    await asyncio.gather(*(client.close() for client in (*warm, *again)))
    return each, back


@contextmanager
def one_core_each() -> Iterator[None]:
    """What is started inside runs on the first core; this process moves to the others."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[:1])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores[1:] or cores)


def measure(sites: list[Site]) -> None:
    """The same measurements for one process or several."""
    for at_once, pace in ((20, None), (20, PACE_SECONDS), (100, PACE_SECONDS)):
        staged = stage(sites[0], at_once * (6 if pace is None else 2))
        load = asyncio.run(play_tables(sites, staged, at_once, pace, SECONDS))
        how = "as fast as they can" if pace is None else f"{1 / pace:.0f} actions/s each"
        print(f"  {at_once:3} tables, {how}: {load}", flush=True)
    for deflate in (False, True):
        code = stage(sites[0], 1)[0]["code"]
        each, back = asyncio.run(watch(sites[0], code, SPECTATORS, deflate=deflate))
        how = "with permessage-deflate" if deflate else "uncompressed"
        print(
            f"  {SPECTATORS} idle sockets {how}: {each:.1f} KB each;"
            f" all dropped, all back after {back:.1f} s",
            flush=True,
        )


def main() -> None:
    """Measure and print."""
    with ExitStack() as stack, tempfile.TemporaryDirectory() as data:
        with one_core_each():
            site = stack.enter_context(running_site(Path(data)))
        print("  SQLite, one process", flush=True)
        measure([site])


if __name__ == "__main__":
    main()
