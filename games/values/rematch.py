"""Plain values about a rematch: how long it waits for whom, and what a player of the finished game is told of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

WAIT_SECONDS = 30.0
"""A rematch does not begin without the others before this is over."""
START_SECONDS = 10.0
"""So long after the last answer it begins by itself, when nobody is awaited and all are ready."""
GRACE_SECONDS = 8.0
"""At first everybody counts as present: no page has said yet whether it is still open."""
ASK_SECONDS = 3.0
"""How often an open page of the finished game asks; that is also how it says that it is open."""
GONE_SECONDS = 10.0
"""A page that has not asked for so long is closed: its player has left the site."""
ASKED_FOR_MINUTES = 15
"""An open page of a finished game asks no longer than that."""


class RematchState(StrEnum):
    """How far a rematch is."""

    NONE = "none"
    """Nobody has asked for one, or all have gone again."""
    OPEN = "open"
    """People gather."""
    STARTED = "started"


class RematchAnswer(StrEnum):
    """What the reader has said."""

    NONE = "none"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch:
    """The rematch of a finished game, for one of its players."""

    game_code: str
    state: RematchState = RematchState.NONE
    answer: RematchAnswer = RematchAnswer.NONE
    lobby_code: str = ""
    new_game_code: str = ""
    """The game that has begun, if the reader plays in it or may watch it."""
    joined: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    awaited: tuple[str, ...] = ()
    """Who has not answered yet, beside the reader."""
    waits_until: datetime | None = None
    """Set while people are awaited."""
