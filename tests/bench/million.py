"""A million games of 200,000 people on PostgreSQL: pages from outside, rebuilds, backup and restore, sizes.

GAMES=20000 PEOPLE=5000 for fewer; PARTS=pages,ratings,statistics,backup for some of it; SLOW=20 also prints each query of a
page that takes more milliseconds.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from time import monotonic, perf_counter
from typing import Any
from urllib.parse import quote, urlsplit

from tests import backends
from tests.bench._times import Times
from tests.bench.api import memory
from tests.once import migrate
from tests.running_site import ROOT, running_site, site_environment

PARTS = os.environ.get("PARTS", "pages,ratings,statistics,backup").split(",")
GOAL_MS, GOAL_QUERIES = 100, 12
RATING_MINUTES, STATISTICS_MINUTES = 5, 15
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.bench.settings"}


def main() -> None:
    """Fill a database of its own, and measure on it."""
    if backends.postgres_binaries() is None:
        print("PostgreSQL was not found")
        return
    with tempfile.TemporaryDirectory() as name, backends.postgres_server() as address:
        folder = Path(name)
        environment = site_environment(folder, DATABASE_URL=address, **SETTINGS)
        migrate(environment)
        _module("_million", environment)
        if "pages" in PARTS:
            with running_site(folder, "--no-clock", DATABASE_URL=address, **SETTINGS) as site:
                found = json.loads(_module("_million_pages", environment))
                measure_pages(site.url, site.process.pid, found)
        if "ratings" in PARTS:
            timed("rebuild_ratings", environment=environment, minutes=RATING_MINUTES)
        if "statistics" in PARTS:
            timed(
                "rebuild_statistics", "--from-sheets", environment=environment, minutes=STATISTICS_MINUTES
            )  # fmt: skip
        if "backup" in PARTS:
            file = folder / "site.jsonl.gz"
            timed("backup", str(file), environment=environment)
            print(f"  {file.stat().st_size / 1e6:.0f} MB")
            with backends.postgres_server() as other:
                empty = site_environment(folder, DATABASE_URL=other)
                migrate(empty)
                timed("restore", str(file), environment=empty)


def _module(name: str, environment: dict[str, str]) -> str:
    """Run a module of this folder to its end; return the last line that it printed, and print the others."""
    done = subprocess.run(
        [sys.executable, "-m", f"{__package__}.{name}"],
        cwd=ROOT, env=environment, check=True, text=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    *told, last = done.stdout.splitlines()
    shown = told if last.startswith("{") else [*told, last]
    print("\n".join(shown), flush=True)
    return last


def measure_pages(url: str, process: int, found: dict[str, Any]) -> None:
    """Print how long each page takes, seen from outside, and say which miss a goal."""
    missed = []
    connection = HTTPConnection(urlsplit(url).netloc)
    for name, page in found["pages"].items():
        times = Times()
        first = _look(connection, page["addresses"][0], found["cookies"])
        for address in page["addresses"]:
            used = _processor_ms(process)
            took = _look(connection, address, found["cookies"])
            times.add(took, _processor_ms(process) - used)
        print(
            f"  {name}: {times}; first {first:.0f} ms; {page['queries']} queries, first {page['cold']}",
            flush=True,
        )
        if times.p95 > GOAL_MS or page["queries"] > GOAL_QUERIES:
            missed.append(name)
    print(f"  over {GOAL_MS} ms or {GOAL_QUERIES} queries: {', '.join(missed) or 'none'}")


def _look(connection: HTTPConnection, address: str, cookies: str) -> float:
    """Request a page; return the milliseconds."""
    began = perf_counter()
    connection.request("GET", quote(address, safe="/?&="), headers={"Cookie": cookies})
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, (address, answer.status)
    return 1000 * (perf_counter() - began)


def _processor_ms(process: int) -> float:
    """Return the processor time that a process has had, in milliseconds; other work makes it wait, but adds nothing to it."""
    # The number of the clock of another process, as clock_getcpuclockid gives it on Linux.
    return 1000 * time.clock_gettime((~process << 3) | 2)


def timed(*command: str, environment: dict[str, str], minutes: float | None = None) -> None:
    """Run a command of manage.py to its end, and print how long it took and the most memory that it had."""
    began = monotonic()
    process = subprocess.Popen(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE
    )  # fmt: skip
    with most_memory(process.pid) as most:
        told, _errors = process.communicate()
    assert process.returncode == 0, command
    goal = "" if minutes is None else f" (goal {60 * minutes:.0f})"
    print(
        f"  {' '.join(command[:1])}: {monotonic() - began:.0f} s{goal}, at most {max(most):.0f} MB; {told.strip()}",
        flush=True,
    )


@contextmanager
def most_memory(process: int) -> Iterator[list[float]]:
    """Note the memory of a process twice a second while it runs."""
    noted, over = [0.0], Event()

    def watch() -> None:
        while not over.wait(0.5):
            try:
                noted.append(memory(process))
            except OSError:
                return

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield noted
    finally:
        over.set()
        watcher.join()


if __name__ == "__main__":
    main()
