"""What somebody wants a new table to be like, to hear of it."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from games.engine.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from games.values.timing import Pace


class RankedWish(StrEnum):
    """Whether the games of the table are ranked."""

    EITHER = ""
    RANKED = "ranked"
    CASUAL = "casual"


@dataclass(frozen=True, slots=True, kw_only=True)
class WishedTable:
    """A table that somebody wants to hear of."""

    fewest_players: int = FEWEST_PLAYERS
    most_players: int = MOST_PLAYERS
    language: str = ""
    """Of its host; empty: any."""
    ranked: RankedWish = RankedWish.EITHER
    paces: Collection[Pace] = ()
    """None of them: any."""
