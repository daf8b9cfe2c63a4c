"""Friends: by request and answer, both ways or not at all. The only writer of Friendship and FriendRequest.

Whoever is declined is not told: to the asker a declined request looks like one that nobody has answered. The same
answer is given where one of the two has blocked the other, so a block is not told either.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import kept_apart
from accounts.friend_models import FriendRequest, Friendship
from accounts.late_notices import TOLD_AT_ONCE, tell_late
from accounts.models import Block, User
from accounts.notice_models import NoticeKind
from accounts.notices import notify, withdraw
from accounts.sanctions import bar_to_write
from accounts.signals import friends_changed

MOST_FRIENDS = 500
MOST_OPEN_REQUESTS = 50
MOST_REQUESTS_A_DAY = 20
HOLDS_FOR = timedelta(days=30)
"""A request is open for so long; after it was declined, the same person is not asked again for so long."""
FRIENDS_PAGE = "/friends/"
_KEY = "friend-request:"


class Bond(StrEnum):
    """What another person is to the reader."""

    NONE = "none"
    SELF = "self"
    FRIEND = "friend"
    ASKED = "asked"
    """The reader has asked, and there is no yes yet."""
    ASKS = "asks"
    """The other one asks the reader."""
    NEVER = "never"
    """One of the two is a guest, or the account is closed."""


@transaction.atomic
def ask(*, user: User, other: User) -> Bond:
    """Ask a person to be one's friend; return what they are now: ASKED, or FRIEND if they had asked before.

    Raises ValidationError: "never" for oneself, guests and closed accounts, "sanctioned", "too_many_friends",
    "too_many_open", "too_many_today".
    """
    _require_members(user, other)
    _lock(user, other)
    if Friendship.objects.filter(user=user, friend=other).exists():
        return Bond.FRIEND
    now = timezone.now()
    if bar_to_write(user.pk) is not None:
        raise ValidationError(
            _("You cannot ask anybody while you may not write."), code="sanctioned"
        )
    # Both are asked of the database in any case, so that the time tells nobody of a block.
    are_apart = other.pk in kept_apart(user.pk)
    has_asked = _asked_by(other, now).filter(asked=user).exists()
    if has_asked and not are_apart:
        _make_friends(user, other)
        return Bond.FRIEND
    own = _asked_by(user, now)
    if own.filter(asked=other).exists():
        return Bond.ASKED
    _require_room(user)
    if own.count() >= MOST_OPEN_REQUESTS:
        raise ValidationError(
            _("Too many of your requests have no answer yet. Take one back first."),
            code="too_many_open",
        )
    if own.filter(asked_at__gt=now - timedelta(days=1)).count() >= MOST_REQUESTS_A_DAY:
        raise ValidationError(
            _("You have asked many people today. Please go on tomorrow."), code="too_many_today"
        )
    request, _is_new = FriendRequest.objects.get_or_create(user=user, asked=other)
    request.asked_at = now
    declined = request.declined_at
    is_refused = declined is not None and declined > now - HOLDS_FOR
    request.declined_at = declined if is_refused else now if are_apart else None
    request.save(update_fields=["asked_at", "declined_at"])
    return Bond.ASKED


def tell_of_requests(now: datetime) -> int:
    """Notify people of requests to be their friend, and withdraw notices of requests taken back; return how many were told.

    Called by the clock; late_notices.py says why. A request older than TELLS_FOR is no longer announced, but stays in the list.
    """
    _forget_taken_back()
    requests = FriendRequest.objects.filter(declined_at=None)
    return tell_late(requests, now, _tell, person="asked", since="asked_at", key=_KEY)


@transaction.atomic
def _tell(number: int) -> int:
    # It may be answered or taken back at this moment.
    rows = FriendRequest.objects.select_for_update(of=("self",)).select_related("user")
    request = rows.filter(pk=number, declined_at=None, asked_at__isnull=False).first()
    if request is None or request.asked_at is None:
        return 0
    return notify(
        users=[request.asked_id],
        kind=NoticeKind.FRIEND,
        sentence="friend_asks",
        facts={"name": request.user.display_name},
        path=FRIENDS_PAGE,
        key=_key(request),
        by=request.user,
        expires_at=request.asked_at + HOLDS_FOR,
    )


@transaction.atomic
def accept(*, user: User, other: User) -> bool:
    """Say yes to this person's request; False if there is none any more.

    Raises ValidationError("too_many_friends") if either of the two has as many friends as allowed.
    """
    _lock(user, other)
    if not _open_requests_to(user).filter(user=other).exists():
        return False
    _make_friends(user, other)
    return True


@transaction.atomic
def decline(*, user: User, other: User) -> None:
    """Say no to this person's request; nobody is told."""
    for request in _open_requests_to(user).filter(user=other):
        withdraw(_key(request))
        request.declined_at = timezone.now()
        request.save(update_fields=["declined_at"])


