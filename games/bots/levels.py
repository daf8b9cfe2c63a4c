"""Levels: what newcomers, regular and sharp bots do differently."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.values.bots import BotLevel


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """How a bot of one level thinks."""

    remembered: float
    """The number of past rounds that still count at most tables; of 3.5 the oldest policy counts half."""
    remembered_at: Mapping[int, float] = field(default_factory=dict)
    """The same at tables of so many players, where it is another."""
    keenness: float
    """How much weight evidence has, beside that of a regular player."""
    crowd: float
    """How much weight the opinions of others have, beside that of a regular player."""
    wavering: float
    """How far chance reaches at elections, beside that of a regular player."""
    wariness: float
    """How much the danger weighs that an elected Chancellor is Hitler, beside what a regular player makes of it."""
    follows_crowd: bool
    """Whether everybody's word counts the same, whoever was caught lying."""
    plans_ahead: bool
    """Whether the bot works out whom the next candidate would nominate."""
    hides_as_hitler: bool
    """Whether a bot who is Hitler passes for a liberal until elected (R-033), or plays as any fascist does."""

    def share_remembered(self, players: int, rounds_ago: int) -> float:
        """Return how much of a round so long ago still counts at a table of so many, from 0 to 1."""
        remembered = self.remembered_at.get(players, self.remembered)
        return max(0.0, min(1.0, remembered + 1 - rounds_ago))


ALL_ROUNDS = 1000
REMEMBERED_AT = {5: 3.5, 6: 5, 7: 9, 8: 8}
"""What regular players remember at tables of five to eight.

The fewer teams are possible, and the more liberals there are for each fascist, the sooner whoever weighs every round
knows the team. Regular bots who did that won as liberals two thirds of their games at five, six and eight, and 55 % at
seven; people win half.
"""
TEMPERS = {
    BotLevel.NEWCOMER: Temper(
        remembered=2,
        keenness=0.6,
        crowd=2.5,
        wavering=4.0,
        wariness=1.0,
        follows_crowd=True,
        plans_ahead=False,
        hides_as_hitler=False,
    ),
    BotLevel.REGULAR: Temper(
        remembered=ALL_ROUNDS,
        remembered_at=REMEMBERED_AT,
        keenness=1.0,
        crowd=1.0,
        wavering=1.0,
        wariness=1.0,
        follows_crowd=False,
        plans_ahead=False,
        hides_as_hitler=True,
    ),
    BotLevel.SHARP: Temper(
        remembered=ALL_ROUNDS,
        keenness=2.5,
        crowd=1.0,
        wavering=0.4,
        wariness=3.0,
        follows_crowd=False,
        plans_ahead=True,
        hides_as_hitler=True,
    ),
}
