"""Mails that could not be sent: noted in the request that wanted them, and told plainly."""

from queue import Empty, SimpleQueue
from threading import Thread

from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.utils.translation import gettext as _

# The mail server is away, hangs or refuses (its errors are OSErrors too), or no mail server could
# ever take an address such as this.
FAILURES = (OSError, ValueError)
_MARK = "accounts.unsent_mail"


def send_in_time(message: EmailMessage) -> None:
    """Hand a mail to the mail server, but do not wait for ever.

    Raises what goes wrong, one of FAILURES as a rule; TimeoutError, when it takes longer than anybody would
    wait for the page. The time of each answer alone bounds nothing: a slow server gives many.
    """
    outcome: SimpleQueue[Exception | None] = SimpleQueue()

    def send() -> None:
        try:
            message.send()
        except Exception as failure:  # noqa: BLE001
            outcome.put(failure)
        else:
            outcome.put(None)

    Thread(target=send, name="mail", daemon=True).start()
    try:
        failure = outcome.get(timeout=settings.EMAIL_PATIENCE)
    except Empty:
        raise TimeoutError from None
    if failure is not None:
        raise failure


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
