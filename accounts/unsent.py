"""Mails that could not be sent: noted in the request that wanted them, and shown to the person."""

from queue import Empty, SimpleQueue
from threading import Thread

from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.utils.translation import gettext as _

# The mail server is away, hangs or refuses (its errors are OSErrors too), or the address is one
# that no mail server can take.
FAILURES = (OSError, ValueError)
_MARK = "accounts.unsent_mail"


def send_in_time(message: EmailMessage) -> None:
    """Hand a mail to the mail server within a bounded time.

    Raises what goes wrong, usually one of FAILURES; TimeoutError when it takes longer than a
    reader would wait for the page. A time-out for each answer is not enough: a slow server gives
    many answers.
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
    """Remember that a mail of this request was not sent."""
    request.META[_MARK] = True


def is_unsent(request: HttpRequest) -> bool:
    """Whether a mail of this request was not sent."""
    return _MARK in request.META


def unsent_sentence(email: str) -> str:
    """Return the sentence for people who wait for a mail that confirms their address."""
    return _(
        "The mail to %(email)s could not be sent just now. Please look whether the address is"
        " right. In a few minutes you can have the mail sent again: “My account”, then"
        " “Change e-mail address”."
    ) % {"email": email}
