"""The link in a mail that ends such mails, without signing in.

The token names the person and is signed. It can only end mails, so it never expires.
"""

from allauth.account.models import EmailAddress
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User

# Every sign of it belongs to a link in the eyes of every mail program.
_signer = Signer(salt="accounts.unsubscribe", sep=".")


def can_be_written_to(user_id: int) -> bool:
    """Whether this person has confirmed an address."""
    return bool(EmailAddress.objects.filter(user_id=user_id, verified=True).exists())


def stop_path(user_id: int) -> str:
    """The path of the page that ends this person's mails."""
    return reverse("accounts:stop_mails", args=[_signer.sign(str(user_id))])


def reader_of(token: str) -> User | None:
    """Whom the link was sent to; None for a link that is not ours, or a person who is gone."""
    try:
        user_id = int(_signer.unsign(token))
    except (BadSignature, ValueError):
        return None
    return User.objects.filter(pk=user_id, closed_at=None).first()
