"""The link that ends mails about slow games, without signing in.

The token is signed and names the person. It can only end mails, so it never expires.
"""

from allauth.account.models import EmailAddress
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User

# Only characters that every mail program takes for part of a link.
_signer = Signer(salt="accounts.unsubscribe", sep=".")


def can_be_written_to(user_id: int) -> bool:
    """Whether this person has a confirmed address."""
    return bool(EmailAddress.objects.filter(user_id=user_id, verified=True).exists())


def stop_path(user_id: int) -> str:
    """Return the path of the page that ends this person's mails."""
    return reverse("accounts:stop_mails", args=[_signer.sign(str(user_id))])


def reader_of(token: str) -> User | None:
    """Return the person a link was sent to; None for a forged link or a closed account."""
    try:
        user_id = int(_signer.unsign(token))
    except (BadSignature, ValueError):
        return None
    return User.objects.filter(pk=user_id, closed_at=None).first()
