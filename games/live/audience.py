"""The connections to a table in this process, and the content of their screens.

It holds what has been sent, and nothing else of the game.
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
    """Whether these are spectators who take part in the spectators' talk."""


class TableConnection(Protocol):
    """One browser tab."""

    user_id: int | None
    joined_at: datetime | None
    """When the person joined the site; None for a visitor."""
    language: str
    is_tv: bool
    """A screen in the room: a spectator without a voice, whoever owns it."""

    async def send_html(self, html: str, secret: str = "") -> None:
        """Send fragments, which htmx swaps by their ids; `secret` are those for this viewer alone."""


@dataclass(slots=True)
class Audience:
    """The connections of one kind, with the content of their screens."""

    connections: set[TableConnection] = field(default_factory=set)
    version: int = 0
    own: ShownAlone = field(default_factory=ShownAlone)
    on_tv: dict[str, Region] = field(default_factory=dict)
    heard: Heard = field(default_factory=Heard)
    is_stale: bool = False
    """Whether their screens may differ from what is noted here; then they get everything again."""
    everything: tuple[object, str] = (None, "")
    """The cached table for newcomers, and the table and talk it was made of."""
