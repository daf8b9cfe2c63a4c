"""The test run itself: it names missing programs, and fails without them if all are required."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import backends
from tests.__main__ import in_minutes, servers
from tests.conftest import LONGEST

ROOT = Path(__file__).resolve().parent.parent
BROWSER_TEST = "tests/config/test_policy_in_chromium.py"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A test run on a machine without Chromium, with an empty PATH."""
    given = {
        k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "TEST_", "REQUIRE"))
    }
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT, env=given | {"PATH": "/nowhere", "CHROMIUM": ""} | environment,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_missing_chromium_is_named_in_the_last_lines() -> None:
    result = run("pytest", "-p", "no:cacheprovider", BROWSER_TEST)
    assert result.returncode == 0
    assert "3 skipped" in result.stdout
    assert "Not run here: browser tests (Chromium not found)" in result.stdout


def test_missing_chromium_fails_when_everything_is_required() -> None:
    result = run("pytest", "-p", "no:cacheprovider", BROWSER_TEST, REQUIRE_ALL="1")
    assert result.returncode == 1
    assert "missing: browser tests (Chromium not found)" in result.stdout
    result = run("tests", REQUIRE_ALL="1")
    assert result.returncode == 1
    assert "cannot run here: browser tests (Chromium not found)" in result.stdout


def test_servers_of_a_run_are_called_by_their_names() -> None:
    both = {"TEST_DATABASE_URL": "postgres://…", "TEST_REDIS_URL": "redis://…"}
    assert servers(both) == "PostgreSQL and Redis"
    assert servers({"TEST_REDIS_URL": "redis://…"}) == "SQLite and Redis"
    assert servers({"TEST_DATABASE_URL": "postgres://…"}) == "PostgreSQL and one process"


def test_times_of_the_parts_are_told_in_minutes() -> None:
    assert in_minutes([("one", 61.9), ("other", 600.0)]) == "Took: one 1:01, other 10:00"


def test_processes_on_the_test_settings_hear_each_other_and_workers_do_not() -> None:
    given = {
        k: v for k, v in os.environ.items() if k not in ("REDIS_PREFIX", "PYTEST_XDIST_WORKER")
    }

    def redis(**more: str) -> list[str]:
        script = "from config.settings import test; print(test.REDIS_URL, test.REDIS_PREFIX)"
        return subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT, env=given | {"TEST_REDIS_URL": "redis://127.0.0.1:1/0"} | more,
            capture_output=True, text=True, check=True,
        ).stdout.split()  # fmt: skip

    assert redis() == redis()
    one, other = redis(PYTEST_XDIST_WORKER="gw0"), redis(PYTEST_XDIST_WORKER="gw1")
    # Neither hints nor counts: clearing a cache empties the whole database of Redis.
    assert [each == the_same for each, the_same in zip(one, other, strict=True)] == [False, False]


@pytest.mark.redis
def test_redis_of_a_test_run_answers(redis_url: str) -> None:
    from redis import Redis

    with Redis.from_url(redis_url) as client:
        assert client.ping() is True


@pytest.mark.postgres
def test_postgres_of_a_test_run_is_empty(postgres_url: str) -> None:
    import psycopg

    with psycopg.connect(postgres_url) as connection:
        found = connection.execute("select count(*) from pg_tables where schemaname = 'public'")
        assert found.fetchone() == (0,)


def test_missing_names_every_program_that_was_not_found() -> None:
    found = {
        "browser": backends.chromium(),
        "redis": backends.redis_binary(),
        "postgres": backends.postgres_binaries(),
    }
    assert set(backends.missing()) == {marker for marker, where in found.items() if where is None}


def test_what_comes_first_is_there() -> None:
    modules = [each.name for each in (ROOT / "tests").rglob("test_*.py")]
    assert [modules.count(name) for name in LONGEST] == [1] * len(LONGEST)
