"""What one finished game adds to the numbers of the whole community.

Kept by month, kind of game, table size and rating band; pairs of integers, as everywhere in
statistics.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.engine.events import (
    ChaosStruck,
    GameEnded,
    PresidencyPassed,
    VetoGranted,
    VetoRequested,
)
from games.engine.vocabulary import Party, Victory
from games.statistics.facts import FinishedGame
from games.statistics.tally import Tally

BAND_WIDTH: Final = 100
LOWEST_BAND: Final = 1100
HIGHEST_BAND: Final = 1900
UNRATED: Final = 0
"""The band of games that are not ranked."""


class CommunityMeasure(StrEnum):
    """The measures of a game as a whole; each says instances / successes."""

    LIBERAL_WINS = "liberal_wins"
    """Games / won by the liberals."""
    FIVE_LIBERAL_POLICIES = "five_liberal_policies"
    """Games / ended this way; so are the next three."""
    SIX_FASCIST_POLICIES = "six_fascist_policies"
    HITLER_ELECTED = "hitler_elected"
    HITLER_EXECUTED = "hitler_executed"
    ROUNDS = "rounds"
    """Games / their rounds."""
    SECONDS = "seconds"
    """Games / seconds from the deal to the end."""
    CHAOS_POLICIES = "chaos_policies"
    """Games / policies enacted by chaos."""
    VETOES_GRANTED = "vetoes_granted"
    """Vetoes asked for / granted."""
    VETOES_ASKED = "vetoes_asked"
    """Games / vetoes asked for."""
    ABANDONED = "abandoned"
    """Games, void ones included / games that a player left."""


ENDINGS: Final = {victory: CommunityMeasure(victory.value) for victory in Victory}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFigures:
    """One finished game in the community's numbers."""

    victory: Victory
    rounds: int
    seconds: int
    chaos_policies: int
    vetoes_asked: int
    vetoes_granted: int

    def tallies(
        self, *, is_abandoned: bool, is_void: bool = False
    ) -> dict[CommunityMeasure, Tally]:
        """Return what this game adds; a void game counts only as abandoned."""
        abandoned = {CommunityMeasure.ABANDONED: Tally(int(is_abandoned), 1)}
        if is_void:
            return abandoned
        liberal = self.victory.winner is Party.LIBERAL
        return abandoned | {
            CommunityMeasure.LIBERAL_WINS: Tally(int(liberal), 1),
            **{each: Tally(int(self.victory is victory), 1) for victory, each in ENDINGS.items()},
            CommunityMeasure.ROUNDS: Tally(self.rounds, 1),
            CommunityMeasure.SECONDS: Tally(self.seconds, 1),
            CommunityMeasure.CHAOS_POLICIES: Tally(self.chaos_policies, 1),
            CommunityMeasure.VETOES_ASKED: Tally(self.vetoes_asked, 1),
            CommunityMeasure.VETOES_GRANTED: Tally(self.vetoes_granted, self.vetoes_asked),
        }


def figures(game: FinishedGame) -> GameFigures:
    """Return the figures of a game. Raises ValueError for a running one."""
    events = [happened.event for happened in game.log]
    ends = [event.victory for event in events if isinstance(event, GameEnded)]
    if not ends:
        raise ValueError("a running game changes no statistics")
    lasted = game.log[-1].at - game.log[0].at
    return GameFigures(
        victory=ends[0],
        rounds=max(event.round for event in events if isinstance(event, PresidencyPassed)),
        seconds=round(lasted.total_seconds()),
        chaos_policies=sum(isinstance(event, ChaosStruck) for event in events),
        vetoes_asked=sum(isinstance(event, VetoRequested) for event in events),
        vetoes_granted=sum(isinstance(event, VetoGranted) for event in events),
    )


def rating_band(ratings: Sequence[float]) -> int:
    """Return the band of a table: its mean rating before the game, rounded down to hundreds.

    The lowest and the highest band are open. UNRATED without ratings.
    """
    if not ratings:
        return UNRATED
    mean = sum(ratings) / len(ratings)
    band = int(mean // BAND_WIDTH) * BAND_WIDTH
    return min(max(band, LOWEST_BAND), HIGHEST_BAND)
