"""The network of a request, as every limit counts it: an IPv4 address, or the /56 of an IPv6 address.

A home or a small company gets a /56 or a /64, in which every device has as many addresses as it
likes. TRUSTED_PROXY_COUNT says how many proxies before the site are believed; allauth's own limits
use the same setting.
"""

from collections.abc import Mapping
from typing import Any

from allauth.core.internal import ratelimit
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest


def network_of(request: HttpRequest) -> str:
    """Return the network a request came from; an empty text if it is unknown."""
    try:
        return str(ratelimit.get_ip(request))
    except (ImproperlyConfigured, PermissionDenied):
        return ""


def request_of(scope: Mapping[str, Any]) -> HttpRequest:
    """Return a request that knows only the client address of a websocket."""
    request = HttpRequest()
    request.method = "GET"
    client = scope.get("client") or ("",)
    request.META["REMOTE_ADDR"] = client[0]
    named = [
        value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
    ]
    if named:
        request.META["HTTP_X_FORWARDED_FOR"] = ",".join(named)
    return request
