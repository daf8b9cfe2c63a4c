"""A game's past: the table as it stood when a round had ended.

Door: end_of_round. Folds a prefix of the log that this process holds already. A PastRound holds
secrets, as a GameTable does.
"""

from dataclasses import dataclass

from games.engine import fold
from games.engine.events import Event, PresidencyPassed
from games.engine.state import GameState
from games.table import GameTable


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """One round that is over: the state at its end, and what happened in it."""

    number: int
    state: GameState
    events: tuple[Event, ...]


def end_of_round(table: GameTable, number: int) -> PastRound | None:
    """The table just before the next round began; None for a round that is not over, or none."""
    last = table.state.round if table.is_over else table.state.round - 1
    if not 1 <= number <= last:
        return None
    starts = [
        place
        for place, event in enumerate(table.log)
        if isinstance(event, PresidencyPassed) and event.round in (number, number + 1)
    ]
    begin = starts[0]
    end = starts[1] if len(starts) > 1 else len(table.log)
    return PastRound(
        number=number, state=fold(table.log[:end]), events=tuple(table.log[begin:end])
    )
