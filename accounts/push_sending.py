"""One push to one device: encrypted for it (RFC 8291), signed by this site (RFC 8292), handed to its push service.

The address comes from a browser, so from anybody: nothing is sent to a machine that is not on the open network, no
redirect is followed, and of an answer only its head is read. Knows neither the database nor the notices.
"""

import ipaddress
import socket
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from django.utils import timezone
from pywebpush import WebPusher
from requests.adapters import HTTPAdapter
from urllib3 import HTTPSConnectionPool
from urllib3.connection import HTTPSConnection

from accounts.push import Push, PushAnswer, PushOutcome, signer

PATIENCE_SECONDS = 10
SIGNED_FOR_SECONDS = 12 * 3600
LONGEST_WAIT_SECONDS = 24 * 3600
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class PrivateAddressError(OSError):
    """The address of a push service leads into a private network."""


def send(push: Push) -> PushAnswer:
    """Hand over one message. Raises OSError or requests.RequestException if nobody answers."""
    subscription = {
        "endpoint": push.endpoint,
        "keys": {"p256dh": push.p256dh, "auth": push.auth},
    }
    sealed = WebPusher(subscription).encode(push.payload.encode())
    parts = urlsplit(push.endpoint)
    claims = {
        "sub": settings.WEB_PUSH_CONTACT,
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(timezone.now().timestamp()) + SIGNED_FOR_SECONDS,
    }
    headers = {
        **signer().sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(push.keep_seconds),
        "Topic": push.topic,
        "Urgency": "high" if push.is_urgent else "normal",
    }
    with _session() as session:
        response = session.post(
            push.endpoint,
            data=sealed["body"],
            headers=headers,
            timeout=PATIENCE_SECONDS,
            allow_redirects=False,
            stream=True,
        )
        response.close()
    return _answer(response)


def _answer(response: requests.Response) -> PushAnswer:
    status = response.status_code
    if status in {HTTPStatus.OK, HTTPStatus.CREATED, HTTPStatus.ACCEPTED, HTTPStatus.NO_CONTENT}:
        return PushAnswer(PushOutcome.TAKEN)
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
        return PushAnswer(PushOutcome.GONE)
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return PushAnswer(
            PushOutcome.LATER, _wait_seconds(response.headers.get("Retry-After", ""))
        )
    return PushAnswer(PushOutcome.REFUSED)


def _wait_seconds(text: str) -> int:
    """Return the seconds of a Retry-After, which is a number or a date; 0 for none."""
    if text.isascii() and text.isdigit():
        seconds = int(text[:9])
    else:
        try:
            seconds = int((parsedate_to_datetime(text) - timezone.now()).total_seconds())
        except (TypeError, ValueError):
            return 0
    return min(max(seconds, 0), LONGEST_WAIT_SECONDS)


def is_on_the_open_network(address: str) -> bool:
    """Whether an IP address is one that anybody on the internet may reach."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    is_translated = isinstance(ip, ipaddress.IPv6Address) and ip in _NAT64
    return ip.is_global and not ip.is_multicast and not is_translated


class _OpenConnection(HTTPSConnection):
    """A connection that is given up before its first byte if it leads into a private network.

    The connected address is looked at, not the name: a name may lead elsewhere a moment later.
    """

    def _new_conn(self) -> socket.socket:
        connected = super()._new_conn()
        if not is_on_the_open_network(connected.getpeername()[0]):
            connected.close()
            raise PrivateAddressError("the push service is in a private network")
        return connected


class _OpenPool(HTTPSConnectionPool):
    ConnectionCls = _OpenConnection


class _OpenNetwork(HTTPAdapter):
    """Leads to machines on the open network only."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"https": _OpenPool}


def _session() -> requests.Session:
    session = requests.Session()
    # No proxy of the environment, which would connect in our place, and no passwords of its .netrc.
    session.trust_env = False
    if not settings.WEB_PUSH_ANYWHERE:
        session.adapters.clear()
        session.mount("https://", _OpenNetwork())
    return session
