"""Levels: what newcomers, regular and sharp bots do differently."""

from dataclasses import dataclass

from games.values.bots import BotLevel


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """How a bot of one level thinks."""

    remembered: int
    """The number of past rounds that still count."""
    keenness: float
    """How much weight evidence has, beside that of a regular player."""
    crowd: float
    """How much weight the opinions of others have, beside that of a regular player."""
    wavering: float
    """How far chance reaches at elections, beside that of a regular player."""
    follows_crowd: bool
    """Whether everybody's word counts the same, whoever was caught lying."""
    plans_ahead: bool
    """Whether the bot works out whom the next candidate would nominate."""


ALL_ROUNDS = 1000
TEMPERS = {
    BotLevel.NEWCOMER: Temper(
        remembered=2, keenness=0.6, crowd=2.5, wavering=2.5, follows_crowd=True, plans_ahead=False
    ),
    BotLevel.REGULAR: Temper(
        remembered=ALL_ROUNDS,
        keenness=1.0,
        crowd=1.0,
        wavering=1.0,
        follows_crowd=False,
        plans_ahead=False,
    ),
    BotLevel.SHARP: Temper(
        remembered=ALL_ROUNDS,
        keenness=2.5,
        crowd=1.0,
        wavering=0.4,
        follows_crowd=False,
        plans_ahead=True,
    ),
}
