"""What a run of tests makes once: databases with our tables in them, the static files of production.

Each takes seconds, and dozens of sites in a run begin with it. What the processes of one run share lies in
a folder that conftest.py makes (TEST_RUN_FOLDER). Outside a run of tests every site migrates.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

from tests import backends

ROOT = Path(__file__).resolve().parent.parent
SQLITE = "sqlite:///"
TEMPLATE = "migrated_for_tests"
"""The database on a PostgreSQL of the tests that others begin as copies of."""


def migrate(environment: dict[str, str]) -> None:
    """Make the tables of the database that this environment names; what has tables is left as it is."""
    address = environment["DATABASE_URL"]
    if "TEST_RUN_FOLDER" not in os.environ:
        _manage("migrate", "--verbosity", "0", environment=environment)
    elif address.startswith(SQLITE):
        file = Path(address.removeprefix(SQLITE))
        if not file.exists():
            shutil.copyfile(once_a_run("migrated.sqlite3", _migrate_file), file)
    elif not _copy_template(address):
        _manage("migrate", "--verbosity", "0", environment=environment)


def postgres_data() -> Path:
    """The data of a PostgreSQL with a migrated template; copy it, do not touch it."""

    def fill(folder: Path) -> None:
        with backends.postgres_server(kept_in=folder) as address:
            make_template(address)

    return once_a_run("postgres", fill)


def make_template(server: str) -> None:
    """Make the template on the server with this address, or bring it up to date."""
    with psycopg.connect(server, autocommit=True) as connection:
        if not _has_template(connection):
            connection.execute(f"CREATE DATABASE {TEMPLATE}")
    address = urlsplit(server)._replace(path=f"/{TEMPLATE}").geturl()
    environment = environment_with(DATABASE_URL=address)
    _manage("migrate", "--verbosity", "0", environment=environment)


def _has_template(connection: psycopg.Connection) -> bool:
    asked = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [TEMPLATE])
    return asked.fetchone() is not None


def _copy_template(address: str) -> bool:
    """Whether the database is now a copy of its server's template, or has tables of its own."""
    with psycopg.connect(address) as connection:
        if not _has_template(connection):
            return False
        asked = connection.execute("SELECT 1 FROM pg_tables WHERE tablename = 'django_migrations'")
        if asked.fetchone() is not None:
            return True
    name = urlsplit(address).path.removeprefix("/")
    server = urlsplit(address)._replace(path=f"/{backends.FIRST_DATABASE}").geturl()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name}")
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    return True


def begin_migrated(database: dict[str, Any]) -> None:
    """Let a test database with these settings begin with our tables, which every worker would else migrate."""
    if database["ENGINE"].endswith("sqlite3"):
        shutil.copyfile(once_a_run("migrated.sqlite3", _migrate_file), database["TEST"]["NAME"])
    else:
        once_a_run("postgres.template", _note_template)
        database["TEST"]["TEMPLATE"] = TEMPLATE


def static_files(environment: dict[str, str]) -> Path:
    """The folder of the files a production site serves, collected in this environment; look, do not touch."""

    def collect(folder: Path) -> None:
        _manage(
            "collectstatic", "--no-input", environment=environment | {"STATIC_ROOT": str(folder)}
        )

    return once_a_run("static", collect)


def once_a_run(name: str, make: Callable[[Path], None]) -> Path:
    """What this makes, a file or a folder; whichever process of a run wants it first makes it."""
    folder = Path(os.environ["TEST_RUN_FOLDER"])
    made = folder / name
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            unfinished = folder / f"{name}.unfinished"
            make(unfinished)
            unfinished.rename(made)
    return made


def _note_template(done: Path) -> None:
    make_template(os.environ["TEST_DATABASE_URL"])
    done.touch()


def _migrate_file(file: Path) -> None:
    environment = environment_with(DATABASE_URL=f"{SQLITE}{file}")
    _manage("migrate", "--verbosity", "0", environment=environment)


def environment_with(**more: str) -> dict[str, str]:
    """Return the environment of a process on the test settings, which uses these backends and not those of the run."""
    kept = {
        k: v for k, v in os.environ.items() if k not in ("TEST_DATABASE_URL", "TEST_REDIS_URL")
    }
    return kept | {"DJANGO_SETTINGS_MODULE": "config.settings.test"} | more


def _manage(*arguments: str, environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
