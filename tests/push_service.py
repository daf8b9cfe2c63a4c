"""A push service for tests (RFC 8030), and the browser behind it, which really decrypts what it gets.

Real sockets: the site's requests go out as they would to the services of browsers.
"""

import base64
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def as_text(data: bytes) -> str:
    """Return base64url without its padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def as_bytes(text: str) -> bytes:
    """Return what base64url stands for."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Received:
    """One request of the site."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Its address, how it answers, and what it was given."""

    port: int
    status: int = 201
    retry_after: str = ""
    pause_seconds: float = 0.0
    """How long it takes to answer."""
    requests: list[Received] = field(default_factory=list)

    def endpoint(self, name: str) -> str:
        """Return the address of a browser of this name."""
        return f"http://127.0.0.1:{self.port}/push/{name}"


class Browser:
    """A browser with a subscription: it alone has the key that opens its messages."""

    def __init__(self, service: PushService, name: str = "browser") -> None:
        self.service, self.name = service, name
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def subscription(self) -> dict[str, str]:
        """What a page tells the site."""
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return {
            "endpoint": self.service.endpoint(self.name),
            "p256dh": as_text(point),
            "auth": as_text(self.secret),
        }

    def messages(self) -> list[dict[str, Any]]:
        """Decrypt everything that came for this browser (RFC 8291)."""
        mine = [each for each in self.service.requests if each.path == f"/push/{self.name}"]
        return [
            json.loads(
                http_ece.decrypt(
                    each.body,
                    private_key=self.private,
                    auth_secret=self.secret,
                    version="aes128gcm",
                )
            )
            for each in mine
        ]


def claims_of(received: Received, public_key: str) -> dict[str, Any]:
    """Return what the site claims in a request; raises InvalidSignature if another key has signed it (RFC 8292)."""
    scheme, _space, rest = received.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(each.strip().split("=", 1) for each in rest.split(","))
    assert parts["k"] == public_key
    head, body, signature = parts["t"].split(".")
    assert json.loads(as_bytes(head))["alg"] == "ES256"
    both = as_bytes(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), as_bytes(public_key))
    key.verify(
        encode_dss_signature(int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big")),
        f"{head}.{body}".encode(),
        ec.ECDSA(SHA256()),
    )
    claims: dict[str, Any] = json.loads(as_bytes(body))
    return claims


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run one on a free port."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.requests.append(Received(self.path, headers, body))
            time.sleep(service.pause_seconds)
            self.send_response(service.status)
            if service.retry_after:
                self.send_header("Retry-After", service.retry_after)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_said: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(server.server_port)
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
