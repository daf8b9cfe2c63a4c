"""The audit: what staff did, in rows that nobody changes and each of which seals the one before.

The only writer and checker of AuditEntry.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.moderation.models import AuditEntry

# Writers at the same moment ask for the same number, and all but one ask again.
ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class AuditFault:
    """The first row at which the audit is not as it was written."""

    number: int
    reason: str


def record(*, act: str, by: User | None, person: User | None = None, **details: Any) -> AuditEntry:
    """Write what was done, by whom and to whom, together with what the caller's transaction writes.

    `details` are plain values for JSON; they hold no texts of people and no addresses. Raises IntegrityError
    if twenty others were faster.
    """
    for attempt in range(1, ATTEMPTS + 1):
        last = AuditEntry.objects.order_by("-number").first()
        entry = AuditEntry(
            number=1 if last is None else last.number + 1,
            at=timezone.now(),
            act=act,
            by_id=None if by is None else by.pk,
            person_id=None if person is None else person.pk,
            details=details,
            previous="" if last is None else last.digest,
        )
        entry.digest = _digest_of(entry)
        try:
            with transaction.atomic():
                entry.save(force_insert=True)
        except IntegrityError:
            if attempt == ATTEMPTS:
                raise
        else:
            return entry
    raise AssertionError("the last attempt returns or raises")


def _digest_of(entry: AuditEntry) -> str:
    """Return the SHA-256 of a row and of the digest before it, in hexadecimal digits."""
    sealed = {
        "number": entry.number,
        "at": entry.at.isoformat(),
        "act": entry.act,
        "by": entry.by_id,
        "person": entry.person_id,
        "details": entry.details,
        "previous": entry.previous,
    }
    text = json.dumps(sealed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def check() -> AuditFault | None:
    """Read the whole audit in order; return its first fault. The last rows may be missing unnoticed."""
    previous = ""
    rows = AuditEntry.objects.order_by("number").iterator(chunk_size=1000)
    for expected, entry in enumerate(rows, start=1):
        if entry.number != expected:
            return AuditFault(expected, "is missing")
        if entry.previous != previous:
            return AuditFault(expected, "does not follow the row before it")
        if entry.digest != _digest_of(entry):
            return AuditFault(expected, "was changed")
        previous = entry.digest
    return None
