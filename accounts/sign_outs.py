"""Ended sessions, written down in the transaction that ends them: no socket outlives its session.

A session's key is written nowhere but in its own row.
"""

import hashlib
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction

from accounts.models import SignOut, User
from accounts.signals import signed_out

KEPT_FOR = timedelta(hours=1)
"""Longer than a process that serves anybody is without its database."""

# A session is good for the password it began with, and only while the person may sign in.
DECISIVE_FIELDS = frozenset({"password", "is_active"})


class Ended(NamedTuple):
    """One sign-out: of one session, or (no digest) of those that no longer fit the person."""

    number: int
    person: int
    session: str


def session_digest(session_key: str | None) -> str:
    """What stands for a session wherever it is talked of: not the key, which would let anybody in."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:16] if session_key else ""


def note_session_end(*, person: int, session_key: str) -> None:
    """This session ends with the running transaction."""
    _note(person, session_digest(session_key))


def note_change_of(
    *, instance: User, created: bool, update_fields: Iterable[str] | None, raw: bool, **_: Any
) -> None:
    """After a person was saved: perhaps sessions have ended with it. Called by a signal."""
    may_end = update_fields is None or DECISIVE_FIELDS & set(update_fields)
    if may_end and not created and not raw:
        _note(instance.pk, "")


def _note(person: int, session: str) -> None:
    SignOut.objects.create(person=person, session=session)
    transaction.on_commit(lambda: signed_out.send(sender=SignOut))


def sign_outs_after(number: int) -> list[Ended]:
    """What has been noted since the one of this number, eldest first."""
    rows = SignOut.objects.filter(pk__gt=number).order_by("pk")
    return [Ended(*row) for row in rows.values_list("pk", "person", "session")]


def session_hashes(people: Collection[int]) -> dict[int, str]:
    """What a session of each of these people has to hold; nobody who may not sign in."""
    found = User.objects.filter(pk__in=people, is_active=True).only("password")
    return {user.pk: user.get_session_auth_hash() for user in found}


def forget_old(now: datetime) -> None:
    """Forget what every process has known for long."""
    SignOut.objects.filter(at__lt=now - KEPT_FOR).delete()
