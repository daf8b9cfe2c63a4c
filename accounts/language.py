"""The language of a visitor: the account's, else the cookie's, else the browser's."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from accounts.models import User


def language_of(request: HttpRequest) -> str:
    """Return the visitor's language, for pages whose address names none."""
    return _of_account(request) or get_language_from_request(request)


def has_chosen(request: HttpRequest) -> bool:
    """Whether the visitor has chosen a language, in a cookie or in the account."""
    return bool(_of_account(request)) or settings.LANGUAGE_COOKIE_NAME in request.COOKIES


def language_of_address(email: str) -> str | None:
    """Return the language of an address's owner; a confirmed owner comes before a claim."""
    owner = (
        EmailAddress.objects.filter(email__iexact=email, user__preferences__language__gt="")
        .order_by("-verified")
        .values_list("user__preferences__language", flat=True)
        .first()
    )
    return owner if owner in dict(settings.LANGUAGES) else None


def _of_account(request: HttpRequest) -> str:
    user = getattr(request, "user", None)
    chosen = user.preferences.language if isinstance(user, User) else ""
    return chosen if chosen in dict(settings.LANGUAGES) else ""
