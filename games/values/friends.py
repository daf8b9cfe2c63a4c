"""Plain values about friends: where each of them is, as far as the reader may know."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from games.values.player import Person


class Whereabouts(StrEnum):
    """Where a friend is; those with whom one can play come first."""

    FREE_SEAT = "free_seat"
    """In a lobby where the reader may sit down."""
    WATCHABLE = "watchable"
    """At a table that anybody may watch."""
    AT_TABLE = "at_table"
    """At a table, or in a lobby, that is not for everybody."""
    ONLINE = "online"
    AWAY = "away"


@dataclass(frozen=True, slots=True, kw_only=True)
class FriendLine:
    """One friend."""

    person: Person
    where: Whereabouts
    code: str = ""
    """Of the lobby or the table, if there is a way to it."""
    table: str = ""
    free: int = 0
    """How many seats are free."""


MOST_AT_TABLES = 6
"""So many friends at tables the home page shows."""


def at_tables(lines: Iterable[FriendLine]) -> tuple[FriendLine, ...]:
    """Return the first of these friends with whom one can sit down, or whose game one may watch."""
    reached = (Whereabouts.FREE_SEAT, Whereabouts.WATCHABLE)
    return tuple(line for line in lines if line.where in reached)[:MOST_AT_TABLES]


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquaintance:
    """Somebody who may become a friend, and what they are to the reader now."""

    person: Person
    bond: str
    """A value of accounts.friends.Bond."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Friends:
    """All that a person's page of friends shows."""

    friends: tuple[FriendLine, ...]
    asking: tuple[Person, ...] = ()
    """Who asks the reader, the latest first; not all, if many do."""
    more_ask: bool = False
    asked: tuple[Person, ...] = ()
    """Whom the reader has asked."""
    met: tuple[Acquaintance, ...] = ()
    """With whom the reader has played lately."""
