"""What every page says of its own address: where it stands in other languages, where a switch returns to."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme

from config.languages import READ, addresses


@dataclass(frozen=True, slots=True, kw_only=True)
class _Address:
    """A page in one language, as search engines want to be told of it."""

    language: str
    url: str


def page_addresses(request: HttpRequest) -> dict[str, object]:
    """Found when they are drawn: a partial has none."""
    return {
        "page_addresses": SimpleLazyObject(lambda: _find_addresses(request)),
        "place": SimpleLazyObject(lambda: _place_of(request)),
    }


def _find_addresses(request: HttpRequest) -> tuple[_Address, ...]:
    """A public page in each language, this site's first; empty for a page nobody should find."""
    return tuple(
        _Address(language=language, url=request.build_absolute_uri(path))
        for language, path in addresses(request.path_info).items()
    )


def _place_of(request: HttpRequest) -> str:
    """Where to come back to: here, or the page whose form brought its reader here."""
    if request.method in READ:
        return request.get_full_path()
    came_from = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(
        came_from, {request.get_host()}, require_https=request.is_secure()
    )
    parts = urlsplit(came_from)
    if not ours or not parts.path:
        return settings.LOGIN_REDIRECT_URL
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
