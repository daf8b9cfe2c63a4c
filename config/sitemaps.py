"""The sitemap (public pages in every language) and robots.txt."""

from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from config import law
from games import urls as games

# Pages of players, which are not for search engines. Public pages have other addresses.
LEFT_ALONE = (
    "/accounts/",
    "/admin/",
    "/api/tokens/",
    "/api/v1/",
    "/export/",
    "/games/",
    "/i18n/",
    "/j/",
    "/lobbies/",
    "/moderation/",
    "/quick-seat/",
)


def _law() -> list[str]:
    """Return the names of the pages of law that there are."""
    names = [str(route.name) for route in law.pages]
    return [name for name in names if name != "imprint" or law.has_imprint()]


class PublicPages(Sitemap):  # type: ignore[type-arg]  # generic to the checker only
    """Every public page that needs no name in its address."""

    i18n = True
    alternates = True
    x_default = True

    def items(self) -> list[str]:
        """Return the names of routes without arguments; others are parts of a page, or about a player."""
        routes = [route for route in games.public_pages if isinstance(route, URLPattern)]
        plain = [route for route in routes if not route.pattern.converters]
        return [
            *(f"{games.app_name}:{route.name}" for route in plain),
            "about",
            "interface",
            *_law(),
        ]

    def location(self, item: str) -> str:
        return reverse(item)


@require_safe
@cache_control(max_age=24 * 3600)
def robots(request: HttpRequest) -> HttpResponse:
    """Serve robots.txt."""
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in LEFT_ALONE),
        f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain")
