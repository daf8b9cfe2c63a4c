"""Web push: what a message and its answer are, and the keys by which push services know this site (RFC 8292).

accounts.push_sending hands a message over; it is apart, because its libraries take a moment to load.
"""

import base64
from dataclasses import dataclass
from enum import Enum

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02


class PushOutcome(Enum):
    """What became of a try."""

    TAKEN = "taken"
    LATER = "later"
    GONE = "gone"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class PushAnswer:
    """What became of a try, and after how many seconds the next one is welcome."""

    outcome: PushOutcome
    wait_seconds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """A message for one device."""

    endpoint: str
    p256dh: str
    auth: str
    payload: str
    topic: str
    """Replaces an earlier message of the same topic that has not reached the device."""
    keep_seconds: int
    """How long the push service keeps it for a device that is not there."""
    is_urgent: bool


def is_offered() -> bool:
    """Whether this site has keys to send pushes."""
    return bool(settings.WEB_PUSH_PRIVATE_KEY)


def public_key() -> str:
    """Return the key by which browsers and push services know this site, as browsers want it."""
    return _as_text(signer().public_key)


def new_keys() -> tuple[str, str]:
    """Return a new private key, as the environment takes it, and its public key."""
    made = Vapid02()
    made.generate_keys()
    number = made.private_key.private_numbers().private_value
    return _base64(number.to_bytes(32, "big")), _as_text(made.public_key)


def signer() -> Vapid02:
    """Return what signs for this site."""
    return Vapid02.from_string(settings.WEB_PUSH_PRIVATE_KEY)


def _as_text(key: EllipticCurvePublicKey) -> str:
    return _base64(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
