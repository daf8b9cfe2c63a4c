"""Things that somebody has done for the first time."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class FirstKind(StrEnum):
    """What can be done for the first time, the easiest first."""

    GAME = "game"
    WITHOUT_BOTS = "without_bots"
    LIBERAL = "liberal"
    FASCIST = "fascist"
    HITLER = "hitler"
    ELECTED = "elected"
    """Won as Hitler by being elected Chancellor."""
    EXECUTED = "executed"
    """Won as a liberal because Hitler was executed."""
    FULL_TABLE = "full_table"
    RANKED = "ranked"


@dataclass(frozen=True, slots=True, kw_only=True)
class First:
    """The first game in which somebody did something."""

    kind: FirstKind
    ended_at: datetime
    code: str
    """The game's code; empty if the reader may not watch it again."""
