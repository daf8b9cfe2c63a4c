"""`manage.py serve` from outside: the printed address, a clean end, one plain line on trouble."""

import asyncio
import json
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import websockets
from websockets.exceptions import ConnectionClosed, InvalidStatus

from config.asgi import NO_SUCH_SOCKET
from tests.backends import free_port
from tests.once import migrate
from tests.running_site import ROOT, Site, manage, running_site, site_environment


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that only answers; the tests do not stop it."""
    with running_site(tmp_path_factory.mktemp("site")) as running:
        yield running


def address_of(site: Site) -> tuple[str, int]:
    """Host and port of a running site."""
    host, port = site.url.removeprefix("http://").split(":")
    return host, int(port)


@pytest.fixture(scope="module")
def table_socket(site: Site) -> str:
    """The address of a running table's socket."""
    staged = manage(
        "shell", "-c",
        "from tests.factories import a_game; print(a_game(0, 5, pace='none')[0].code)",
        environment=site.environment,
    )  # fmt: skip
    assert staged.returncode == 0, staged.stderr
    return f"{site.url.replace('http', 'ws')}/ws/games/{staged.stdout.split()[-1]}/"


def test_printed_address_answers(site: Site) -> None:
    assert site.url.startswith("http://127.0.0.1:")
    with urlopen(f"{site.url}/admin/login/") as response:
        assert response.status == 200
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]
        assert "Server" not in response.headers


def test_static_files_are_served_without_being_collected(site: Site) -> None:
    with urlopen(f"{site.url}/static/admin/css/base.css") as response:
        assert response.headers["Content-Type"].startswith("text/css")
        assert len(response.read()) > 1000


def test_client_cannot_choose_the_root_path(site: Site) -> None:
    request = Request(f"{site.url}/admin/", headers={"Daphne-Root-Path": "/elsewhere"})
    with urlopen(request) as response:
        assert response.status == 200
        assert response.url.startswith(f"{site.url}/a")
        assert b"/elsewhere" not in response.read()


@pytest.mark.parametrize(
    ("path", "headers", "language"),
    [
        ("/admin/login/", {}, "en"),
        ("/admin/login/", {"Accept-Language": "nl,en;q=0.5"}, "nl"),
        ("/admin/login/", {"Accept-Language": "nl", "Cookie": "django_language=it"}, "it"),
        ("/pl/replay/", {"Accept-Language": "nl"}, "pl"),
    ],
)
def test_body_larger_than_any_form_is_refused(
    site: Site, path: str, headers: dict[str, str], language: str
) -> None:
    body = b"a=" + b"x" * 300_000
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"{site.url}{path}", data=body, headers=headers))
    with refused.value as answer:
        assert answer.code == 413
        assert f'<html lang="{language}"' in answer.read().decode()
        assert answer.headers["Content-Language"] == language
        assert answer.headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    with urlopen(f"{site.url}/admin/login/") as other:
        named = {name.lower() for name in other.headers}
    # This answer has the same security headers as a page.
    safety = {
        name for name in named if name.startswith(("x-", "content-security", "cross-", "refer"))
    }
    assert safety
    assert safety <= {name.lower() for name in answer.headers}


def test_body_that_is_too_large_for_the_interface_is_refused_with_a_problem(site: Site) -> None:
    sent = Request(
        f"{site.url}/api/v1/tables", data=b"x" * 300_000, headers={"Accept-Language": "nl"}
    )
    with pytest.raises(HTTPError) as refused:
        urlopen(sent)
    with refused.value as answer:
        assert (answer.code, answer.headers["Content-Language"]) == (413, "nl")
        assert answer.headers["Content-Type"] == "application/problem+json"
        problem = json.loads(answer.read())
    assert problem["title"] == "Te groot"
    assert (problem["status"], problem["reason"]) == (413, "too_large")


async def test_unknown_socket_is_closed_with_our_code(site: Site) -> None:
    address = site.url.replace("http", "ws") + "/no/such/socket/"
    async with websockets.connect(address, origin=websockets.Origin(site.url)) as connection:
        with pytest.raises(ConnectionClosed):
            await connection.recv()
        assert connection.close_code == NO_SUCH_SOCKET


@pytest.mark.parametrize(("messages", "code"), [(["x" * 20_000], 1009), (["{}"] * 40, 1008)])
async def test_socket_that_sends_too_much_is_closed_with_the_reason(
    site: Site, table_socket: str, messages: list[str], code: int
) -> None:
    origin = websockets.Origin(site.url)
    async with websockets.connect(table_socket, origin=origin, max_queue=None) as one:
        with suppress(ConnectionClosed):
            for message in messages:
                await one.send(message)
        await asyncio.wait_for(one.wait_closed(), 5)
        assert one.close_code == code


async def test_socket_from_another_site_is_refused(site: Site) -> None:
    address = site.url.replace("http", "ws") + "/no/such/socket/"
    with pytest.raises(InvalidStatus) as refused:
        await websockets.connect(address, origin=websockets.Origin("http://evil.example"))
    assert refused.value.response.status_code == 403


