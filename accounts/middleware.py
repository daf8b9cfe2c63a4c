"""Middleware for people: renews their session, sends guests to the pages for guests, keeps a typed name."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from accounts.device import keep_name
from accounts.models import User

# A guest has neither e-mail nor password, and adds both on one page.
PAGES_OF_REGISTERED_PEOPLE = {
    "account_signup",
    "account_login",
    "account_email",
    "account_change_password",
    "account_set_password",
    "account_reauthenticate",
}


class PeopleMiddleware:
    """Named in settings; runs after the request's person is known."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if isinstance(request.user, User):
            self.renew_session(request)
        response = self.get_response(request)
        keep_name(request, response)
        return response

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseRedirect | None:
        """Redirect a guest from the pages about e-mail and password to the one that adds both."""
        match = request.resolver_match
        if (
            match is not None
            and match.url_name in PAGES_OF_REGISTERED_PEOPLE
            and isinstance(request.user, User)
            and request.user.is_guest
        ):
            return HttpResponseRedirect(reverse("accounts:keep"))
        return None

    def renew_session(self, request: HttpRequest) -> None:
        """Renew the session cookie once a day: a guest has no other way back."""
        today = timezone.now().date().isoformat()
        if request.session.get("seen_on") != today:
            request.session["seen_on"] = today
