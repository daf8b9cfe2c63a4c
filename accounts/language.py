"""The language somebody wants: the account's, else the cookie's, else the browser's.

Door: language_of(request).
"""

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from accounts.models import User


def language_of(request: HttpRequest) -> str:
    """For pages that do not name a language in their address."""
    user = getattr(request, "user", None)
    chosen = user.preferences.language if isinstance(user, User) else ""
    return chosen if chosen in dict(settings.LANGUAGES) else get_language_from_request(request)