def test_tabs_that_are_gone_before_the_table_comes_are_forgotten(
    site: Site, table_socket: str
) -> None:
    path = table_socket.removeprefix(site.url.replace("http", "ws"))
    hello = (
        f"GET {path} HTTP/1.1\r\nHost: {site.url.removeprefix('http://')}\r\nOrigin: {site.url}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    # A close frame, masked with zeros; it comes before, while or after the site reads the table.
    goodbye = bytes([0x88, 0x82]) + bytes(4) + (1001).to_bytes(2, "big")
    for attempt in range(200):
        with closing(socket.create_connection(address_of(site), timeout=5)) as one:
            one.sendall(hello.encode())
            answer = one.recv(4096)
            time.sleep(attempt % 40 * 0.0002)
            one.sendall(goodbye)
            while received := one.recv(4096):
                answer += received
        assert answer.startswith(b"HTTP/1.1 101")
        assert bytes([0x88, 0x02]) + (1000).to_bytes(2, "big") in answer


def test_log_has_no_traceback(site: Site) -> None:
    time.sleep(1.5)  # Daphne checks finished connections once a second.
    assert "Traceback" not in "".join(site.output)


def test_killed_site_starts_again_on_its_data(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        created = manage(
            "shell", "-c",
            "from django.contrib.auth import get_user_model as u; u().objects.create(username='Ada')",
            environment=site.environment,
        )  # fmt: skip
        assert created.returncode == 0, created.stderr
        site.stop(signal.SIGKILL)
    with running_site(tmp_path) as site:
        found = manage(
            "shell", "-c",
            "from django.contrib.auth import get_user_model as u; print(u().objects.count())",
            environment=site.environment,
        )  # fmt: skip
        assert found.stdout.split()[-1] == "1"


def test_port_in_use_is_one_plain_line(site: Site) -> None:
    _host, port = address_of(site)
    result = manage("serve", "--port", str(port), "--no-clock", environment=site.environment)
    assert result.returncode == 1
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert "already in use" in result.stderr


def test_unreachable_database_is_one_plain_line(tmp_path: Path) -> None:
    environment = site_environment(tmp_path, DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing")
    result = manage("serve", "--port", "0", environment=environment)
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert "DATABASE_URL" in result.stderr


@contextmanager
def running_clock(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """`manage.py clock`, once it says that it runs."""
    with subprocess.Popen(
        [sys.executable, "manage.py", "clock"], cwd=ROOT, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            assert "The clock runs" in process.stdout.readline()
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("with_signal", [signal.SIGINT, signal.SIGTERM])
def test_clock_alone_runs_until_it_is_told_to_stop(
    tmp_path: Path, with_signal: signal.Signals
) -> None:
    environment = site_environment(tmp_path)
    migrate(environment)
    with running_clock(environment) as process:
        time.sleep(0.5)
        process.send_signal(with_signal)
        _out, errors = process.communicate(timeout=5)
    assert (process.returncode, errors) == (0, "")


@pytest.mark.parametrize("with_signal", [signal.SIGINT, signal.SIGTERM])
def test_sweep_that_hangs_does_not_keep_the_clock_from_ending(
    tmp_path: Path, with_signal: signal.Signals
) -> None:
    environment = site_environment(tmp_path)
    migrate(environment)
    with closing(sqlite3.connect(tmp_path / "site.sqlite3")) as other:
        # Another process holds the lock, for which the clock's first sweep would wait ten seconds.
        other.execute("BEGIN IMMEDIATE")
        with running_clock(environment) as process:
            time.sleep(0.5)
            process.send_signal(with_signal)
            _out, errors = process.communicate(timeout=7)
    assert process.returncode == 0
    assert "Cut off a sweep" in errors
    assert "Traceback" not in errors


# The loop looks after the connections of its thread, which is the one that earlier tests have used.
@pytest.mark.django_db(transaction=True)
async def test_a_sweep_that_fails_does_not_end_the_clock(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from games.live.clock_loop import clock_loop
    from games.services import clock

    stop, sweeps = asyncio.Event(), []

    def fail_at_first(now: object, *, only_play: bool, counts: bool) -> int:
        sweeps.append(now)
        if len(sweeps) == 1:
            raise RuntimeError("the first sweep fails")
        if len(sweeps) == 3:
            loop.call_soon_threadsafe(stop.set)
        return 0

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(clock, "run_due", fail_at_first)
    await asyncio.wait_for(clock_loop(stop), 10)
    assert len(sweeps) >= 3
    assert [record.message for record in caplog.records] == ["A sweep of the clock failed"]


@pytest.mark.parametrize(("host", "elsewhere"), [({}, False), ({"METRICS_HOST": "0.0.0.0"}, True)])
def test_metrics_are_answered_on_loopback_unless_told_otherwise(
    tmp_path: Path, host: dict[str, str], elsewhere: bool
) -> None:
    port = free_port()
    with running_site(tmp_path, METRICS_PORT=str(port), **host):
        assert listens("127.0.0.1", port)
        # Another address of this machine.
        assert listens("127.0.0.2", port) == elsewhere


def listens(host: str, port: int) -> bool:
    """Whether the port accepts connections."""
    with socket.socket() as probe:
        return probe.connect_ex((host, port)) == 0


def test_json_lines_name_their_fields(tmp_path: Path) -> None:
    log = "import logging; logging.getLogger('some.where').warning('Something: %s', 'so')"
    environment = site_environment(tmp_path, LOG_FORMAT="json")
    line = json.loads(manage("shell", "-c", log, environment=environment).stderr)
    assert datetime.fromisoformat(line.pop("time")) is not None
    assert line == {"level": "WARNING", "logger": "some.where", "message": "Something: so"}


def test_metrics_on_a_taken_port_are_one_plain_line(site: Site) -> None:
    port = str(address_of(site)[1])
    environment = site.environment | {"METRICS_PORT": port}
    failed = manage("serve", "--port", "0", environment=environment)
    assert failed.returncode == 1
    assert (
        failed.stderr
        == "error: METRICS_HOST and METRICS_PORT: [Errno 98] Address already in use\n"
    )
