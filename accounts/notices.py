"""Notices: what the site has to tell a person, kept until it is read. The only writer of Notice.

Whoever has news calls notify. A sentence is registered once, by the app that uses it, in AppConfig.ready, so that a
notice is read in the language of its reader, whatever the language of whoever caused it. Nothing secret
belongs into a notice: neither a role nor a hand.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from accounts.blocks import kept_apart
from accounts.deliveries import plan
from accounts.models import User
from accounts.notice_choices import channels_for
from accounts.notice_models import Notice, NoticeKind
from accounts.signals import notices_changed

Facts = Mapping[str, str | int]

_AT_ONCE = 1000
"""Notices that one transaction forgets."""
_sentences: dict[str, str | Promise] = {}


def register_sentence(slug: str, sentence: str | Promise) -> None:
    """Register a lazily translated sentence with named places, such as `%(name)s`, for notices with this slug."""
    _sentences[slug] = sentence


def sentence_of(notice: Notice) -> str:
    """Return what the notice says, in the active language."""
    text: str = str(_sentences[notice.sentence]) % notice.facts
    return text


def notify(
    *,
    users: Collection[int],
    kind: NoticeKind,
    sentence: str,
    facts: Facts,
    path: str,
    key: str,
    by: User | None = None,
    expires_at: datetime | None = None,
    own_facts: Mapping[int, Facts] | None = None,
    not_before: Mapping[int, datetime] | None = None,
) -> int:
    """Tell these people one thing, each once for this key; return how many were told now.

    `users`: ids. `sentence`: a registered slug. `path`: the page it leads to, on this site. `key`: what it is about, such
    as `invitation:lobby:12`. `by`: whoever it comes from, never told themselves; a block between the two keeps it back. `own_facts`:
    by reader, what the sentence holds beside `facts`. `not_before`: by reader, from when a push or a mail goes out. Closed accounts are told nothing, nor is who wants to hear nothing of this
    kind. Raises KeyError for a sentence that nobody has registered.
    """
    _sentences[sentence]
    apart = frozenset() if by is None else kept_apart(by.pk) | {by.pk}
    readers = User.objects.filter(pk__in=set(users) - apart, closed_at=None)
    own = own_facts or {}
    now = timezone.now()
    with transaction.atomic():
        told = set(
            Notice.objects.filter(user__in=readers, key=key).values_list("user_id", flat=True)
        )
        channels = channels_for(list(readers.values_list("pk", flat=True)), kind)
        new = [pk for pk, wanted in channels.items() if wanted.here and pk not in told]
        Notice.objects.bulk_create(
            [
                Notice(
                    user_id=pk,
                    kind=kind,
                    sentence=sentence,
                    facts={**facts, **own.get(pk, {})},
                    path=path,
                    key=key,
                    by=by,
                    created_at=now,
                    expires_at=expires_at,
                )
                for pk in new
            ],
            ignore_conflicts=True,
        )
        # Another process may have told some of them just now: those have another moment of writing.
        written = Notice.objects.filter(user_id__in=new, key=key, created_at=now)
        plan(list(written), channels, now, not_before or {})
        announce_change(new)
    return len(new)


def withdraw(key: str) -> None:
    """Take back what was told under this key and is no longer so, from everybody who was told."""
    _delete(Notice.objects.filter(key=key))


def withdraw_about(prefix: str, *, besides: str = "") -> None:
    """Take back the notices of all keys that begin with `prefix`, except those that begin with `besides`."""
    notices = Notice.objects.filter(key__startswith=prefix)
    _delete(notices.exclude(key__startswith=besides) if besides else notices)


def hold_until(prefix: str, expires_at: datetime) -> None:
    """Let every notice whose key begins so expire at this time."""
    moved = Notice.objects.filter(key__startswith=prefix).exclude(expires_at=expires_at)
    with transaction.atomic():
        readers = set(moved.filter(read_at=None).order_by().values_list("user_id", flat=True))
        moved.update(expires_at=expires_at)
        announce_change(readers)


def forget_notices(before: datetime) -> int:
    """Forget what was told before then, read or not, in short transactions; return how much it was."""
    old = list(
        Notice.objects.filter(created_at__lt=before).order_by().values_list("pk", flat=True)
    )
    for start in range(0, len(old), _AT_ONCE):
        _delete(Notice.objects.filter(pk__in=old[start : start + _AT_ONCE]))
    return len(old)


def _delete(notices: QuerySet[Notice]) -> None:
    with transaction.atomic():
        readers = set(notices.filter(read_at=None).order_by().values_list("user_id", flat=True))
        notices.delete()
        announce_change(readers)


def announce_change(user_ids: Collection[int]) -> None:
    """Announce after the commit that these people have more, or fewer, unread notices."""
    if user_ids:
        ids = tuple(user_ids)
        transaction.on_commit(lambda: notices_changed.send(sender=Notice, user_ids=ids))
