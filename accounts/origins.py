"""Where a person plays from: two keys, which tell only whether two people play from the same place."""

from dataclasses import dataclass
from ipaddress import ip_network

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.known_devices import device_id
from accounts.network import network_of

KEY_LENGTH = 32
_SALT = "accounts.origins"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Keys of KEY_LENGTH hexadecimal digits; empty for what is not known."""

    device: str = ""
    """Of the browser in which the person has logged in."""
    connection: str = ""
    """Of the network together with what the browser says of itself."""


def origin_of(request: HttpRequest, *, table: str) -> Origin:
    """Return where this request comes from, in keys that differ from table to table (`table`: its code).

    A network that is not public, such as that of a computer on which the site itself runs, tells nothing.
    """
    device, network = device_id(request), network_of(request)
    browser = request.headers.get("User-Agent", "")
    is_telling = bool(network and browser) and ip_network(network, strict=False).is_global
    return Origin(
        device=_key(table, f"device {device}") if device else "",
        connection=_key(table, f"connection {network} {browser}") if is_telling else "",
    )


def _key(table: str, value: str) -> str:
    return salted_hmac(f"{_SALT} {table}", value, algorithm="sha256").hexdigest()[:KEY_LENGTH]
