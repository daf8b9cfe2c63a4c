"""`make test`: every test that can run here, on both kinds of backends.

First the tests that use the database, on PostgreSQL and Redis, then every test on SQLite in one
process. The last lines name the tests that cannot run on this machine; with REQUIRE_ALL=1 they
fail. The very last line says how long each part took.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from time import monotonic

import pytest

from tests import backends

# A browser test waits half of its time, so two for each core of the smallest machine.
WORKERS = ("-n", "4", "--dist", "worksteal")

TOOK: list[tuple[str, float]] = []
"""The runs of pytest so far, with their seconds."""


def run_pytest(part: str, *arguments: str, **environment: str) -> bool:
    """Run pytest once; return whether it passed. A selection without tests passes."""
    command = [sys.executable, "-m", "pytest", *arguments]
    variables = os.environ | {"TEST_SUMMARY_ELSEWHERE": "1"} | environment
    began = monotonic()
    status = subprocess.run(command, env=variables, check=False).returncode
    TOOK.append((part, monotonic() - began))
    return status in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}


def run_on_servers(arguments: tuple[str, ...]) -> bool:
    """Run the tests that use the database, on this machine's servers."""
    missing = backends.missing()
    with ExitStack() as stack:
        environment = {"TEST_ONLY_DATABASE": "1"}
        if "postgres" not in missing:
            environment["TEST_DATABASE_URL"] = stack.enter_context(backends.postgres_server())
        if "redis" not in missing:
            environment["TEST_REDIS_URL"] = stack.enter_context(backends.redis_server())
        if len(environment) == 1:
            return True
        say(f"Database tests on {servers(environment)}:")
        return run_twice(arguments, **environment)


def run_twice(arguments: tuple[str, ...], **environment: str) -> bool:
    """Run all tests on all cores; failed ones run once more, alone.

    Servers and browsers on a busy machine of two cores run out of time now and then; a defect
    fails twice.
    """
    part = servers(environment)
    if run_pytest(part, *WORKERS, *arguments, **environment):
        return True
    say("Once more, alone and one after the other, what has just failed:")
    lone = ("--last-failed", "--last-failed-no-failures", "none")
    return run_pytest(f"{part}, once more", *lone, *arguments, **environment)


def servers(environment: Mapping[str, str]) -> str:
    """Return the names of the servers."""
    database = "PostgreSQL" if "TEST_DATABASE_URL" in environment else "SQLite"
    live = "Redis" if "TEST_REDIS_URL" in environment else "one process"
    return f"{database} and {live}"


def in_minutes(parts: list[tuple[str, float]]) -> str:
    """Return how long each part took, in minutes and seconds."""
    timed = [f"{part} {int(took) // 60}:{int(took) % 60:02d}" for part, took in parts]
    return f"Took: {', '.join(timed)}"


def say(line: str) -> None:
    """Print a line at once, before the next process prints."""
    print(line, flush=True)  # noqa: T201


def main(arguments: tuple[str, ...]) -> int:
    """Run both, then name what did not run."""
    missing = backends.missing()
    if missing and os.environ.get("REQUIRE_ALL") == "1":
        for sentence in missing.values():
            say(f"REQUIRE_ALL=1, and cannot run here: {sentence}")
        return 1
    passed = [run_on_servers(arguments), run_twice(arguments)]
    if os.environ.get("EACH_ONCE") == "1":
        say("Left out on SQLite: what ran on PostgreSQL and takes no locks")
    if not passed[0]:
        say("FAILED: the database tests on PostgreSQL and Redis, see above")
    for sentence in missing.values():
        say(f"Not run here: {sentence}")
    say(in_minutes(TOOK))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))
