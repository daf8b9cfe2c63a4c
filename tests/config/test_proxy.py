"""The proxy of compose.yaml: the real Caddy with the real Caddyfile, before two real processes."""

import asyncio
import os
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.request import urlopen

import pytest

from tests import backends
from tests.backends import free_port, wait_until
from tests.bench._table import Client
from tests.config.test_compose import services
from tests.faults._player import request
from tests.faults._site import FaultySite, Postgres, Restartable, address_of, postgres, stage, up
from tests.running_site import ROOT

pytestmark = [pytest.mark.caddy, pytest.mark.postgres, pytest.mark.redis]

TABLES = 20
ASKED = 6
ELSEWHERE = 200
OUT_SECONDS = 4.0
"""A process that does not answer is out of the game by then: a look each second that takes two."""
SLOW_SECONDS = 4.0
"""Whoever waits longer waits for the hung process; a busy machine may need some seconds of its own."""
HUNG_SECONDS = OUT_SECONDS + 6


@dataclass
class Origin:
    """The processes behind the proxy."""

    database: Postgres
    sites: list[FaultySite]
    metrics: list[int]
    tables: list[dict[str, Any]] = field(default_factory=list)


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[Origin]:
    """Two processes on one PostgreSQL and one Redis, and tables of two people."""
    folder = tmp_path_factory.mktemp("behind-the-proxy")
    with postgres() as database:
        assert isinstance(database, Postgres)
        metrics = [free_port(), free_port()]
        more = {
            "DATABASE_URL": address_of(database),
            "TEST_REDIS_URL": redis_url,
            "REDIS_PREFIX": "proxy",
            "NAME_PROCESS": "1",
            "DRAIN_SECONDS": services()["web-1"]["environment"]["DRAIN_SECONDS"],
        }
        sites = [
            FaultySite(folder, "--no-clock", name=f"site-{port}", METRICS_PORT=str(port), **more)
            for port in metrics
        ]
        sites[0].migrate()
        with up(*sites):
            yield Origin(database, sites, metrics, stage(sites[0], TABLES, people=5))


@pytest.fixture(params=backends.caddy_binaries())
def proxy(request: pytest.FixtureRequest, origin: Origin, tmp_path: Path) -> Iterator[str]:
    """The address of a Caddy before them, started as in compose.yaml; only addresses and TLS differ."""
    with proxy_before([site.port for site in origin.sites], request.param, tmp_path) as address:
        yield address


