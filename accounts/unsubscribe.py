"""The link that ends mails of one kind, without signing in.

The token is signed and names the person and the kind. It can only end mails, so it never expires.
"""

from allauth.account.models import EmailAddress
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User
from accounts.notice_models import NoticeKind

# Only characters that every mail program takes for part of a link.
_signer = Signer(salt="accounts.unsubscribe", sep=".")


def can_be_written_to(user_id: int) -> bool:
    """Whether this person has a confirmed address."""
    return bool(EmailAddress.objects.filter(user_id=user_id, verified=True).exists())


def stop_path(user_id: int, kind: NoticeKind) -> str:
    """Return the path of the page that ends the mails of this kind to this person."""
    return reverse("accounts:stop_mails", args=[_signer.sign(f"{user_id}-{kind.value}")])


def reader_of(token: str) -> tuple[User, NoticeKind] | None:
    """Return the person a link was sent to, and the kind of mails; None for a forged link or a closed account."""
    try:
        number, _dash, kind = _signer.unsign(token).partition("-")
        # Links of old mails name no kind: they came from slow games.
        found = int(number), NoticeKind(kind or NoticeKind.TURN)
    except (BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=found[0], closed_at=None).first()
    return None if user is None else (user, found[1])
