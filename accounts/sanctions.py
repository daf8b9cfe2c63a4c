"""Sanctions: what staff took away from a person, and until when. The only writer of Sanction.

Other apps ask one of the three `bar_to_…` before they let somebody do what a sanction forbids. A sanction ends by
itself: whether it is in force follows from the time.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import Sanction, SanctionKind, User
from accounts.signals import sanction_changed

# Who is suspended neither plays, except a game that has begun, nor writes.
_NO_PLAY = frozenset({SanctionKind.SUSPENSION, SanctionKind.BAN})
_NO_WRITING = _NO_PLAY | {SanctionKind.MUTE}
_NO_RANKED = _NO_PLAY | {SanctionKind.NO_RANKED}


@transaction.atomic
def impose(
    *,
    user: User,
    kind: SanctionKind,
    text: str,
    until: datetime | None = None,
    by: User | None = None,
) -> Sanction:
    """Begin a sanction now; `text` is what the person reads. Raises ValueError for an end that has passed."""
    if until is not None and until <= timezone.now():
        raise ValueError("a sanction ends after it begins")
    sanction = Sanction.objects.create(user=user, kind=kind, text=text, until=until)
    sanction_changed.send(Sanction, sanction=sanction, change="sanction_imposed", by=by)
    return sanction


@transaction.atomic
def lift(sanction: Sanction, *, by: User | None = None) -> None:
    """End a sanction before its time; one that was lifted before keeps that time."""
    rows = Sanction.objects.filter(pk=sanction.pk, lifted_at=None)
    if rows.update(lifted_at=timezone.now()):
        sanction_changed.send(Sanction, sanction=sanction, change="sanction_lifted", by=by)


def mark_read(*, user: User, sanction_id: int) -> None:
    """Note that the person has read this sanction; nothing for one that is not theirs."""
    Sanction.objects.filter(pk=sanction_id, user=user, read_at=None).update(read_at=timezone.now())


def sanctions_of(user: User) -> list[Sanction]:
    """Return every sanction of this person, the latest first."""
    return list(Sanction.objects.filter(user=user))


def kinds_in_force(user_ids: Collection[int]) -> dict[int, set[SanctionKind]]:
    """Return which kinds of sanction bind these people now, by the id of each who has any."""
    now, kinds = timezone.now(), dict[int, set[SanctionKind]]()
    for each in Sanction.objects.filter(user_id__in=user_ids, lifted_at=None):
        if each.is_in_force(now):
            kinds.setdefault(each.user_id, set()).add(SanctionKind(each.kind))
    return kinds


def forget_texts(user: User) -> None:
    """Delete what the sanctions of this person say: the account is being closed."""
    Sanction.objects.filter(user=user).update(text="")


def bar_to_play(user_id: int) -> Sanction | None:
    """Return what keeps this person from sitting down anywhere: a suspension, a ban, or a warning not yet read."""
    return _in_force(user_id, {*_NO_PLAY, SanctionKind.WARNING})


def bar_to_ranked(user_id: int) -> Sanction | None:
    """Return what keeps this person from ranked games."""
    return _in_force(user_id, _NO_RANKED)


def bar_to_write(user_id: int) -> Sanction | None:
    """Return what keeps this person from writing to others."""
    return _in_force(user_id, _NO_WRITING)


def _in_force(user_id: int, kinds: Collection[SanctionKind]) -> Sanction | None:
    """Return the sanction in force of these kinds that began first."""
    now = timezone.now()
    rows = Sanction.objects.filter(user_id=user_id, kind__in=kinds, lifted_at=None)
    return next((each for each in rows.order_by("begins_at", "pk") if each.is_in_force(now)), None)
