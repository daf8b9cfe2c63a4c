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

ROOT = Path(__file__).resolve().parent.parent
SQLITE = "sqlite:///"


def migrate(environment: dict[str, str]) -> None:
    """Make the tables of the database that this environment names; a file that is there is left as it is."""
    address = environment["DATABASE_URL"]
    if address.startswith(SQLITE) and "TEST_RUN_FOLDER" in os.environ:
        file = Path(address.removeprefix(SQLITE))
        if not file.exists():
            shutil.copyfile(once_a_run("migrated.sqlite3", _migrate_file), file)
        return
    _manage("migrate", "--verbosity", "0", environment=environment)


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


def _migrate_file(file: Path) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings.test"}
    environment = os.environ | settings | {"DATABASE_URL": f"{SQLITE}{file}"}
    for name in ("TEST_DATABASE_URL", "TEST_REDIS_URL"):
        environment.pop(name, None)
    _manage("migrate", "--verbosity", "0", environment=environment)


def _manage(*arguments: str, environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
