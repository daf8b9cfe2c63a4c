"""Milestones: what most people want to have done once."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class MilestoneKind(StrEnum):
    """What can be reached, the easiest first."""

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
class Milestone:
    """Something that somebody has done, with the first game in which it happened."""

    kind: MilestoneKind
    ended_at: datetime
    code: str
    """The game's code; empty if the reader may not watch it again."""
