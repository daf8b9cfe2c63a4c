"""The processes of compose.yaml, each started as it says, and their health checks."""

import asyncio
import gzip
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import psycopg
import pytest
import yaml
from django.test import Client as Browser

from tests.backends import free_port, postgres_binaries, wait_until
from tests.bench._table import Client
from tests.once import migrate, static_files
from tests.running_site import ROOT, site_environment

SITE_SERVICES = {"migrate", "web-1", "web-2", "clock", "backup"}
VALUES = {
    "SITE_HOST": "127.0.0.1",
    "SECRET_KEY": "only-for-this-test-0123456789-abcdefghijklmnopqrstuvwxyz",
    "POSTGRES_PASSWORD": "unused",
    "EMAIL_URL": "consolemail://",
    "DEFAULT_FROM_EMAIL": "site@example.org",
}
HTTPS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}


def services() -> dict[str, dict]:
    """Return the services of compose.yaml, with variables filled in."""
    text = (ROOT / "compose.yaml").read_text()
    filled = re.sub(r"\$\{(\w+)(:\?[^}]*)?\}", lambda found: VALUES[found[1]], text)
    found: dict[str, dict] = yaml.safe_load(filled)["services"]
    return found


def environment_of(service: dict, **replaced: str) -> dict[str, str]:
    """Return a service's environment, with the addresses of our own servers."""
    return (
        {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings.prod"}
        | service["environment"]
        | {
            "PYTHONUNBUFFERED": "1",
            "BOT_PAUSE_SECONDS": "0,0",
            "WAIT_FOR_MOMENTS": "off",
            "CLOCK_INTERVAL_SECONDS": "0.05",
        }
        | replaced
    )


def command_of(service: dict) -> list[str]:
    """Return its command, with this Python."""
    program, *arguments = service["command"]
    assert program == "python"
    return [sys.executable, *arguments]


@contextmanager
def started(command: list[str], environment: dict[str, str], port: int = 0) -> Iterator[str]:
    """Run a process during the block; yield its address once it is ready."""
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [*command, *(("--port", str(port)) if port else ())], cwd=ROOT, env=environment
    )
    try:
        if port:
            wait_until(lambda: status_of(f"{address}/health/ready/") == 200, process)
        yield address
        assert process.poll() is None, "it ended on its own"
    finally:
        process.terminate()
        process.wait(timeout=10)


def status_of(address: str, **headers: str) -> int:
    """Return the status of its answer; 0 if it does not answer."""
    try:
        with urlopen(Request(address, headers=headers), timeout=5) as response:
            return int(response.status)
    except HTTPError as refused:
        with refused:
            return refused.code
    except OSError:
        return 0


async def play_to_the_end(clients: list[Client]) -> None:
    """Take the first offered action, whose ever it is, until the game is over."""
    for client in clients:
        await client.open()
    async with asyncio.timeout(60):
        while not all(client.is_over for client in clients):
            for client in clients:
                if client.forms:
                    form, client.forms = client.forms[0], []
                    await client.send(form)
            await asyncio.sleep(0.02)
    for client in clients:
        await client.close()


def test_every_process_of_ours_is_one_of_these() -> None:
    ours = {name for name, service in services().items() if "build" in service}
    assert ours == SITE_SERVICES


def test_proxy_is_told_of_every_web_process() -> None:
    found = services()
    web = {name for name, service in found.items() if "serve" in service.get("command", ())}
    assert found["proxy"]["environment"]["WEB"].split() == [f"{name}:8000" for name in sorted(web)]
    assert set(found["proxy"]["depends_on"]) == web
    (config,) = found["proxy"]["configs"]
    assert config["target"] == "/etc/caddy/Caddyfile"


