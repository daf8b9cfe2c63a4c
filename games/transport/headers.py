"""The security headers, the same on every answer of the site.

config.middleware adds them to pages, transport.server to answers that never reach Django.
"""

from functools import cache

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest

PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def is_secure(forwarded_proto: str) -> bool:
    """Whether a request that Django does not see came over TLS, as the proxy says."""
    request = HttpRequest()
    request.META["HTTP_X_FORWARDED_PROTO"] = forwarded_proto
    return request.is_secure()


def security_headers(*, is_secure: bool) -> dict[str, str]:
    """Return name and value of each; over plain HTTP without the one that requires TLS."""
    return _headers() | (_strict_transport() if is_secure else {})


@cache
def _headers() -> dict[str, str]:
    return {
        "Content-Security-Policy": build_policy(),
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        # Other sites may not embed our files, except those that say so themselves.
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": PERMISSIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
    }


def _strict_transport() -> dict[str, str]:
    if not settings.SECURE_HSTS_SECONDS:
        return {}
    value = f"max-age={settings.SECURE_HSTS_SECONDS}"
    value += "; includeSubDomains" * settings.SECURE_HSTS_INCLUDE_SUBDOMAINS
    return {"Strict-Transport-Security": value + "; preload" * settings.SECURE_HSTS_PRELOAD}
