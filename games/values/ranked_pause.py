"""What a person who has left ranked games waits for before the next one."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPause:
    """A pause; either a game is still running, or the pause has an end."""

    left: int
    """How many ranked games this person has left lately, the running one included."""
    until: datetime | None
    """None while the game is running."""
    game_code: str
    """The running game; empty otherwise."""
