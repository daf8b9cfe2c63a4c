"""The real site, to be killed and restarted on its data; and the servers below it."""

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

import psycopg

from tests import backends
from tests.backends import free_port
from tests.once import TEMPLATE, migrate, postgres_data
from tests.running_site import ROOT, manage, site_environment

START_SECONDS = 60.0
# The databases of a PostgreSQL of ours.
MIGRATED, EMPTY = TEMPLATE, backends.FIRST_DATABASE


async def until(condition: Callable[[], object], seconds: float = 30.0) -> float:
    """Wait for a condition; return the seconds that took."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < seconds
        await asyncio.sleep(0.01)
    return time.monotonic() - began


class Restartable:
    """A process of ours on a port of its own."""

    command: ClassVar[list[str]] = []

    def __init__(self, command: list[str], port: int, log: Path, **options: Any) -> None:
        self.arguments, self.port, self.log, self.options = command, port, log, options
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it may take a moment until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.arguments, stdout=log, stderr=subprocess.STDOUT, **self.options
            )

    def kill(self, with_signal: signal.Signals = signal.SIGKILL) -> None:
        """End it, by default without a warning."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(with_signal)
                # A stopped process gets the signal only now.
                self.process.send_signal(signal.SIGCONT)
            self.process.wait(30)
            self.process = None

    def send(self, a_signal: signal.Signals) -> None:
        """Stop it for a while, or continue it."""
        assert self.process is not None
        self.process.send_signal(a_signal)

    def answers(self) -> bool:
        """Whether its port accepts connections."""
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    async def until_up(self) -> None:
        """Wait until it answers, without blocking the loop."""
        for _again in self._asking():
            await asyncio.sleep(0.02)

    def wait_until_up(self) -> None:
        """Wait until it answers."""
        for _again in self._asking():
            time.sleep(0.02)

    def _asking(self) -> Iterator[None]:
        end = time.monotonic() + START_SECONDS
        while not self.answers():
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()[-2000:]
            assert time.monotonic() < end
            yield


class Postgres(Restartable):
    """A PostgreSQL; after a crash it recovers first."""

    def answers(self) -> bool:
        """Whether it accepts connections."""
        try:
            psycopg.connect(address_of(self, EMPTY), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True


class FaultySite(Restartable):
    """One process of the site, on test settings that can also break the servers below it."""

    def __init__(self, folder: Path, *arguments: str, name: str = "site", **more: str) -> None:
        more.setdefault("DJANGO_SETTINGS_MODULE", "tests.faults.settings")
        self.environment = site_environment(folder, **more)
        port = free_port()
        command = [sys.executable, "manage.py", "serve", "--port", str(port), *arguments]
        super().__init__(command, port, folder / f"{name}.log", cwd=ROOT, env=self.environment)
        self.url = f"http://127.0.0.1:{port}"
        self.database = self.environment["DATABASE_URL"]

    def migrate(self) -> None:
        """Make the tables; a PostgreSQL of ours starts with them."""
        if not self.database.startswith("postgres"):
            migrate(self.environment)

    def memory_mb(self) -> float:
        """Return its memory now."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def errors(self) -> list[str]:
        """Return every line of its log that a healthy site does not write."""
        return [
            line
            for line in self.log.read_text(errors="replace").splitlines()
            if "Traceback" in line or " ERROR " in line or "Internal Server Error" in line
        ]


def stage(site: FaultySite, games: int, people: int = 7) -> list[dict[str, Any]]:
    """Deal so many games on its database; return codes and sessions."""
    wanted = f"from tests.bench import _stage; _stage.main({people}, {games})"
    done = manage("shell", "-c", wanted, environment=site.environment)
    assert done.returncode == 0, done.stderr
    staged: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return staged


@contextmanager
def up(*processes: Restartable) -> Iterator[None]:
    """Start all of them; end the last first."""
    try:
        for process in processes:
            process.start()
            process.wait_until_up()
        yield
    finally:
        for process in reversed(processes):
            process.kill(signal.SIGTERM)


@contextmanager
def migrated(database: str, folder: Path, **more: str) -> Iterator[FaultySite]:
    """A site that has not been started, with an empty database: `sqlite`, or a server of its own for `postgres`."""
    with ExitStack() as stack:
        if database == "postgres":
            more["DATABASE_URL"] = address_of(stack.enter_context(postgres()))
        site = FaultySite(folder, **more)
        site.migrate()
        yield site


@contextmanager
def redis() -> Iterator[Restartable]:
    """A Redis that can be killed and restarts empty."""
    binary, port = backends.redis_binary(), free_port()
    assert binary is not None
    with tempfile.TemporaryDirectory(prefix="site-redis-") as folder:
        command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder]
        command += ["--save", "", "--appendonly", "no"]
        server = Restartable(command, port, Path(folder) / "redis.log")
        with up(server):
            yield server


@contextmanager
def postgres() -> Iterator[Restartable]:
    """A PostgreSQL that can be crashed (SIGQUIT) and restarts with its data."""
    with tempfile.TemporaryDirectory(prefix="site-postgres-") as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        data = postgres_data()
        # With its owner, who is not whoever runs the tests.
        subprocess.run(["cp", "-a", data, f"{folder}/data"], check=True)
        server = _postgres_on(Path(folder), Path(folder) / "data")
        with up(server):
            yield server


def _postgres_on(folder: Path, data: Path) -> Postgres:
    binaries, port = backends.postgres_binaries(), free_port()
    assert binaries is not None
    command = [str(binaries / "postgres"), "-D", str(data), "-p", str(port), "-k", str(folder)]
    command += ["-c", "max_connections=200"]
    return Postgres(command, port, folder / "log", cwd=folder, **_postgres_user())


def _postgres_user() -> dict[str, Any]:
    # PostgreSQL refuses to run as root; Debian's package made a user for it.
    return {"user": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


def address_of(postgres: Restartable, database: str = MIGRATED) -> str:
    """Return the address of one of its two databases: MIGRATED or EMPTY."""
    return f"postgres://site@127.0.0.1:{postgres.port}/{database}"


@contextmanager
def on_a_faulty_layer(folder: Path, processes: int, fault: str) -> Iterator[list[FaultySite]]:
    """A site whose channel layer has this fault (see tests.faults.settings)."""
    with ExitStack() as stack:
        more = {"FAULTY_LAYER": fault}
        if processes > 1:
            more["DATABASE_URL"] = address_of(stack.enter_context(postgres()))
            more["TEST_REDIS_URL"] = f"redis://127.0.0.1:{stack.enter_context(redis()).port}/0"
            more["REDIS_PREFIX"] = "faulty"
        sites = [FaultySite(folder, name=str(each), **more) for each in range(processes)]
        sites[0].migrate()
        stack.enter_context(up(*sites))
        yield sites