def take_back(*, user: User, other: User) -> None:
    """Take back one's own request to this person. One that was declined still cannot be repeated.

    The row is not read before, so that the duration does not reveal a block. The clock withdraws the notice later.
    """
    FriendRequest.objects.filter(user=user, asked=other).update(asked_at=None)


def _forget_taken_back() -> None:
    taken_back = FriendRequest.objects.filter(asked_at=None, declined_at=None).order_by("pk")
    for number in taken_back.values_list("pk", flat=True)[:TOLD_AT_ONCE]:
        with transaction.atomic():
            # It may be asked again at this moment.
            for request in taken_back.select_for_update().filter(pk=number):
                withdraw(_key(request))
                request.delete()


@transaction.atomic
def end(*, user: User, other: User) -> None:
    """End a friendship; the other one is not told."""
    _between(user.pk, other.pk).delete()
    friends_changed.send(User, user_ids=(user.pk, other.pk))


def with_bonds(people: QuerySet[User], user: User) -> QuerySet[User]:
    """Return these people with what `bond_of` needs: how each is connected with this reader."""
    since = timezone.now() - HOLDS_FOR
    requests = FriendRequest.objects.filter(asked_at__gt=since)
    return people.annotate(
        is_friend=Exists(Friendship.objects.filter(user=user, friend=OuterRef("pk"))),
        is_asked=Exists(requests.filter(user=user, asked=OuterRef("pk"))),
        asks=Exists(requests.filter(user=OuterRef("pk"), asked=user, declined_at=None)),
    )


def bond_of(other: Any, user: User) -> Bond:
    """Return what a person found `with_bonds` is to the reader; no query."""
    if other.pk == user.pk:
        return Bond.SELF
    if user.is_guest or other.is_guest or other.closed_at is not None:
        return Bond.NEVER
    if other.is_friend:
        return Bond.FRIEND
    if other.asks:
        return Bond.ASKS
    return Bond.ASKED if other.is_asked else Bond.NONE


def bonds_with(user: User, others: Iterable[User]) -> dict[int, Bond]:
    """Return what each of these people is to the reader, by id; one query for all."""
    people = User.objects.filter(pk__in=[other.pk for other in others])
    return {other.pk: bond_of(other, user) for other in with_bonds(people, user)}


def friend_ids(user_id: int) -> frozenset[int]:
    """Return the ids of all friends of this person."""
    rows = Friendship.objects.filter(user_id=user_id)
    return frozenset(rows.values_list("friend_id", flat=True))


@dataclass(frozen=True, slots=True)
class Requests:
    """The open requests of a person, the latest first."""

    asking: list[User]
    """Who asks this person."""
    asked: list[User]
    """Whom this person has asked, without a yes so far."""


def all_requests_of(user: User) -> Requests:
    """Return who asks this person, and whom they have asked; one query."""
    since = timezone.now() - HOLDS_FOR
    rows = FriendRequest.objects.filter(
        Q(user=user, asked__closed_at=None) | Q(asked=user, declined_at=None), asked_at__gt=since
    ).select_related("user", "asked")
    found = list(rows.order_by("-asked_at", "-pk")[: 4 * MOST_OPEN_REQUESTS])
    return Requests(
        asking=[row.user for row in found if row.asked_id == user.pk],
        asked=[row.asked for row in found if row.user_id == user.pk],
    )