@pytest.mark.redis
@pytest.mark.postgres
def test_players_of_one_game_on_two_processes_and_a_clock_beside_them(
    postgres_url: str, redis_url: str
) -> None:
    found = services()
    shared = {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url, "METRICS_PORT": "0"}
    shared |= {"REDIS_PREFIX": "compose"}
    environment = environment_of(found["web-1"], **shared)
    environment["STATIC_ROOT"] = shared["STATIC_ROOT"] = str(static_files(environment))
    done = subprocess.run(
        command_of(found["migrate"]),
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    metrics = free_port()
    with ExitStack() as stack:
        sites = [
            stack.enter_context(
                started(
                    command_of(found["web-1"]),
                    environment | {"METRICS_PORT": str(port)},
                    free_port(),
                )
            )
            for port in (metrics, 0)
        ]
        stack.enter_context(
            started(command_of(found["clock"]), environment_of(found["clock"], **shared))
        )
        code, cookies = staged_game(environment)
        clients = [
            Client(site, code, cookie, origin=site.replace("http:", "https:"))
            for site, cookie in zip(sites, cookies, strict=True)
        ]
        asyncio.run(play_to_the_end(clients))
        assert status_of(f"{sites[0]}/games/{code}/", **HTTPS) == 200
        with urlopen(f"http://127.0.0.1:{metrics}/metrics") as counted:
            assert re.search(rb'site_actions_total\{outcome="taken"\} [1-9]', counted.read())


def staged_game(environment: dict[str, str]) -> tuple[str, list[str]]:
    """A running game of two people and three bots: its code, and the people's cookies."""
    script = (
        "from tests.factories import a_game; from tests.sockets import cookies_of\n"
        "game, users = a_game(2, 3, pace='quick')\n"
        "print(game.code, *map(cookies_of, users), sep='|')"
    )
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", script],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    code, *cookies = done.stdout.splitlines()[-1].split("|")
    return code, cookies


def test_database_lets_in_all_connections_of_all_processes() -> None:
    found = services()
    (allowed,) = re.findall(r"max_connections=(\d+)", " ".join(found["db"]["command"]))
    (pool,) = re.findall(
        r'"DATABASE_POOL_SIZE", default=(\d+)', (ROOT / "config/settings/database.py").read_text()
    )
    # A restart may open as many new connections before the old ones have closed; three are kept
    # for superusers.
    assert 2 * len(SITE_SERVICES) * int(pool) + 3 <= int(allowed)


def test_backups_are_made_and_the_newest_fourteen_kept(tmp_path: Path) -> None:
    shell, flag, script = services()["backup"]["command"]
    folder = tmp_path / "backups"
    folder.mkdir()
    older = [folder / f"2020-01-{day:02}T00-00-00.jsonl.gz" for day in range(1, 21)]
    for each in older:
        each.touch()
    environment = site_environment(tmp_path)
    migrate(environment)
    path = f"{Path(sys.executable).parent}:{environment['PATH']}"
    script = script.replace("$$", "$").replace("/backups", str(folder))
    process = subprocess.Popen(
        [shell, flag, script], cwd=ROOT, env=environment | {"PATH": path}, start_new_session=True
    )
    try:
        wait_until(lambda: len(list(folder.iterdir())) == 14, process)
        kept = sorted(folder.iterdir())
        assert kept[:13] == older[-13:]
        with gzip.open(kept[-1], "rt") as made:
            assert "secret-hitler-site" in made.readline()
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=10)


def test_clock_is_healthy_while_it_sweeps(tmp_path: Path) -> None:
    port, clock = free_port(), services()["clock"]
    _kind, program, *arguments = clock["healthcheck"]["test"]
    assert program == "python"
    asked = [each.replace("localhost:9000", f"127.0.0.1:{port}") for each in arguments]
    environment = site_environment(tmp_path, METRICS_PORT=str(port))
    migrate(environment)

    def is_healthy() -> bool:
        return not subprocess.run(
            [sys.executable, *asked], check=False, capture_output=True
        ).returncode

    process = subprocess.Popen(command_of(clock), cwd=ROOT, env=environment)
    try:
        wait_until(is_healthy, process)
        process.send_signal(signal.SIGSTOP)
        assert not is_healthy()
    finally:
        process.kill()
        process.wait()


@pytest.mark.postgres
def test_database_that_answers_on_its_socket_only_is_not_healthy_yet(
    postgres_url: str, tmp_path: Path
) -> None:
    binaries, port = postgres_binaries(), urlsplit(postgres_url).port
    assert binaries is not None
    with psycopg.connect(postgres_url) as connection:
        row = connection.execute("SHOW unix_socket_directories").fetchone()
    assert row is not None
    # As while the image initialises its folder: the socket is there, the port is not.
    alone = free_port()
    (tmp_path / f".s.PGSQL.{alone}").symlink_to(Path(row[0], f".s.PGSQL.{port}"))
    is_ready, check = binaries / "pg_isready", services()["db"]["healthcheck"]["test"]
    assert check[:2] == ["CMD", "pg_isready"]
    environment = os.environ | {"PGHOST": str(tmp_path)}

    def status(*arguments: str, on: int | None) -> int:
        given = environment | {"PGPORT": str(on)}
        return subprocess.run([is_ready, *arguments], env=given, check=False).returncode

    assert status(on=alone) == 0
    assert status(*check[2:], on=alone) != 0
    assert status(*check[2:], on=port) == 0


@pytest.mark.django_db
def test_healthy_process_says_so(client: Browser) -> None:
    for kind in ("live", "ready"):
        answer = client.get(f"/health/{kind}/")
        assert (answer.status_code, answer.content) == (200, b"ok\n")
        assert "no-store" in answer["Cache-Control"]


@pytest.mark.postgres
def test_process_without_its_database_lives_and_is_not_ready() -> None:
    script = (
        "from django.test import Client; c = Client(raise_request_exception=False)\n"
        "a, b = c.get('/health/live/'), c.get('/health/ready/')\n"
        "print(a.status_code, b.status_code, b.content.decode().strip())"
    )
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        "DATABASE_URL": f"postgres://nobody@127.0.0.1:{free_port()}/nothing",
        "REDIS_URL": f"redis://127.0.0.1:{free_port()}/0",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", script],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.stdout.splitlines()[-2:] == [
        "200 503 database does not answer",
        "redis does not answer",
    ]
