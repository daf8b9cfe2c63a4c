"""Second factors, as allauth keeps them: their secrets are encrypted in the database."""

import base64
import io
import logging
from functools import cache
from typing import Any, ClassVar

import segno
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.browsers import device_in_words
from accounts.models import User

logger = logging.getLogger(__name__)
_SALT = "accounts.factors"


@cache
def _cipher(*keys: str) -> MultiFernet:
    """Return what encrypts with the first key, and decrypts with each."""
    derived = (
        salted_hmac(_SALT, "secret", secret=key, algorithm="sha256").digest() for key in keys
    )
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])


def _present_cipher() -> MultiFernet:
    return _cipher(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


class FactorAdapter(DefaultMFAAdapter):
    """allauth's hooks for second factors; named in settings."""

    error_messages: ClassVar = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": _(
            "Recovery codes stand in for a passkey or an authenticator app. Please add one of these first."
        ),
        "passkey_failed": _("That did not work, or it was stopped. Please try again."),
        "incorrect_code": _("This code is not right, or it was used already."),
    }

    def encrypt(self, text: str) -> str:
        return _present_cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the decrypted secret. If its key is gone, return a secret that fits no code, so that nobody gets in."""
        try:
            return _present_cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            logger.error(
                "The secret of a second factor fits neither SECRET_KEY nor SECRET_KEY_FALLBACKS"
            )
            from allauth.mfa.totp.internal.auth import generate_totp_secret

            return str(generate_totp_secret())

    def get_totp_label(self, user: User) -> str:
        """Return the name: the app lists it beside the site's, and no address is needed for that."""
        return user.display_name

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code, dark on white also on a dark page: not every camera reads the reverse."""
        drawn = io.BytesIO()
        segno.make(url, error="m", micro=False).save(
            drawn, kind="svg", scale=4, border=3, dark="#000", light="#fff", xmldecl=False
        )
        return drawn.getvalue().decode()

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002, ARG002
        """Return a name for a new passkey: the device it is added on."""
        return device_in_words(context.request)

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        """Return what the device shows for a passkey: the name, not the address."""
        found: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return found | {"name": user.display_name, "display_name": user.display_name}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return what the device shows for the site."""
        found: dict[str, str] = super().get_public_key_credential_rp_entity()
        return found | {"name": "Secret Hitler"}
