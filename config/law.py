"""The pages of law: what they say follows from the settings, so that it stays true."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import path
from django.views.generic import TemplateView

from accounts.arrivals import KEPT_FOR
from games.clubs.values import ASKS_KEPT_FOR
from games.moderation.retention import ADDRESSES_KEPT_FOR

SECONDS_A_DAY = 24 * 3600


def law(_request: HttpRequest) -> dict[str, object]:
    """Template variables for every page: the age from which people may play, and whether there is an imprint."""
    return {"minimum_age": settings.MINIMUM_AGE, "has_imprint": has_imprint()}


def has_imprint() -> bool:
    """Whether the settings name who answers for the site, with an address."""
    return bool(settings.OPERATOR_NAME and settings.OPERATOR_ADDRESS)


class _LawPage(TemplateView):
    """A page that says what the settings say."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the settings that the pages name; times in days."""
        return super().get_context_data(
            operator=settings.OPERATOR_NAME,
            address=settings.OPERATOR_ADDRESS,
            email=settings.OPERATOR_EMAIL,
            guest_days=settings.KEEP_IDLE_GUESTS_DAYS,
            talk_days=settings.KEEP_TALK_DAYS,
            report_days=settings.KEEP_REPORTS_DAYS,
            notice_days=settings.KEEP_NOTICES_DAYS,
            arrival_days=KEPT_FOR.days,
            address_days=ADDRESSES_KEPT_FOR.days,
            ask_days=ASKS_KEPT_FOR.days,
            session_days=settings.SESSION_COOKIE_AGE // SECONDS_A_DAY,
            **kwargs,
        )


class _Imprint(_LawPage):
    """Who answers for the site; 404 until the settings say so."""

    template_name = "pages/imprint.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Refuse a page that would name nobody."""
        if not has_imprint():
            raise Http404
        return super().dispatch(request, *args, **kwargs)


pages = [
    path(
        "community-rules/",
        _LawPage.as_view(template_name="pages/community_rules.html"),
        name="community_rules",
    ),
    path("privacy/", _LawPage.as_view(template_name="pages/privacy.html"), name="privacy"),
    path("terms/", _LawPage.as_view(template_name="pages/terms.html"), name="terms"),
    path("contact/", _LawPage.as_view(template_name="pages/contact.html"), name="contact"),
    path("imprint/", _Imprint.as_view(), name="imprint"),
]
