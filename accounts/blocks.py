"""Blocks: with whom a person wants nothing to do. The blocked are not told; other apps say what follows.

The only writer of Block.
"""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from accounts.models import Block, User


def block(*, user: User, other: User) -> bool:
    """Block a person; a second time changes nothing. Return False for oneself and for a closed account."""
    if other.pk == user.pk or other.closed_at is not None:
        return False
    Block.objects.get_or_create(user=user, blocked=other)
    return True


def unblock(*, user: User, other: User) -> None:
    """End the block of this person, if there is one."""
    Block.objects.filter(user=user, blocked=other).delete()


def is_blocked(user_id: int | None, *, by: int) -> bool:
    """Whether the person `by` has blocked this one (None: a visitor, whom nobody can block)."""
    return user_id is not None and Block.objects.filter(user_id=by, blocked_id=user_id).exists()


def blocked_by(user_id: int | None) -> frozenset[int]:
    """Return the ids of all whom this person has blocked; none for a visitor."""
    if user_id is None:
        return frozenset()
    return frozenset(Block.objects.filter(user_id=user_id).values_list("blocked_id", flat=True))


def blocks_among(people: Collection[int]) -> QuerySet[Block]:
    """Return the blocks by which these people have blocked each other, to be read with something else."""
    return Block.objects.filter(user_id__in=people, blocked_id__in=people)


def kept_apart(user_id: int) -> frozenset[int]:
    """Return the ids of all whom this person has blocked, and of all who have blocked this person."""
    pairs = Block.objects.filter(Q(user_id=user_id) | Q(blocked_id=user_id))
    return frozenset(pk for pair in pairs.values_list("user_id", "blocked_id") for pk in pair) - {
        user_id
    }


def blocked_people(user: User) -> list[User]:
    """Return whom this person has blocked, the latest first; closed accounts are left out."""
    blocks = Block.objects.filter(user=user, blocked__closed_at=None).select_related("blocked")
    return [each.blocked for each in blocks.order_by("-created_at", "-pk")]


def forget_blocks(user: User) -> None:
    """Delete every block by or of this person, whose account is being closed."""
    Block.objects.filter(Q(user=user) | Q(blocked=user)).delete()
