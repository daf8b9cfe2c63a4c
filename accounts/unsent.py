"""Mails that could not be sent: noted in the request that wanted them, and told plainly.

Doors: FAILURES, mark_unsent, is_unsent, unsent_sentence.
"""

from django.http import HttpRequest
from django.utils.translation import gettext as _

# The mail server is away, hangs or refuses (its errors are OSErrors too), or no mail server could
# ever take an address such as this.
FAILURES = (OSError, UnicodeError)
_MARK = "accounts.unsent_mail"


def mark_unsent(request: HttpRequest) -> None:
    """Remember that a mail this request wanted did not go out."""
    request.META[_MARK] = True


def is_unsent(request: HttpRequest) -> bool:
    """Whether a mail this request wanted did not go out."""
    return _MARK in request.META


def unsent_sentence(email: str) -> str:
    """What people are told who wait for a mail that confirms their address."""
    return _(
        "The mail to %(email)s could not be sent just now. Please look whether the address is"
        " right. In a few minutes you can have the mail sent again: “My account”, then"
        " “Change e-mail address”."
    ) % {"email": email}