def end_friendship_of(*, instance: Block, created: bool, **_details: Any) -> None:
    """End the friendship, and all requests, of two people of whom one has just blocked the other."""
    if not created:
        return
    one, other = instance.user_id, instance.blocked_id
    _between(one, other).delete()
    for request in _requests(one, other).filter(declined_at=None):
        withdraw(_key(request))
        # To its asker it stays what it was: a request without an answer.
        request.declined_at = timezone.now()
        request.save(update_fields=["declined_at"])
    friends_changed.send(User, user_ids=(one, other))


def forget_friends(user: User) -> None:
    """Delete every friendship and request by or of this person, whose account is being closed."""
    Friendship.objects.filter(Q(user=user) | Q(friend=user)).delete()
    requests = FriendRequest.objects.filter(Q(user=user) | Q(asked=user))
    for request in requests.filter(declined_at=None):
        withdraw(_key(request))
    requests.delete()


def forget_requests(now: datetime) -> int:
    """Forget requests that have not been open for long, and that may be asked again; return how many."""
    before = now - HOLDS_FOR
    old = FriendRequest.objects.filter(Q(asked_at=None) | Q(asked_at__lt=before))
    return old.filter(Q(declined_at=None) | Q(declined_at__lt=before)).delete()[0]


def _require_members(user: User, other: User) -> None:
    if (
        user.pk == other.pk
        or user.is_guest
        or other.is_guest
        or user.closed_at is not None
        or other.closed_at is not None
    ):
        raise ValidationError(_("Friends need an account each."), code="never")


def _require_room(*people: User) -> None:
    for person in people:
        if Friendship.objects.filter(user=person).count() >= MOST_FRIENDS:
            raise ValidationError(
                _("%(name)s has as many friends as one can have here: %(most)s.")
                % {"name": person.display_name, "most": MOST_FRIENDS},
                code="too_many_friends",
            )


def _lock(*people: User) -> None:
    """Lock people in one order, so that two who ask each other at the same moment cannot miss each other."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=[each.pk for each in people])
    list(rows.order_by("pk").values_list("pk"))


def _make_friends(user: User, other: User) -> None:
    """Make these two friends; `user` says yes, `other` had asked and is told."""
    _require_room(user, other)
    now = timezone.now()
    rows = [
        Friendship(user=user, friend=other, since=now),
        Friendship(user=other, friend=user, since=now),
    ]
    Friendship.objects.bulk_create(rows, ignore_conflicts=True)
    for request in _requests(user.pk, other.pk):
        withdraw(_key(request))
        request.delete()
    notify(
        users=[other.pk],
        kind=NoticeKind.FRIEND,
        sentence="friend_accepts",
        facts={"name": user.display_name},
        path=FRIENDS_PAGE,
        key=f"friend:{user.pk}:{now:%Y%m%d%H%M%S}",
        by=user,
    )
    friends_changed.send(User, user_ids=(user.pk, other.pk))


def requests_seen_by(user: User) -> QuerySet[FriendRequest]:
    """Return this person's own requests as they see them: nothing shows that one was declined."""
    return _asked_by(user, timezone.now())


def _asked_by(user: User, now: datetime) -> QuerySet[FriendRequest]:
    """Return this person's open requests as they see them: declined ones are among them."""
    return FriendRequest.objects.filter(user=user, asked_at__gt=now - HOLDS_FOR)


def _open_requests_to(user: User) -> QuerySet[FriendRequest]:
    """Return the requests that this person has not answered."""
    since = timezone.now() - HOLDS_FOR
    return FriendRequest.objects.filter(asked=user, declined_at=None, asked_at__gt=since)


def _between(one: int, other: int) -> QuerySet[Friendship]:
    return Friendship.objects.filter(
        Q(user_id=one, friend_id=other) | Q(user_id=other, friend_id=one)
    )


def _requests(one: int, other: int) -> QuerySet[FriendRequest]:
    return FriendRequest.objects.filter(
        Q(user_id=one, asked_id=other) | Q(user_id=other, asked_id=one)
    )


def _key(request: FriendRequest) -> str:
    return f"{_KEY}{request.pk}"
