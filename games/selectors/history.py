"""A game's past: the table at the end of a round.

Folds the first part of the log, which this process already holds.
"""

from dataclasses import dataclass

from games.engine import fold, observe
from games.engine.events import PresidencyPassed, Told, told_to
from games.engine.observation import Observation
from games.engine.vocabulary import Role
from games.selectors.game import load_table
from games.selectors.seen_table import SeenTable, TableObserver


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenRound:
    """One finished round, as one viewer may read it now."""

    table: SeenTable
    """The table as it stands now."""
    observation: Observation
    """What this viewer knew at the end of the round."""
    told: Told
    """The events of the round. After the end of the game its hidden side is open, too (R-114)."""
    last_round: int
    """The last finished round."""
    roles: tuple[Role | None, ...]
    """By seat: the roles that are public now."""


def see_round(game_id: int, user_id: int | None, number: int) -> SeenRound | None:
    """Return the table just before the next round began; None unless the round is over.

    Raises Game.DoesNotExist.
    """
    table = load_table(game_id)
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
    viewer, observer = table.seat_of(user_id), TableObserver(table)
    return SeenRound(
        table=observer.seen_by(viewer),
        observation=observe(fold(table.log[:end]), viewer),
        told=told_to(table.log[begin:end], viewer, game_over=table.is_over),
        last_round=last,
        roles=observer.seen_by(None).observation.roles,
    )
