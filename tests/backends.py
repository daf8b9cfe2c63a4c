"""Servers for tests: finds Chromium, Redis, PostgreSQL and Caddy, and starts temporary ones.

Importing it gives Chromium a font configuration of its own, so pages look the same on every
machine.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fontpkg
import psycopg

# The font for characters that a page's own fonts lack; Chromium sees no other font of the machine.
FONTS = Path(__file__).resolve().parent.parent / "var" / "fontconfig" / "fonts.conf"
FONTS_OF_THE_MACHINE = "Arimo"

# The first is the same engine without windows: a new page costs it a third of the time.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# Root has no sandbox, and no request may leave the machine.
CHROMIUM_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip

FIRST_DATABASE = "postgres"
"""What initdb makes on every PostgreSQL."""


def set_fonts() -> None:
    """Give this process and its children, browsers too, one font family only."""
    FONTS.parent.mkdir(parents=True, exist_ok=True)
    folder = fontpkg.path(FONTS_OF_THE_MACHINE).parent
    text = (
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{folder}</dir><cachedir>{FONTS.parent}/cache</cachedir></fontconfig>"
    )
    # Several test processes start at once, so the file must appear complete.
    ours = FONTS.with_suffix(f".{os.getpid()}")
    ours.write_text(text)
    ours.replace(FONTS)
    os.environ["FONTCONFIG_FILE"] = str(FONTS)


set_fonts()


def chromium() -> str | None:
    """The Chromium that browser tests drive; CHROMIUM names another one."""
    names = (os.environ.get("CHROMIUM", ""), *CHROMIUMS)
    return next((found for name in names if name and (found := shutil.which(name))), None)


def redis_binary() -> str | None:
    """The Redis server."""
    return shutil.which("redis-server")


def postgres_binaries() -> Path | None:
    """The folder with PostgreSQL's initdb and postgres; Debian keeps it off the PATH."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


def caddy_binaries() -> list[str]:
    """Return the Caddys of this machine: the newest from our packages, an old one from Debian."""
    folders = (str(Path(sys.executable).parent), os.environ.get("PATH", ""))
    found = [shutil.which("caddy", path=folder) for folder in folders]
    return list(dict.fromkeys(each for each in found if each is not None))


def missing() -> dict[str, str]:
    """Return the markers of tests that cannot run on this machine, with the reason."""
    found = {
        "browser": (chromium(), "browser tests (Chromium not found)"),
        "redis": (redis_binary(), "tests on Redis (redis-server not found)"),
        "postgres": (postgres_binaries(), "tests on PostgreSQL (its server not found)"),
        "caddy": (next(iter(caddy_binaries()), None), "tests of the proxy (caddy not found)"),
    }
    return {marker: sentence for marker, (where, sentence) in found.items() if where is None}


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def redis_server() -> Iterator[str]:
    """Start an empty Redis; yield its address."""
    binary, port = redis_binary(), free_port()
    assert binary is not None
    with tempfile.TemporaryDirectory(prefix="site-redis-") as folder:
        command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder]
        command += ["--save", "", "--appendonly", "no"]
        with _running(command, lambda: _answers(port)):
            yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def postgres_server(
    password: str = "", *, data_from: Path | None = None, kept_in: Path | None = None
) -> Iterator[str]:
    """Start an empty PostgreSQL; yield the address of its one database.

    With a password it accepts only clients that send it. It can begin with a copy of another's
    data, and leave its own behind.
    """
    binaries, port = postgres_binaries(), free_port()
    assert binaries is not None
    # PostgreSQL refuses to run as root; Debian's package made a user for it.
    user: dict[str, Any] = {"user": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory(prefix="site-postgres-") as folder:
        if user:
            shutil.chown(folder, "postgres")
        data = f"{folder}/data"
        lets_in = ["-A", "trust"]
        if password:
            secret = Path(folder, "password")
            secret.write_text(password)
            lets_in = ["-A", "scram-sha-256", "--pwfile", str(secret)]
        if data_from is not None:
            subprocess.run(["cp", "-a", data_from, data], check=True)
        else:
            subprocess.run(
                [binaries / "initdb", "-D", data, "-U", "site", *lets_in, "-E", "UTF8", "-N"],
                check=True, stdout=subprocess.DEVNULL, cwd=folder, **user,
            )  # fmt: skip
        command = [str(binaries / "postgres"), "-D", data, "-p", str(port), "-k", folder]
        # Its data is temporary, so it never waits for the disk.
        command += ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200"]
        address = f"postgres://site@127.0.0.1:{port}/{FIRST_DATABASE}"
        with _running(command, lambda: _lets_in(address, password), cwd=folder, **user):
            yield address
        if kept_in is not None:
            subprocess.run(["cp", "-a", data, kept_in], check=True)


@contextmanager
def _running(command: list[str], is_ready: Callable[[], bool], **options: Any) -> Iterator[None]:
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
    )
    try:
        wait_until(is_ready, process)
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until(
    is_ready: Callable[[], bool], process: subprocess.Popen[Any], timeout: float = 90
) -> None:
    """Wait until it is ready; raise if the process ends or takes too long."""
    end = time.monotonic() + timeout
    while not is_ready():
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended with status {process.returncode}")
        if time.monotonic() > end:
            raise TimeoutError(f"{process.args!r} was not ready after {timeout} s")
        time.sleep(0.05)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _lets_in(address: str, password: str) -> bool:
    """Whether PostgreSQL accepts connections: its port is open before its recovery ends."""
    try:
        psycopg.connect(address, password=password or None, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True
