"""Codes of an authenticator app, as the app of a test's person shows them."""

import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value


def code_of(secret: str, steps: int = 0) -> str:
    """Return the code of this moment, or of some steps of the app's clock later."""
    value: str = format_hotp_value(
        hotp_value(secret.replace(" ", ""), int(time.time()) // 30 + steps)
    )
    return value
