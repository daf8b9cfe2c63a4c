"""HTTP routes of the whole site: public pages in each language by prefix, all others without."""

from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path
from django.views.generic import RedirectView, TemplateView

from accounts.views import set_language
from config import health, law, well_known
from config.languages import in_each_language
from config.sitemaps import PublicPages, robots
from config.views import manifest, offline, service_worker
from games import urls as games
from games.api import urls as interface

handler500 = "config.views.broken"

urlpatterns = [
    path(
        "", include(([in_each_language(games.public_pages), *games.urlpatterns], games.app_name))
    ),
    in_each_language(
        [
            path("about/", TemplateView.as_view(template_name="pages/about.html"), name="about"),
            *law.pages,
            *interface.public_pages,
        ]
    ),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("moderation/", include("games.moderation.urls")),
    path("clubs/", include("games.clubs.urls")),
    path("nights/", include("games.nights.urls")),
    path("learn/", include("games.learning.urls")),
    path("api/", include(interface)),
    path("i18n/setlang/", set_language, name="set_language"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("sw.js", service_worker, name="service_worker"),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemap, {"sitemaps": {"pages": PublicPages}}, name="sitemap"),
    path(".well-known/security.txt", well_known.security, name="security_txt"),
    path(
        ".well-known/change-password",
        RedirectView.as_view(pattern_name="account_change_password"),
        name="change_password",
    ),
    path("offline/", offline, name="offline"),
    path("health/live/", health.live, name="health_live"),
    path("health/ready/", health.ready, name="health_ready"),
]
