"""Decisions read back from the log are the actions that were taken."""

from games.engine.actions import Action, DiscardPolicy
from games.engine.decisions import action_behind, decider_of
from games.engine.events import Event
from games.engine.state import GameState
from tests.games.engine.players import play


def test_every_action_is_read_back_from_its_events() -> None:
    taken: set[type] = set()
    read: set[type] = set()

    def note(
        _before: GameState, action: Action, events: tuple[Event, ...], _after: GameState
    ) -> None:
        deciders = [decider_of(event) for event in events]
        assert deciders[0] == action.seat
        assert set(deciders[1:]) <= {None}
        actions = [found for event in events if (found := action_behind(event)) is not None]
        assert actions == [action] * len(actions)
        taken.add(type(action))
        read.update(map(type, actions))

    for seed in range(60):
        opening = play(seed, watch=note, stop_after=0)
        assert [decider_of(event) for event in opening] == [None] * len(opening)
        play(seed, watch=note)
    assert taken - read == {DiscardPolicy}
    assert len(taken) == 10
