"""Folding events into a GameState.

event_effects.py says which fields of the state each event changes.
"""

from collections.abc import Iterable
from typing import Any, Protocol

from games.engine.event_effects import effect_of
from games.engine.events import PUBLIC_EVENTS, Event, GameStarted
from games.engine.game_state import GameState, Memory, RoundRecord
from games.engine.ruleset import ruleset_of

__all__ = [
    "GameState",
    "Memory",
    "RoundRecord",
    "Shuffler",
    "Unfolding",
    "evolve",
    "fold",
]


class Shuffler(Protocol):
    """The source of chance during play: `random.Random`, or the recorded order of a renewal."""

    def shuffle(self, x: list[Any], /) -> None:
        """Put the draw pile into a new order, in place."""


class Unfolding:
    """One action as it unfolds: each added event takes effect at once.

    So every rule reads the table as it is at that moment.
    """

    __slots__ = ("events", "rng", "state")

    def __init__(self, state: GameState, rng: Shuffler) -> None:
        self.state = state
        self.rng = rng
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Add an event and let it take effect."""
        self.events.append(event)
        self.state = evolve(self.state, event)


def fold(events: Iterable[Event], state: GameState | None = None) -> GameState:
    """Return the state after these events, from the start or from an earlier state.

    Raises ValueError if there is neither a state nor a GameStarted to begin with.
    """
    working = None if state is None else state.but()
    for event in events:
        if working is not None:
            _take(working, event)
        elif isinstance(event, GameStarted):
            working = _seated(event)
        else:
            raise ValueError("a game begins with GameStarted")
    if working is None:
        raise ValueError("no events")
    return working


def evolve(state: GameState, event: Event) -> GameState:
    """Return the state after one more event."""
    after = state.but()
    _take(after, event)
    return after


def _take(working: GameState, event: Event) -> None:
    """Apply an event in place, to a state that no other code has seen yet."""
    fields = working.__dict__
    fields.update(effect_of(working, event))
    fields["version"] += 1
    if type(event) in PUBLIC_EVENTS:
        fields["public_version"] += 1


def _seated(event: GameStarted) -> GameState:
    players = event.players
    ruleset = ruleset_of(players, event.edition, event.board)
    return GameState(
        ruleset=ruleset,
        version=1,
        public_version=1,
        roles=(None,) * players,
        alive=(True,) * players,
        known_roles=((None,) * players,) * players,
        known_parties=((None,) * players,) * players,
        memories=((),) * players,
        ballots=(None,) * players,
        voted=(False,) * players,
        liberal_policies=ruleset.liberals_at_start,
        fascist_policies=ruleset.fascists_at_start,
    )
