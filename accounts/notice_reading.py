"""Notices as their reader sees them: the list, the count on the bell, and noting what has been read."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User
from accounts.notice_models import Notice
from accounts.notices import announce_change, sentence_of

MOST_LISTED = 100
NOWHERE = "/"


@dataclass(frozen=True, slots=True)
class ListedNotice:
    """One line of the list."""

    pk: int
    kind: str
    text: str
    at: datetime
    is_unread: bool
    is_over: bool
    """What it told of has passed; its page may be gone."""


@dataclass(frozen=True, slots=True)
class Unread:
    """What a bell shows."""

    count: int
    newest: int
    """The number of the newest unread notice; 0: none."""


def _holding(now: datetime) -> Q:
    """Return the condition under which a notice still holds."""
    return Q(expires_at=None) | Q(expires_at__gt=now)


def notices_of(user: User) -> list[ListedNotice]:
    """Return the latest notices of this person in the active language, newest first."""
    now = timezone.now()
    return [
        ListedNotice(
            pk=each.pk,
            kind=each.kind,
            text=sentence_of(each),
            at=each.created_at,
            is_unread=each.read_at is None,
            is_over=each.expires_at is not None and each.expires_at <= now,
        )
        for each in Notice.objects.filter(user=user)[:MOST_LISTED]
    ]


def unread_of(user_ids: Collection[int]) -> dict[int, Unread]:
    """Return what the bells of these people show, in one query."""
    rows = Notice.objects.filter(_holding(timezone.now()), user_id__in=user_ids, read_at=None)
    counted = rows.order_by().values("user_id").annotate(count=Count("pk"), newest=Max("pk"))
    found = {row["user_id"]: Unread(row["count"], row["newest"]) for row in counted}
    return {user_id: found.get(user_id, Unread(0, 0)) for user_id in user_ids}


def unread_notices(request: HttpRequest) -> dict[str, object]:
    """Template variable: how many unread notices the reader of the page has, asked for when it is shown."""
    return {"unread_notices": SimpleLazyObject(lambda: _count(request))}


def _count(request: HttpRequest) -> int:
    user = getattr(request, "user", None)
    return unread_of([user.pk])[user.pk].count if isinstance(user, User) else 0


def open_notice(*, user: User, number: int) -> str | None:
    """Note that the person has opened this notice; return the page it leads to, None if it is not theirs."""
    notice = Notice.objects.filter(pk=number, user=user).first()
    if notice is None:
        return None
    _mark(user.pk, Notice.objects.filter(pk=number))
    is_here = url_has_allowed_host_and_scheme(notice.path, allowed_hosts=None)
    return notice.path if is_here and notice.path.startswith("/") else NOWHERE


def mark_all_read(*, user: User) -> None:
    """Note that the person has seen every notice there is."""
    _mark(user.pk, Notice.objects.all())


def mark_read(*, user_id: int, prefix: str) -> None:
    """Mark as read all notices of this person whose keys begin so: they have seen elsewhere what these are about."""
    _mark(user_id, Notice.objects.filter(key__startswith=prefix))


def _mark(user_id: int, notices: QuerySet[Notice]) -> None:
    if notices.filter(user_id=user_id, read_at=None).update(read_at=timezone.now()):
        announce_change([user_id])
