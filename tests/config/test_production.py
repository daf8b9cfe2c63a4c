"""The production settings on the real server, with requests as the proxy sends them."""

from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from socket import create_connection

import pytest

from tests.config.test_environment import COMPLETE
from tests.once import migrate, static_files
from tests.running_site import Site, manage, running_site, site_environment


def production(folder: Path) -> dict[str, str]:
    """The environment of production, with all files inside this folder."""
    return {
        **COMPLETE,
        "DJANGO_SETTINGS_MODULE": "config.settings.prod",
        "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
        "STATIC_ROOT": str(folder / "static"),
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A production site with its static files collected."""
    folder = tmp_path_factory.mktemp("production")
    given = production(folder)
    given["STATIC_ROOT"] = str(static_files(site_environment(folder, **given)))
    with running_site(folder, **given) as running:
        yield running


def ask(site: Site, path: str, body: bytes | None = None, **headers: str) -> HTTPResponse:
    """Send a request as the proxy does: the public host, and the visitor's protocol."""
    connection = HTTPConnection(site.url.removeprefix("http://"), timeout=10)
    given = {"Host": "play.example.org", **{k.replace("_", "-"): v for k, v in headers.items()}}
    connection.request("POST" if body else "GET", path, body, headers=given)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def test_plain_http_is_sent_to_https(site: Site) -> None:
    response = ask(site, "/accounts/login/")
    assert response.status == 301
    assert response.headers["Location"] == "https://play.example.org/accounts/login/"


def test_https_page_binds_browser_and_cookies_to_https(site: Site) -> None:
    response = ask(
        site, "/accounts/login/", X_Forwarded_Proto="https", X_Forwarded_For="192.0.2.1"
    )
    assert response.status == 200
    assert "max-age=63072000" in response.headers["Strict-Transport-Security"]
    cookie = response.headers["Set-Cookie"]
    assert cookie.startswith("__Host-csrftoken=")
    assert "; Secure" in cookie


def test_foreign_host_is_refused(site: Site) -> None:
    response = ask(site, "/accounts/login/", X_Forwarded_Proto="https", Host="evil.example")
    assert response.status == 400


@pytest.mark.parametrize(
    ("status", "path", "headers"),
    [
        (200, "/accounts/login/", {}),
        (200, "/health/live/", {}),
        (302, "/accounts/", {}),
        (400, "/accounts/login/", {"Host": "evil.example"}),
        (400, "/%00", {}),
        (404, "/nowhere/", {}),
        (404, "/static/nowhere.css", {}),
        (413, "/accounts/login/", {}),
    ],
)
def test_every_answer_carries_the_headers_for_safety(
    site: Site, status: int, path: str, headers: dict[str, str]
) -> None:
    body = b"a=" + b"x" * 300_000 if status == 413 else None
    response = ask(site, path, body=body, X_Forwarded_Proto="https", **headers)
    assert response.status == status
    assert response.headers["Strict-Transport-Security"].startswith("max-age=63072000; includeSub")
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in response.headers["Permissions-Policy"]
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]


def test_answers_of_the_server_itself_have_the_security_headers(site: Site) -> None:
    host, _, port = site.url.removeprefix("http://").rstrip("/").partition(":")
    lines = b"GET / HTTP/1.1", b"X-Odd: \x01", b"X-Forwarded-Proto: https"
    with create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(b"\r\n".join((*lines, b"Connection: close", b"", b"")))
        response = HTTPResponse(connection)
        response.begin()
        response.read()
    assert response.status == 400
    assert "Strict-Transport-Security" in response.headers
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]


def test_static_files_are_named_by_content_compressed_and_kept_for_ever(site: Site) -> None:
    name = next(Path(site.environment["STATIC_ROOT"]).glob("admin/css/base.*.css")).name
    response = ask(
        site, f"/static/admin/css/{name}", X_Forwarded_Proto="https", Accept_Encoding="gzip"
    )
    assert response.status == 200
    assert response.headers["Content-Encoding"] == "gzip"
    assert "immutable" in response.headers["Cache-Control"]


def test_start_without_collected_files_is_one_plain_line(tmp_path: Path) -> None:
    environment = site_environment(tmp_path, **production(tmp_path))
    migrate(environment)
    result = manage("serve", "--port", "0", environment=environment)
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert "collectstatic" in result.stderr
