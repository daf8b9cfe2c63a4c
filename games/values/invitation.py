"""Plain values about invitations to a lobby: how long a seat is kept, and how many one may send."""

from dataclasses import dataclass
from datetime import datetime

KEPT_SECONDS = 60
"""A free seat is kept for an invited person for so long."""
AGAIN_SECONDS = 5 * 60
"""Not sooner is a seat kept at the same lobby for the same person again."""
MOST_INVITATIONS = 20
"""How many people one person may invite to one lobby."""
TELLS_FOR_SECONDS = 5 * 60
"""For so long the clock tries to tell of an invitation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited:
    """Somebody who was invited to a lobby, does not sit there yet, and has not said no."""

    user_id: int
    name: str
    by: str
    """The name of the person who sits there and has invited them."""
    kept_until: datetime | None
    """Until when a free seat is kept for them; None: no longer, or there was none."""
    is_told: bool
    """Whether they know: nobody is told where one has blocked the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitable:
    """Somebody whom a person in a lobby may invite."""

    user_id: int
    name: str
    face: str
    address: str
    is_online: bool = False
    is_friend: bool = False
    is_invited: bool = False
    """Just now, so that there is nothing to press."""
    has_declined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitableClub:
    """A club all of whose members a person in a lobby may invite."""

    name: str
    emblem: str
    key: str
    """What tells it apart on the page."""
    others: int
    """How many members there are beside the person."""
    url: str
    """Where the form that invites them goes."""
    was_told: bool
    """Of a table, a short while ago, so that there is nothing to press."""
