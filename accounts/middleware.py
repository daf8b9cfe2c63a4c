"""Middleware for people: keeps their session, sends guests to the pages for guests, keeps a typed name."""

from collections.abc import Callable

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse

from accounts.device import keep_name
from accounts.models import User
from accounts.own_sessions import note_use
from accounts.staff import end_in_time, is_over

# A guest has neither e-mail nor password, and adds both on one page.
PAGES_OF_REGISTERED_PEOPLE = {
    "account_signup",
    "account_login",
    "account_email",
    "account_change_password",
    "account_set_password",
    "account_reauthenticate",
    "sessions",
    "tokens",
}
PAGES_OF_FACTORS = "mfa_"


class PeopleMiddleware:
    """Named in settings; runs after the request's person is known."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if isinstance(request.user, User):
            if is_over(request):
                logout(request)
            else:
                note_use(request)
        response = self.get_response(request)
        # Also after a login, which has just said how long the session lasts.
        end_in_time(request)
        keep_name(request, response)
        return response

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseRedirect | None:
        """Lead guests from the pages about e-mail, password and factors to the one that adds the first two."""
        match, user = request.resolver_match, request.user
        if match is not None and isinstance(user, User) and user.is_guest:
            name = match.url_name or ""
            if name in PAGES_OF_REGISTERED_PEOPLE or name.startswith(PAGES_OF_FACTORS):
                return HttpResponseRedirect(reverse("accounts:keep"))
        return None
