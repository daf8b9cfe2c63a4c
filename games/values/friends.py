"""Plain values about friends: where each of them is, as far as the reader may know."""

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
    """Who asks the reader."""
    asked: tuple[Person, ...] = ()
    """Whom the reader has asked."""
    met: tuple[Acquaintance, ...] = ()
    """With whom the reader has played lately."""
