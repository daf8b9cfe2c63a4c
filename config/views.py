"""Installable site (manifest, service worker, offline page) and the page for server errors.

The service worker is served from the root so that it covers the whole site. It caches the offline
page with its style, and help pages that were opened; never anything of a game.
"""

import hashlib
import json
import sys

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie, vary_on_headers
from django.views.defaults import server_error

OFFLINE_STYLE = (
    "bundles/site.css",
    "fonts/display-latin.woff2",
    "fonts/text-latin.woff2",
    # Names and translations may need the other fonts.
    "fonts/display-latin-ext.woff2",
    "fonts/text-latin-ext.woff2",
    "img/icon.svg",
    "img/symbols.svg",
)


@require_safe
@vary_on_cookie
@vary_on_headers("Accept-Language")
@cache_control(max_age=3600)
def manifest(_request: HttpRequest) -> HttpResponse:
    """Serve the web app manifest."""
    icons = [
        {"src": static(f"img/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        | ({"purpose": "maskable"} if name.startswith("icon-maskable") else {})
        for name, size in (
            ("icon-192", 192),
            ("icon-512", 512),
            ("icon-maskable-192", 192),
            ("icon-maskable-512", 512),
        )
    ]
    vector = {"src": static("img/icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    about = {
        "id": "/",
        "name": _("Secret Hitler"),
        "short_name": _("Secret Hitler"),
        "description": _(
            "Play Secret Hitler in the browser with 5 to 10 people: a game of hidden roles, elections"
            " and mistrust."
        ),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f1e7d3",
        "theme_color": "#f1e7d3",
        "categories": ["games"],
        "icons": [*icons, vector],
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the script that shows pushes, and the cached help or the offline page when there is no network."""
    files = [static(name) for name in OFFLINE_STYLE]
    language = get_language()
    page = render_to_string("pages/offline.html", {"style": files})
    edition = hashlib.sha256(f"{language}{files}{page}".encode()).hexdigest()[:12]
    context = {
        "edition": json.dumps(f"offline-{edition}"),
        "files": json.dumps(files),
        "static_path": json.dumps(settings.STATIC_URL),
        "help_pages": json.dumps(_help_pages()),
        "help_indexes": json.dumps(
            [reverse("games:help_index", args=[code]) for code, _name in settings.LANGUAGES]
        ),
        "icon": json.dumps(static("img/icon-192.png")),
        "renew_path": json.dumps(reverse("accounts:renew_push_device")),
        "searched_pages": json.dumps(_searched_pages()),
    }
    return render(request, "sw.js", context, content_type="text/javascript")


_HELP = ("help", "questions", "strategy", "summary", "narrator")


def _help_pages() -> list[str]:
    """Return the addresses of help pages, which are the same for all readers and work offline once opened."""
    pages = []
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            pages += [reverse(f"games:{name}") for name in _HELP]
    return pages


def _searched_pages() -> dict[str, list[str]]:
    """Return the other pages that a search leads to, by the address of the page with the search."""
    pages = {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            pages[reverse("games:help")] = [reverse("games:questions"), reverse("games:strategy")]
    return pages


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Serve the page that says there is no network and offers another try."""
    return render(request, "pages/offline.html")


def broken(request: HttpRequest) -> HttpResponse:
    """Serve the page for server errors; it offers another try if the database is away."""
    if not isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return server_error(request)
    page = HttpResponse(render_to_string("503.html"), status=503)
    page["Retry-After"] = "5"
    return page
