"""What a process says at its start of the files and connections it may open."""

import resource
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from games.transport.capacity import connections_short
from tests.running_site import ROOT, running_site

RAISE = "from games.transport.capacity import raise_open_files as r; import resource as m; print(r() or 'fine', m.getrlimit(m.RLIMIT_NOFILE)[0])"


def after_raising(soft: int, hard: int) -> str:
    """Return what a process reports when the system allows so many files."""
    done = subprocess.run(
        [sys.executable, "-c", RAISE],
        cwd=ROOT, capture_output=True, text=True, check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)),
    )  # fmt: skip
    return done.stdout.strip()


def test_process_takes_all_the_files_it_is_allowed() -> None:
    assert after_raising(1024, 8192) == "fine 8192"


def test_few_files_are_told() -> None:
    assert after_raising(256, 1000).startswith("at most 1000 files may be open here")


@pytest.mark.postgres
def test_processes_that_may_open_more_than_the_database_lets_in_are_told(
    postgres_url: str, tmp_path: Path
) -> None:
    with psycopg.connect(postgres_url, application_name="site-me", autocommit=True) as mine:
        allowed = 197  # max_connections of the tests' server, without those for its superuser
        assert connections_short(mine, allowed) == ""
        assert "1 processes may open 198 connections" in connections_short(mine, allowed + 1)
        # A second process counts once, however many connections it has; other clients do not
        # count.
        with (
            psycopg.connect(postgres_url, application_name="site-other"),
            psycopg.connect(postgres_url, application_name="site-other"),
            psycopg.connect(postgres_url, application_name="psql"),
        ):
            assert connections_short(mine, allowed // 2) == ""
            assert "lets 197 in" in connections_short(mine, allowed // 2 + 1)


@pytest.mark.postgres
def test_start_of_the_site_says_it_and_serves_all_the_same(
    postgres_url: str, tmp_path: Path
) -> None:
    database = {"DATABASE_URL": postgres_url, "DATABASE_POOL_SIZE": "500"}
    with running_site(tmp_path, **database) as site:
        assert site.url
        assert "may open 500 connections, and PostgreSQL lets 197 in" in "".join(site.output)
