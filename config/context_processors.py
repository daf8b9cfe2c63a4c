"""Template variables about a page's addresses: in other languages, and after a language switch."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme

from config.languages import READ, addresses


@dataclass(frozen=True, slots=True, kw_only=True)
class _Address:
    """The address of a page in one language, for search engines."""

    language: str
    url: str


def page_addresses(request: HttpRequest) -> dict[str, object]:
    """Lazy values, computed only if a template draws them: partials do not."""
    return {
        "page_addresses": SimpleLazyObject(lambda: _find_addresses(request)),
        "place": SimpleLazyObject(lambda: _place_of(request)),
    }


def _find_addresses(request: HttpRequest) -> tuple[_Address, ...]:
    """Return the addresses of a public page, English first; empty for all other pages."""
    return tuple(
        _Address(language=language, url=request.build_absolute_uri(path))
        for language, path in addresses(request.path_info).items()
    )


def _place_of(request: HttpRequest) -> str:
    """Return the page to return to after a language switch: this one, or the one whose form was posted."""
    if request.method in READ:
        return request.get_full_path()
    came_from = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(
        came_from, {request.get_host()}, require_https=request.is_secure()
    )
    if not ours:
        # Before it is taken apart: not everything in this header is an address.
        return settings.LOGIN_REDIRECT_URL
    parts = urlsplit(came_from)
    if not parts.path:
        return settings.LOGIN_REDIRECT_URL
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
