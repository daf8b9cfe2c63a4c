"""People as lists of players name them, from rows of people or from columns of other rows."""

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games.values.player import Person

_NAMING = ("username", "is_guest", "guest_name", "emblem", "closed_at")


def person_of(user: User) -> Person:
    """Return the person for lists."""
    return Person(
        name=user.display_name,
        face=user.face,
        address=user.username,
        is_closed=user.closed_at is not None,
    )


def columns_of(path: str) -> tuple[str, ...]:
    """Return the columns that name the people at the end of this path, such as `user`, for `named`."""
    return tuple(f"{path}__{each}" for each in _NAMING)


def named(columns: Sequence[Any]) -> Person:
    """Return the person for lists from the values of these columns."""
    return person_of(User(**dict(zip(_NAMING, columns, strict=True))))
