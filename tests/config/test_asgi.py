"""Websockets open from our own pages only, and an unknown path is closed rather than an error."""

import pytest
from channels.testing import WebsocketCommunicator
from pytest_django import Settings

from config.asgi import NO_SUCH_SOCKET, application, is_same_origin

OWN = "http://play.example.org"


def handshake(host: str | None, origin: str | None) -> list[tuple[bytes, bytes]]:
    """Return the headers of a websocket's handshake."""
    given = ((b"host", host), (b"origin", origin))
    return [(name, value.encode()) for name, value in given if value is not None]


@pytest.mark.parametrize(
    ("host", "origin", "expected"),
    [
        ("play.example.org", OWN, True),
        ("PLAY.example.org", "http://play.EXAMPLE.org", True),
        ("play.example.org:8000", "http://play.example.org:8000", True),
        ("play.example.org", "https://play.example.org", True),
        ("[::1]:8000", "http://[::1]:8000", True),
        ("play.example.org", "http://evil.example", False),
        ("play.example.org", "http://play.example.org.evil.example", False),
        ("play.example.org", "http://evil.example/play.example.org", False),
        ("play.example.org", "http://other.play.example.org", False),
        ("play.example.org", "http://play.example.org:81", False),
        ("play.example.org", "http://user@play.example.org", False),
        ("play.example.org", "ftp://play.example.org", False),
        ("play.example.org", "http://play.example.org,http://evil.example", False),
        ("play.example.org", "null", False),
        ("play.example.org", "", False),
        ("play.example.org", None, False),
        (None, OWN, False),
        (None, None, False),
        ("evil.example", "http://evil.example", False),
    ],
)
def test_origin_must_be_the_host_that_was_asked(
    settings: Settings, host: str | None, origin: str | None, expected: bool
) -> None:
    settings.ALLOWED_HOSTS = ["play.example.org", "[::1]"]
    assert is_same_origin({"headers": handshake(host, origin)}) is expected


def test_plain_http_origin_is_refused_where_the_site_is_https_only(
    settings: Settings,
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    host = "play.example.org"
    assert is_same_origin({"headers": handshake(host, f"https://{host}")})
    assert not is_same_origin({"headers": handshake(host, f"http://{host}")})


def test_trusted_origin_may_differ_from_the_host(settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://other.example"]
    assert is_same_origin({"headers": handshake("play.example.org", "https://other.example")})


async def test_foreign_origin_gets_no_socket() -> None:
    headers = handshake("play.example.org", "http://evil.example")
    socket = WebsocketCommunicator(application, "/no/such/path/", headers=headers)
    accepted, _code = await socket.connect()
    assert not accepted


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/", "/no/such/path/", "/%00", "/ws/tables/1/../"])
async def test_unknown_path_is_closed_with_a_code_that_ends_reconnecting(path: str) -> None:
    socket = WebsocketCommunicator(application, path, headers=handshake("play.example.org", OWN))
    accepted, _protocol = await socket.connect()
    assert accepted
    assert await socket.receive_output() == {"type": "websocket.close", "code": NO_SUCH_SOCKET}
    await socket.wait()
