"""What goes out about a notice: the text of a push, and the mail, in the language of its reader."""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.deliveries import DueDelivery, gather
from accounts.models import User
from accounts.notice_models import Notice, NoticeKind
from accounts.notices import sentence_of
from accounts.push import Push
from accounts.unsubscribe import stop_path

KEPT_SECONDS = 24 * 3600
SUBJECT_MAX_LENGTH = 150


@dataclass(frozen=True, slots=True)
class MailText:
    """What a mail says."""

    subject: str
    body: str


MailWriter = Callable[[Sequence[Notice], Mapping[str, str], datetime], MailText | None]
_writers: dict[str, MailWriter] = {}


def register_mail(sentences: Collection[str], write: MailWriter) -> None:
    """Register what writes the mails of notices with these sentences, in the active language.

    It gets all notices with them that are due for a person, what every mail may hold (the reader's name, the links), and
    the time.
    """
    gather(sentences)
    _writers.update(dict.fromkeys(sentences, write))


def write_push(due: DueDelivery, now: datetime) -> Push:
    """Return the push; its device is asked to show it, and to open the page at a press."""
    notice, device = due.notice, due.device
    assert device is not None
    with translation.override(_language_of(due.reader)):
        payload = {
            "title": _("Secret Hitler"),
            "body": sentence_of(notice),
            "path": notice.path,
            "open": reverse("accounts:notice", args=[notice.pk]),
            "tag": notice.key,
            "lang": translation.get_language(),
        }
    left = KEPT_SECONDS
    if notice.expires_at is not None:
        left = min(left, max(int((notice.expires_at - now).total_seconds()), 0))
    return Push(
        endpoint=device.endpoint,
        p256dh=device.p256dh,
        auth=device.auth,
        payload=json.dumps(payload, ensure_ascii=False),
        # A topic has at most 32 letters, and its push service reads it.
        topic=hashlib.sha256(f"{notice.user_id} {notice.key}".encode()).hexdigest()[:32],
        keep_seconds=left,
        is_urgent=notice.kind == NoticeKind.INVITATION,
    )


def write_mail(due: DueDelivery, now: datetime) -> EmailMessage | None:
    """Return the mail; None if its own writer says that it is not needed any more."""
    notice, kind = due.notice, NoticeKind(due.notice.kind)
    host = urlsplit(settings.SITE_URL)
    stop_url = settings.SITE_URL + stop_path(due.reader.pk, kind)
    with translation.override(_language_of(due.reader)):
        context: dict[str, str] = {
            "name": due.reader.display_name,
            "kind": str(kind.label),
            "url": settings.SITE_URL + reverse("accounts:notice", args=[notice.pk]),
            "stop_url": stop_url,
            "site_domain": host.netloc,
        }
        notices = [notice, *(other.notice for other in due.others)]
        text = _writers.get(notice.sentence, _usual_text)(notices, context, now)
    if text is None:
        return None
    # A line feed would end the subject.
    subject = " ".join(text.subject.split())[:SUBJECT_MAX_LENGTH]
    return EmailMessage(
        subject=f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        body=text.body,
        to=[due.address],
        headers={
            "List-Unsubscribe": f"<{stop_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
            "Message-ID": f"<notice-{due.number}@{host.hostname}>",
        },
    )


def _usual_text(notices: Sequence[Notice], context: Mapping[str, str], _now: datetime) -> MailText:
    (notice,) = notices
    sentence = sentence_of(notice)
    body = render_to_string("accounts/notice_mail.txt", {**context, "sentence": sentence})
    return MailText(sentence, body)


def _language_of(user: User) -> str:
    language = user.preferences.language
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
