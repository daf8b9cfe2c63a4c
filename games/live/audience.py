"""Who is connected to a table in this process, and what each kind of viewer has on the screen.

It holds what has been sent, and nothing of the game itself.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from games.engine.vocabulary import SeatNumber
from games.live.table_changes import ShownAlone
from games.live.talk import Heard
from games.presenters.table.regions import Region


@dataclass(frozen=True, slots=True)
class ViewerKind:
    """Viewers of one kind get the same bytes."""

    seat: SeatNumber | None
    language: str
    is_tv: bool = False
    is_admitted: bool = False
    """Spectators who take part in the spectators' talk."""


class TableConnection(Protocol):
    """One browser tab."""

    user_id: int | None
    joined_at: datetime | None
    """Since when there has been such a person; None for a visitor."""
    language: str
    is_tv: bool
    """A screen in the room: a spectator without a voice, whoever is signed in on it."""

    async def send_html(self, html: str, secret: str = "") -> None:
        """Send fragments, each swapped in by its id; `secret` are those for this viewer alone."""


@dataclass(slots=True)
class Audience:
    """The connections of one kind, and what all of them have on the screen."""

    connections: set[TableConnection] = field(default_factory=set)
    version: int = 0
    own: ShownAlone = field(default_factory=ShownAlone)
    on_tv: dict[str, Region] = field(default_factory=dict)
    heard: Heard = field(default_factory=Heard)
    is_stale: bool = False
    """Whether what they have may not be what is remembered here: then they are given everything anew."""
    everything: tuple[object, str] = (None, "")
    """What somebody who comes is given, and of which table and talk."""
