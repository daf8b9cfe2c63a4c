"""The devices to which a person wants pushes: the only writer of PushDevice."""

import base64
import binascii
import hashlib
import re
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.browsers import browser_and_system
from accounts.delivery_models import PushDevice
from accounts.models import User

DEVICES_A_PERSON = 10
IN_SESSION = "push_device"
"""Under which a session keeps the number of the device it has registered: both end together."""
_ENDPOINT_MAX_LENGTH = 1000
_BASE64 = re.compile(r"[A-Za-z0-9_-]{20,120}={0,2}")


def password_mark(user: User) -> str:
    """Return what changes with the password of this person."""
    return hashlib.sha256(user.password.encode()).hexdigest()[:16]


def register(
    request: HttpRequest, *, user: User, endpoint: str, p256dh: str, auth: str
) -> PushDevice:
    """Send pushes for this person to the browser of this request from now on.

    An endpoint belongs to whoever has registered it last; past ten devices the oldest goes. Raises ValidationError
    for what no browser sends.
    """
    _refuse_nonsense(endpoint, p256dh, auth)
    browser, system = browser_and_system(request.headers.get("User-Agent", ""))
    with transaction.atomic():
        PushDevice.objects.filter(endpoint=endpoint).exclude(user=user).delete()
        device, _is_new = PushDevice.objects.update_or_create(
            endpoint=endpoint,
            defaults={
                "user": user,
                "p256dh": p256dh.rstrip("="),
                "auth": auth.rstrip("="),
                "password_mark": password_mark(user),
                "browser": browser,
                "system": system,
            },
        )
        kept = PushDevice.objects.filter(user=user).order_by("-created_at", "-pk")
        PushDevice.objects.filter(
            pk__in=list(kept.values_list("pk", flat=True)[DEVICES_A_PERSON:])
        ).delete()
    request.session[IN_SESSION] = device.pk
    return device


def forget(*, user: User, number: int) -> None:
    """Send no more pushes to this device of this person."""
    PushDevice.objects.filter(user=user, pk=number).delete()


def forget_endpoint(*, user: User, endpoint: str) -> bool:
    """Send no more pushes to this address; return whether it was one of this person's."""
    return bool(PushDevice.objects.filter(user=user, endpoint=endpoint).delete()[0])


def forget_with_session(session: Any, user_id: int) -> None:
    """Send no more pushes to the device that this session, which is about to end, has registered."""
    number = session.get(IN_SESSION)
    if number is not None:
        PushDevice.objects.filter(user_id=user_id, pk=number).delete()


def on_logout(*, request: HttpRequest | None, user: User | None, **_details: Any) -> None:
    """Forget the device of whoever logs out there. Called by a signal."""
    if request is not None and user is not None and hasattr(request, "session"):
        forget_with_session(request.session, user.pk)


def is_allowed(endpoint: str) -> bool:
    """Whether this may be the address of a push service: one on the open network, over TLS."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    if settings.WEB_PUSH_ANYWHERE:
        return parts.scheme in {"http", "https"}
    has_host = bool(parts.hostname) and "." in (parts.hostname or "")
    return parts.scheme == "https" and has_host and port in {None, 443} and "@" not in parts.netloc


def _refuse_nonsense(endpoint: str, p256dh: str, auth: str) -> None:
    try:
        key, secret = _decoded(p256dh), _decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except (ValueError, binascii.Error):
        key = secret = b""
    fits = len(key) == 65 and len(secret) == 16
    if not fits or len(endpoint) > _ENDPOINT_MAX_LENGTH or not is_allowed(endpoint):
        raise ValidationError(_("This browser has sent an address for pushes that we cannot use."))


def _decoded(text: str) -> bytes:
    if not _BASE64.fullmatch(text):
        raise ValueError("not base64url")
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
