"""The sessions of a member: where they are logged in, since when, and the end of each.

A row is written at the first page of a session, and again at most every ten minutes. allauth has such a
list too; it keeps the address and full name of every browser, and its end of a session leaves the sockets open.
"""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import NamedTuple

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.browsers import browser_and_system, in_words
from accounts.models import User, UserSession
from accounts.push_devices import forget_with_session
from accounts.sign_outs import note_session_end

USE_IS_NOTED_EVERY_SECONDS = 600
USE_OF_GUESTS_IS_NOTED_EVERY_SECONDS = 24 * 3600
BEGUN_AT = "begun_at"
"""In a session: when its person logged in, in seconds; set once."""
_SEEN_AT = "seen_at"
# Expired sessions that one sweep ends.
_AT_ONCE = 200


class OwnSession(NamedTuple):
    """One session, as its person sees it."""

    pk: int
    device: str
    begun_at: datetime
    last_used_at: datetime
    is_this: bool


def note_login(*, request: HttpRequest, user: AbstractBaseUser, **_: object) -> None:  # noqa: ARG001
    """Note when the session began. Called by the signal of a login."""
    request.session[BEGUN_AT] = int(timezone.now().timestamp())


def note_use(request: HttpRequest) -> None:
    """Note that the session is used, which also renews it: a guest has no other way back.

    Writes at most once in ten minutes, and for guests, who have one session only, once a day.
    """
    now, user = timezone.now(), request.user
    assert isinstance(user, User)
    pause = USE_OF_GUESTS_IS_NOTED_EVERY_SECONDS if user.is_guest else USE_IS_NOTED_EVERY_SECONDS
    if 0 <= now.timestamp() - request.session.get(_SEEN_AT, 0) < pause:
        return
    request.session[_SEEN_AT] = int(now.timestamp())
    begun_at = request.session.setdefault(BEGUN_AT, int(now.timestamp()))
    if user.is_guest:
        return
    try:
        request.session.save()  # first: a session that has just ended must not be listed again
    except UpdateError:
        return
    browser, system = browser_and_system(request.headers.get("User-Agent", ""))
    UserSession.objects.update_or_create(
        session_key=request.session.session_key,
        defaults={"user": user, "browser": browser, "system": system, "last_used_at": now},
        create_defaults={
            "user": user,
            "browser": browser,
            "system": system,
            "begun_at": datetime.fromtimestamp(begun_at, UTC),
            "last_used_at": now,
        },
    )


def sessions_of(user: User, *, here: str | None) -> list[OwnSession]:
    """Return the person's valid sessions: first the one with the key `here`, then the last used."""
    rows = {row.session_key: row for row in UserSession.objects.filter(user=user)}
    stored = Session.objects.filter(session_key__in=rows, expire_date__gt=timezone.now())
    fits = user.get_session_auth_hash()
    valid = [
        rows[each.session_key]
        for each in stored
        if constant_time_compare(each.get_decoded().get(HASH_SESSION_KEY, ""), fits)
    ]
    found = [
        OwnSession(
            row.pk,
            in_words(row.browser, row.system),
            row.begun_at,
            row.last_used_at,
            row.session_key == here,
        )
        for row in valid
    ]
    return sorted(found, key=lambda each: (not each.is_this, -each.last_used_at.timestamp()))


def end_session(*, user: User, number: int, here: str | None) -> bool:
    """End another session of this person; return whether there was one with this number."""
    row = UserSession.objects.filter(user=user, pk=number).exclude(session_key=here).first()
    if row is None:
        return False
    _end([row])
    return True


def end_other_sessions(*, user: User, here: str | None) -> None:
    """End every session of this person but the one with the key `here`."""
    _end(UserSession.objects.filter(user=user).exclude(session_key=here))


def end_expired(now: datetime) -> None:
    """End listed sessions whose time is over, with their sockets. Called by the clock."""
    expired = Session.objects.filter(expire_date__lte=now).values("session_key")
    _end(UserSession.objects.filter(session_key__in=expired)[:_AT_ONCE])


def forget_expired(now: datetime) -> int:
    """Delete the sessions of guests and visitors whose time is over; return how many. Those of members end by `end_expired`."""
    expired = Session.objects.filter(expire_date__lte=now)
    unlisted = expired.exclude(session_key__in=UserSession.objects.values("session_key"))
    return unlisted.delete()[0]


def _end(rows: Collection[UserSession]) -> None:
    """Delete these sessions, and note it in the same transaction, so that no socket outlives them."""
    for row in rows:
        with transaction.atomic():
            for stored in Session.objects.filter(session_key=row.session_key):
                forget_with_session(stored.get_decoded(), row.user_id)
            note_session_end(person=row.user_id, session_key=row.session_key)
            Session.objects.filter(session_key=row.session_key).delete()
            row.delete()
