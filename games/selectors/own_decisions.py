"""Reads of what one person decided in a game, for practice."""

from dataclasses import dataclass
from random import Random

from games.engine import decide, fold, observe
from games.engine.actions import Action
from games.engine.observation import Observation
from games.models import Seat
from games.selectors.chat import said_at
from games.selectors.event_rows import event_rows
from games.selectors.game import load_table
from games.values.actor import Actor
from games.values.chat import SaidLines


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDecision:
    """A decision that is made, with what its player knew and had heard before it."""

    observation: Observation
    said: SaidLines
    action: Action


def last_decision_of(game_id: int, user_id: int) -> int | None:
    """Return the number of the first event of this person's last decision; None before the first.

    A decision that was copied from an earlier game counts like any other.
    """
    seats = Seat.objects.filter(game_id=game_id, user_id=user_id).values_list("number", flat=True)
    seat = seats.first()
    if seat is None:
        return None
    own = [
        row.seq
        for _game, row in event_rows([game_id])
        if row.acting_seat == seat and row.actor == Actor.PERSON and row.action_key is not None
    ]
    return max(own, default=None)


def see_last_decision(game_id: int, user_id: int) -> OwnDecision | None:
    """Return this person's last decision as it stood before it was made. Raises Game.DoesNotExist."""
    number = last_decision_of(game_id, user_id)
    table = load_table(game_id)
    seat = table.seat_of(user_id)
    if number is None or seat is None:
        return None
    state = fold(table.log[: number - 1])
    observation = observe(state, seat)
    made = table.log[number - 1]
    # Chance decides only what follows from an action, never its first event.
    action = next(
        (
            each
            for each in observation.legal_actions
            if decide(state, each, Random(0))[0] == made  # noqa: S311
        ),
        None,
    )
    if action is None:
        return None
    said = tuple(line for line in said_at(game_id) if line.version < number)
    return OwnDecision(observation=observation, said=said, action=action)