@contextmanager
def proxy_before(ports: list[int], binary: str, folder: Path) -> Iterator[str]:
    address = f"http://127.0.0.1:{free_port()}"
    environment = os.environ | {
        "SITE_HOST": address,
        "WEB": " ".join(f"127.0.0.1:{port}" for port in ports),
        "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
    }
    with (folder / "caddy.log").open("ab") as log:
        process = subprocess.Popen(
            [binary, "run", "--config", str(ROOT / "Caddyfile"), "--adapter", "caddyfile"],
            env=environment, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        wait_until(lambda: is_open(address), process)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


def is_open(address: str) -> bool:
    """Whether the site answers through the proxy."""
    with suppress(OSError), urlopen(address, timeout=5) as answer:
        return bool(answer.status == 200)
    return False


@dataclass
class Answer:
    """One answer through the proxy."""

    asked_at: float
    seconds: float
    status: int
    process: str
    text: str


async def get(address: str, cookies: str = "") -> Answer:
    """Ask for a page; status 0 if the connection broke."""
    asked_at = monotonic()
    try:
        status, text = await request(address, cookies)
    except OSError:
        status, text = 0, ""
    found = re.search(r"(?i)^x-process: (\d+)", text, re.MULTILINE)
    return Answer(asked_at, monotonic() - asked_at, status, found[1] if found else "", text)


async def asked_again_and_again(
    address: str, cookies: str, until: asyncio.Event, every: float = 0.5
) -> list[Answer]:
    """Send requests at a steady pace, whether or not answers come."""
    asking = []
    while not until.is_set():
        asking.append(asyncio.create_task(get(address, cookies)))
        await asyncio.sleep(every)
    return await asyncio.gather(*asking)


def rooms(origin: Origin) -> list[int]:
    """Return the number of tables with connections, in each process."""
    found = []
    for port in origin.metrics:
        with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            text = answer.read().decode()
        counted = re.search(r"^site_rooms (\d+)", text, re.MULTILINE)
        assert counted is not None
        found.append(int(counted[1]))
    return found


async def come_in(proxy: str, table: dict[str, Any]) -> list[Client]:
    """Open the table for everybody, and wait until they have it."""
    clients = [Client(proxy, table["code"], cookies) for cookies in table["cookies"]]
    for client in clients:
        await client.open()
        await client.reaches(0)
    return clients


async def test_everybody_of_one_table_is_led_to_the_same_process(
    proxy: str, origin: Origin
) -> None:
    assert await until_all_rooms_are(origin, 0)
    clients = []
    led: dict[str, set[str]] = {}
    for table in origin.tables:
        clients += await come_in(proxy, table)
        page = f"{proxy}/games/{table['code']}/"
        answers = [
            await get(address, cookies)
            for cookies in table["cookies"]
            for address in (page, f"{page}talk/")
        ]
        assert {answer.status for answer in answers} == {200}
        led[table["code"]] = {answer.process for answer in answers}
    # No table has two rooms, and neither process has all of them.
    counted = rooms(origin)
    assert sum(counted) == TABLES
    assert min(counted) > 0
    assert [processes for processes in led.values() if len(processes) > 1] == []
    assert len(set.union(*led.values())) == 2
    await asyncio.gather(*(client.close() for client in clients))
    assert await until_all_rooms_are(origin, 0)


async def until_all_rooms_are(origin: Origin, count: int) -> bool:
    """Wait for so many rooms."""
    async with asyncio.timeout(20):
        while sum(rooms(origin)) != count:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    return True


async def test_requests_that_belong_to_no_table_are_spread(proxy: str) -> None:
    answers = [await get(f"{proxy}/accounts/login/") for _ in range(ELSEWHERE)]
    assert {answer.status for answer in answers} == {200}
    shares = Counter(answer.process for answer in answers)
    assert len(shares) == 2
    assert min(shares.values()) > ELSEWHERE * 0.3


async def test_health_is_not_told_outside(proxy: str, origin: Origin) -> None:
    for kind in ("live", "ready"):
        assert (await get(f"{proxy}/health/{kind}/")).status == 404
        assert (await get(f"{origin.sites[0].url}/health/{kind}/")).status == 200


async def test_hung_process_is_passed_over(proxy: str, origin: Origin) -> None:
    hung, _other = origin.sites
    assert hung.process is not None
    over = asyncio.Event()
    asking = [
        asyncio.create_task(
            asked_again_and_again(f"{proxy}/games/{table['code']}/", table["cookies"][0], over)
        )
        for table in origin.tables[:ASKED]
    ]
    await asyncio.sleep(1)
    hung.send(signal.SIGSTOP)
    stopped = monotonic()
    try:
        await asyncio.sleep(HUNG_SECONDS)
        over.set()
        await asyncio.sleep(1)
    finally:
        hung.send(signal.SIGCONT)
    answers = [answer for each in asking for answer in await each]
    assert str(hung.process.pid) in {a.process for a in answers if a.asked_at < stopped}
    late = [answer for answer in answers if answer.asked_at > stopped + OUT_SECONDS]
    assert len(late) > ASKED
    assert {answer.status for answer in late} == {200}
    assert max(answer.seconds for answer in late) < SLOW_SECONDS
    # Its earlier requests are answered when it goes on; it may have lost its database meanwhile.
    failed = [answer for answer in answers if answer.status != 200]
    assert {(answer.status, answer.process) for answer in failed} <= {(503, str(hung.process.pid))}
    assert await takes_part(proxy, hung)


async def test_no_request_fails_while_a_process_ends(proxy: str, origin: Origin) -> None:
    ending, _other = origin.sites
    assert ending.process is not None
    over = asyncio.Event()
    addresses = [f"{proxy}/games/{table['code']}/" for table in origin.tables[:ASKED]]
    asking = [
        asyncio.create_task(asked_again_and_again(address, "", over, every=0.2))
        for address in [*addresses, f"{proxy}/accounts/login/"]
    ]
    await asyncio.sleep(1)
    ending.send(signal.SIGTERM)
    asked = monotonic()
    # It first says that it is ending, and serves on for as long as the proxy may take to notice.
    await asyncio.sleep(0.5)
    assert (await get(f"{ending.url}/health/ready/")).status == 503
    assert (await get(f"{ending.url}/accounts/login/")).status == 200
    await asyncio.to_thread(ending.process.wait, 30)
    over.set()
    answers = [answer for each in asking for answer in await each]
    led_there = {a.process for a in answers if a.asked_at < asked}
    assert str(ending.process.pid) in led_there
    assert ending.process.returncode == 0
    ending.start()
    await ending.until_up()
    assert Counter(answer.status for answer in answers).keys() == {200}
    assert await takes_part(proxy, ending)


async def takes_part(proxy: str, site: FaultySite) -> bool:
    """Whether the proxy sends requests to a process again."""
    assert site.process is not None
    async with asyncio.timeout(15):
        while not await answers_from(proxy, site.process.pid):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return True


async def answers_from(proxy: str, process: int) -> bool:
    """Whether the next answer is from this process."""
    return (await get(f"{proxy}/accounts/login/")).process == str(process)


async def test_restart_of_all_processes_is_waited_for(proxy: str, origin: Origin) -> None:
    for site in origin.sites:
        site.kill(signal.SIGKILL)
    asking = asyncio.create_task(get(f"{proxy}/games/{origin.tables[0]['code']}/"))
    for site in origin.sites:
        site.start()
    for site in origin.sites:
        await site.until_up()
    answer = await asking
    assert answer.status == 200
    for site in origin.sites:
        assert await takes_part(proxy, site)


async def test_site_says_in_words_that_its_database_is_away(proxy: str, origin: Origin) -> None:
    database: Restartable = origin.database
    database.send(signal.SIGQUIT)
    assert database.process is not None
    database.process.wait(20)
    try:
        await asyncio.sleep(OUT_SECONDS)
        table = origin.tables[0]
        answer = await get(f"{proxy}/games/{table['code']}/", table["cookies"][0])
    finally:
        database.start()
        await database.until_up()
    assert answer.status == 503
    assert answer.process in {str(site.process.pid) for site in origin.sites if site.process}
    assert "</html>" in answer.text
    for site in origin.sites:
        assert await takes_part(proxy, site)
