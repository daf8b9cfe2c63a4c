"""For each request of a known person: a session that stays while they come, and pages that fit them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from accounts.models import User

# Pages about e-mail and password: a guest has neither, and adds both on one page.
PAGES_OF_REGISTERED_PEOPLE = {
    "account_signup",
    "account_login",
    "account_email",
    "account_change_password",
    "account_set_password",
    "account_reauthenticate",
}


class PeopleMiddleware:
    """Named in settings; after the person of the request is known."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if isinstance(request.user, User):
            self.renew_session(request)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseRedirect | None:
        """Send a guest from pages about e-mail and password to the one that adds both."""
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
        """Begin the cookie's time anew once a day: a guest who comes back has nothing else."""
        today = timezone.now().date().isoformat()
        if request.session.get("seen_on") != today:
            request.session["seen_on"] = today
