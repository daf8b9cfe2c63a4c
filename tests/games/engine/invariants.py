"""The invariants of every state, stated independently of the engine's rules.

A Witness follows one game action by action and asserts them; it remembers whose turn it is, which
powers were used and who died.
"""

from collections import Counter

import pytest

from games.engine.actions import Action
from games.engine.decide import actors, decide, legal_actions, refusal
from games.engine.errors import IllegalAction
from games.engine.events import (
    ChancellorCleared,
    Event,
    GameEnded,
    GovernmentElected,
    PlayerExecuted,
    PoliciesDrawn,
    PolicyEnacted,
    PowerGranted,
    PresidencyPassed,
    SpecialElectionCalled,
)
from games.engine.state import GameState
from games.engine.vocabulary import Phase, Policy, Role, SeatNumber, Victory
from tests.games.engine.conceivable import conceivable_actions
from tests.scenarios import RecordedOrder

POWER_SLOTS = {
    5: {3: "peek", 4: "execute", 5: "execute"},
    7: {2: "investigate", 3: "special_election", 4: "execute", 5: "execute"},
    9: {
        1: "investigate",
        2: "investigate",
        3: "special_election",
        4: "execute",
        5: "execute",
    },
}
POWERS = {"investigate", "special_election", "peek", "execute"}


class Witness:
    """Watches one game and asserts its invariants."""

    def __init__(self, state: GameState) -> None:
        self.players = state.ruleset.players
        self.slots = POWER_SLOTS[self.players - (self.players + 1) % 2]
        self.alive = [True] * self.players
        self.president = state.president
        self.caller: SeatNumber | None = None
        self.appointed: SeatNumber | None = None
        self.boards: Counter[Policy] = Counter()
        self.used_slots: list[int] = []
        self.ended: Victory | None = None
        self.check(state)

    def sees(
        self, before: GameState, action: Action, events: tuple[Event, ...], after: GameState
    ) -> None:
        """Check one action."""
        assert self.alive[action.seat]
        assert action.seat in actors(before)
        for event in events:
            assert self.ended is None or type(event).__name__ == "RolesRevealed"
            self._notes(event, before)
        self.check(after)
        assert after.victory is self.ended
        if after.phase.value in POWERS and before.phase.value not in POWERS:
            assert any(isinstance(event, PowerGranted) for event in events)

    def _notes(self, event: Event, before: GameState) -> None:
        match event:
            case PresidencyPassed():
                self._expects_president(event)
            case SpecialElectionCalled():
                self.caller, self.appointed = event.president, event.target
            case PolicyEnacted():
                self.boards[event.policy] += 1
            case PowerGranted():
                # Invariant 5.
                slot = self.boards[Policy.FASCIST]
                assert before.phase is Phase.CHANCELLOR_ENACT
                assert self.slots[slot] == event.power.value
                assert slot not in self.used_slots
                self.used_slots.append(slot)
            case PlayerExecuted():
                assert self.alive[event.target]
                self.alive[event.target] = False
            case GovernmentElected():
                self.elected = event.chancellor
            case PoliciesDrawn():
                zone = self.boards[Policy.FASCIST] >= 3
                assert not (zone and before.roles[self.elected] is Role.HITLER)
                assert event.veto_in_force == (self.boards[Policy.FASCIST] >= 5)
            case ChancellorCleared():
                assert before.roles[event.chancellor] is not Role.HITLER
                assert self.boards[Policy.FASCIST] >= 3
            case GameEnded():
                assert event.victory in self._possible_ends(before)
                self.ended = event.victory
            case _:
                pass

    def _expects_president(self, event: PresidencyPassed) -> None:
        """Invariant 4."""
        if self.appointed is not None:
            expected = self.appointed
            self.appointed = None
        else:
            expected = self.president if self.caller is None else self.caller
            self.caller = None
            while True:
                expected = (expected + 1) % self.players
                if self.alive[expected]:
                    break
        assert event.president == expected
        self.president = expected

    def _possible_ends(self, before: GameState) -> set[Victory]:
        ends = set()
        if self.boards[Policy.LIBERAL] == 5:
            ends.add(Victory.FIVE_LIBERAL_POLICIES)
        if self.boards[Policy.FASCIST] == 6:
            ends.add(Victory.SIX_FASCIST_POLICIES)
        hitler = before.roles.index(Role.HITLER)
        if not self.alive[hitler]:
            ends.add(Victory.HITLER_EXECUTED)
        in_zone = self.boards[Policy.FASCIST] >= 3
        if in_zone and before.phase is Phase.VOTE and before.chancellor == hitler:
            ends.add(Victory.HITLER_ELECTED)
        return ends

    def check(self, state: GameState) -> None:
        """The invariants of a table that waits for a decision."""
        policies = Counter(state.draw_pile + state.discard_pile + state.hand)
        assert policies + self.boards == {Policy.LIBERAL: 6, Policy.FASCIST: 11}
        boards = (self.boards[Policy.LIBERAL], self.boards[Policy.FASCIST])
        assert boards == (state.liberal_policies, state.fascist_policies)
        assert list(state.alive) == self.alive
        assert self.alive.count(False) <= 2
        if self.ended is None:
            # Invariant 9, the other way round: every ending has ended the game.
            assert boards[0] < 5
            assert boards[1] < 6
            assert self.alive[state.roles.index(Role.HITLER)]
        if state.phase is Phase.NOMINATE:
            assert state.hand == ()
            assert len(state.draw_pile) >= 3
            assert state.tracker in (0, 1, 2)
            assert legal_actions(state, state.president)
        if state.phase is Phase.PEEK:
            assert len(state.draw_pile) >= 3
        sizes = {Phase.PRESIDENT_DISCARD: 3, Phase.CHANCELLOR_ENACT: 2, Phase.VETO_ANSWER: 2}
        assert len(state.hand) == sizes.get(state.phase, 0)
        assert all(self.alive[seat] for seat in actors(state))
        assert bool(actors(state)) == (self.ended is None)


def assert_only_legal_actions_are_accepted(state: GameState) -> None:
    """Exhaustive: of all conceivable actions, exactly `legal_actions` are not refused."""
    before = dict(vars(state))
    for seat in range(-1, state.ruleset.players + 1):
        legal = legal_actions(state, seat)
        conceivable = [
            each for each in conceivable_actions(state.ruleset.players) if each.seat == seat
        ]
        assert len(set(legal)) == len(legal)
        assert set(legal) == {each for each in conceivable if refusal(state, each) is None}
    assert vars(state) == before


def assert_is_refused(state: GameState, action: Action) -> None:
    """`decide` refuses with the reason `refusal` gives, and nothing changes."""
    before = dict(vars(state))
    chance = RecordedOrder("")
    with pytest.raises(IllegalAction) as refused:
        decide(state, action, chance)
    assert refused.value.reason is refusal(state, action)
    assert vars(state) == before
    assert chance.shuffled == 0
