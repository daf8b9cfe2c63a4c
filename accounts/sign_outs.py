"""Ended sessions, noted in the transaction that ends them, so that no socket outlives its session.

The key of a session is stored in its own row and in the list of its person's sessions only.
"""

import hashlib
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction

from accounts.models import SignOut, User
from accounts.signals import signed_out

KEPT_FOR = timedelta(hours=1)
"""Longer than any process serves people while its database is away."""

# A session is valid for the password it began with, and while the person may sign in.
DECISIVE_FIELDS = frozenset({"password", "is_active"})


class Ended(NamedTuple):
    """One sign-out: of one session, or (without digest) of those that no longer fit the person."""

    number: int
    person: int
    session: str


def session_digest(session_key: str | None) -> str:
    """Return what stands for a session outside its row: the key itself would let any reader in."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:16] if session_key else ""


def note_session_end(*, person: int, session_key: str) -> None:
    """Note that this session ends with the running transaction."""
    _note(person, session_digest(session_key))


def note_change_of(
    *, instance: User, created: bool, update_fields: Iterable[str] | None, raw: bool, **_: Any
) -> None:
    """Note a saved person, whose sessions may have ended with the change. Called by a signal."""
    may_end = update_fields is None or DECISIVE_FIELDS & set(update_fields)
    if may_end and not created and not raw:
        _note(instance.pk, "")


def _note(person: int, session: str) -> None:
    SignOut.objects.create(person=person, session=session)
    transaction.on_commit(lambda: signed_out.send(sender=SignOut))


def sign_outs_after(number: int) -> list[Ended]:
    """Return what has been noted since the one with this number, oldest first."""
    rows = SignOut.objects.filter(pk__gt=number).order_by("pk")
    return [Ended(*row) for row in rows.values_list("pk", "person", "session")]


def session_hashes(people: Collection[int]) -> dict[int, str]:
    """Return by person the hash in their valid sessions; people who may not sign in are left out."""
    found = User.objects.filter(pk__in=people, is_active=True).only("password")
    return {user.pk: user.get_session_auth_hash() for user in found}


def forget_old(now: datetime) -> None:
    """Delete notes that every process has long seen."""
    SignOut.objects.filter(at__lt=now - KEPT_FOR).delete()
