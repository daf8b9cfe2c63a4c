"""Load test: actions a second, waiting times, bytes, processor time and memory.

The site runs on one core, the clients on another: one process on SQLite, then on PostgreSQL and
Redis one process and two, of which the second shares the clients' core. `make bench ARGS=crowd`;
the curves of processor time over the length of a game and over the number of other games go to
var/bench.
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

from tests import backends
from tests.bench._curve import Point, draw
from tests.bench._table import Client, Table
from tests.running_site import Site, manage, running_site

PEOPLE = 7
SECONDS = 20.0
PACE_SECONDS = 0.5
SPECTATORS = 1000
# Production's interval; the tests' clock is five times as fast.
AS_IN_PRODUCTION = {"CLOCK_INTERVAL_SECONDS": "0.25"}
BLOCK = 10
"""Actions of each game that are measured together."""
BREATH_SECONDS = 0.02
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(site: Site) -> float:
    """Return the processor time that the site has used so far."""
    fields = Path(f"/proc/{site.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_kb(site: Site) -> int:
    """Return the memory of the site."""
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


@dataclass
class Load:
    """The result of a run with many tables."""

    seconds: float
    latencies: list[float]
    received: int
    cpu: float
    by_second: list[tuple[int, float]]
    """Actions and seconds of processor time, second by second."""

    def when_undisturbed(self) -> str:
        """Return the best second and the median one: other load on this machine differs by the second."""
        spent = sorted((cpu / actions, actions) for actions, cpu in self.by_second if actions)
        told = [
            f"{rate} actions/s at {1000 * each:.2f} ms"
            for each, rate in (spent[0], spent[len(spent) // 2])
        ]
        return f"the best second {told[0]}, the middle one {told[1]}"

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
    """Deal so many games; return codes and sessions."""
    staged: list[dict] = []
    while len(staged) < games:
        wanted = f"from tests.bench import _stage; _stage.main({PEOPLE}, {min(40, games)})"
        done = manage("shell", "-c", wanted, environment=site.environment)
        assert done.returncode == 0, done.stderr
        staged += json.loads(done.stdout.splitlines()[-1])
    return staged


async def play_tables(
    sites: list[Site],
    staged: list[dict],
    at_once: int,
    pace: float | None,
    seconds: float,
    *,
    deflate: bool = False,
) -> Load:
    """Keep so many tables going for so long; a finished game is replaced by a new one."""
    fresh = iter(enumerate(staged))
    loop = asyncio.get_running_loop()

    async def next_table() -> Table:
        number, game = next(fresh)
        table = Table(sites[number % len(sites)].url, game["code"], game["cookies"], number)
        await table.open(deflate=deflate)
        return table

    tables = [await next_table() for _ in range(at_once)]
    latencies: list[float] = []
    received = 0
    cpu = sum(map(cpu_seconds, sites))
    by_second: list[tuple[int, float]] = []
    began = loop.time()
    end = began + seconds

    async def look_each_second() -> None:
        so_far = 0, cpu
        while loop.time() < end - 1:
            await asyncio.sleep(1)
            acted = len(latencies) + sum(len(table.latencies) for table in tables)
            now = acted, sum(map(cpu_seconds, sites))
            by_second.append((now[0] - so_far[0], now[1] - so_far[1]))
            so_far = now

    async def keep_going(place: int) -> None:
        nonlocal received
        table = tables[place]
        due = began + (pace or 0) * place / at_once
        while loop.time() < end:
            if table.is_over:
                await table.close()
                finished, table = table, await next_table()
                tables[place] = table
                latencies.extend(finished.latencies)
                received += sum(client.received for client in finished.clients)
            if pace is not None:
                await asyncio.sleep(max(0, due - loop.time()))
                due += pace
            await table.act()

    await asyncio.gather(look_each_second(), *(keep_going(place) for place in range(at_once)))
    took = loop.time() - began
    for table in tables:
        latencies.extend(table.latencies)
        received += sum(client.received for client in table.clients)
    load = Load(took, latencies, received, sum(map(cpu_seconds, sites)) - cpu, by_second)
    await asyncio.gather(*(table.close() for table in tables))
    return load


async def watch(site: Site, code: str, count: int, *, deflate: bool) -> tuple[float, float]:
    """Open so many idle sockets; return KB of memory each, and seconds to reconnect when all are dropped."""
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
def on_cores(cores: set[int]) -> Iterator[None]:
    """Run processes started inside on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def one_core_each() -> Iterator[None]:
    """Run processes started inside on the first core, and this process on the others."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[:1])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores[1:] or cores)


def play(sites: list[Site], at_once: int, pace: float | None, *, deflate: bool = False) -> Load:
    """Play so many tables and print the result."""
    staged = stage(sites[0], at_once * (6 if pace is None else 2))
    load = asyncio.run(play_tables(sites, staged, at_once, pace, SECONDS, deflate=deflate))
    how = "as fast as they can" if pace is None else f"{1 / pace:.0f} actions/s each"
    print(f"  {at_once:3} tables, {how}: {load}", flush=True)
    if pace is None:
        print(f"      {load.when_undisturbed()}", flush=True)
    return load


def sit_idle(site: Site, *, deflate: bool = False) -> None:
    """Measure a thousand idle sockets."""
    code = stage(site, 1)[0]["code"]
    each, back = asyncio.run(watch(site, code, SPECTATORS, deflate=deflate))
    print(
        f"  {SPECTATORS} idle sockets: {each:.1f} KB each;"
        f" all dropped, all back after {back:.1f} s",
        flush=True,
    )


def measure(site: Site) -> None:
    """Measure one process; its memory while it is fresh."""
    sit_idle(site)
    for at_once, pace in ((20, None), (20, PACE_SECONDS), (100, PACE_SECONDS)):
        play([site], at_once, pace)


def measure_deflate(site: Site) -> None:
    """The same with compressed frames."""
    print("  SQLite, one process, with permessage-deflate", flush=True)
    sit_idle(site, deflate=True)
    play([site], 20, None, deflate=True)


async def cpu_over_length(site: Site, staged: list[dict]) -> tuple[list[Point], float]:
    """Return milliseconds of processor time an action, by blocks of actions from the start of the games.

    And those of a game's last action, which opens the whole game for all seven. Games run one
    after the other, so that each action's cost is known.
    """
    used: dict[int, list[float]] = {}
    ends: list[float] = []
    for number, game in enumerate(staged):
        table = Table(site.url, game["code"], game["cookies"], number)
        await table.open()
        while not table.is_over:
            block = used.setdefault(len(table.latencies) // BLOCK, [])
            before = cpu_seconds(site)
            await table.act()
            # Work after the last update counts too; and no socket may send too many messages at
            # once.
            await asyncio.sleep(BREATH_SECONDS)
            (ends if table.is_over else block).append(1000 * (cpu_seconds(site) - before))
        await table.close()
    points = [
        (block * BLOCK + BLOCK / 2, sum(each) / len(each))
        for block, each in sorted(used.items())
        # Blocks that few games reach say little.
        if len(each) > len(staged) * BLOCK / 4
    ]
    return points, sum(ends) / len(ends)


async def cpu_beside_others(site: Site, others: int) -> Point:
    """Return milliseconds of processor time an action of ten games, beside so many open ones."""
    idle = [
        Table(site.url, game["code"], game["cookies"], 0)
        for game in (stage(site, others) if others else [])
    ]
    for table in idle:
        await table.open()
    load = await play_tables([site], stage(site, 30), 10, None, SECONDS / 4)
    await asyncio.gather(*(table.close() for table in idle))
    return others, 1000 * load.cpu / len(load.latencies)


def curves(site: Site) -> None:
    """Check that neither the length of a game nor other games make an action dearer."""
    length, end = asyncio.run(cpu_over_length(site, stage(site, 20)))
    print(f"  {end:.1f} ms of processor for the last action of a game", flush=True)
    others = [asyncio.run(cpu_beside_others(site, count)) for count in (0, 25, 50, 100)]
    for name, title, across, points in (
        ("length", "Processor time an action (ms)", "actions since the game began", length),
        ("others", "Processor time an action (ms)", "other games open", others),
    ):
        told = ", ".join(f"{x:.0f}: {y:.2f}" for x, y in points)
        print(
            f"  ms an action by {across}: {told}; {draw(name, title, across, points)}", flush=True
        )


def on_sqlite() -> None:
    """One process, everything in it."""
    with ExitStack() as stack, tempfile.TemporaryDirectory() as data:
        with one_core_each():
            site = stack.enter_context(running_site(Path(data), **AS_IN_PRODUCTION))
            (more := Path(data) / "more").mkdir()
            deflating = stack.enter_context(
                running_site(more, WEBSOCKET_DEFLATE="on", **AS_IN_PRODUCTION)
            )
        print("  SQLite, one process", flush=True)
        measure(site)
        curves(site)
        measure_deflate(deflating)


def on_postgres() -> None:
    """Measure one process, then two that share the games; a game's people all use the same one."""
    if {"postgres", "redis"} & backends.missing().keys():
        print("  PostgreSQL or Redis was not found", flush=True)
        return
    with ExitStack() as stack, tempfile.TemporaryDirectory() as data:
        addresses = {
            "DATABASE_URL": stack.enter_context(backends.postgres_server()),
            "REDIS_URL": stack.enter_context(backends.redis_server()),
        }
        rates = []
        sites: list[Site] = []
        cores = sorted(os.sched_getaffinity(0))
        for number in range(2):
            with on_cores({cores[number % len(cores)]}):
                sites.append(
                    stack.enter_context(running_site(Path(data), "--no-clock", **addresses))
                )
            os.sched_setaffinity(0, cores[1:] or cores)
            print(f"  PostgreSQL and Redis, processes: {len(sites)}", flush=True)
            load = play(sites, 20, None)
            rates.append(len(sites) / (load.cpu / len(load.latencies)))
        os.sched_setaffinity(0, cores)
        print(
            f"  two processes, each on a core of its own, would carry {rates[1]:.0f} actions/s:"
            f" {rates[1] / rates[0]:.2f} times one",
            flush=True,
        )


def main() -> None:
    """Measure and print."""
    cores = os.sched_getaffinity(0)
    on_sqlite()
    os.sched_setaffinity(0, cores)
    on_postgres()
    os.sched_setaffinity(0, cores)


if __name__ == "__main__":
    main()
