"""HTTP routes of the interface, under /api/."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, include, path, re_path
from django.views.decorators.http import require_safe

from games.api import views
from games.api.answering import answered
from games.api.interface import NAMESPACE, api, openapi
from games.api.problems import not_found


@require_safe
def _schema(_request: HttpRequest) -> HttpResponse:
    return JsonResponse(openapi())


def _nothing(_request: HttpRequest) -> HttpResponse:
    raise not_found()


def _operations() -> list[URLPattern]:
    routes: list[URLPattern] = api.urls[0]  # type: ignore[assignment]
    for route in routes:
        route.callback = answered(route.callback)
    return routes


app_name = NAMESPACE
public_pages = [path("api/", views.interface, name="interface")]
urlpatterns = [
    path("tokens/", views.tokens, name="tokens"),
    path("v1/openapi.json", answered(_schema), name="openapi"),
    path("v1/", include(_operations())),
    re_path(r"^v1/", answered(_nothing)),
]
