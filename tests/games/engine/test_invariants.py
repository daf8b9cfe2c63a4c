"""Invariants: over many random games, and with Hypothesis for the smallest.

A fast seeded player plays most of them (20,000 whole games and more with the long tests);
Hypothesis explores the same rules as a state machine and shrinks what it finds.
"""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.actions import Action, CastBallot
from games.engine.codec import decode_action, decode_event, encode_action, encode_event
from games.engine.decide import actors, legal_actions, refusal, unfold
from games.engine.events import Event
from games.engine.ruleset import standard_ruleset
from games.engine.setup import Deal, start_game
from games.engine.state import GameState, fold
from games.engine.vocabulary import Phase, Vote
from games.records.record import parse_record
from games.records.recorder import record_of
from games.records.replay import replay
from tests.games.engine.conceivable import conceivable_actions
from tests.games.engine.invariants import (
    Witness,
    assert_is_refused,
    assert_only_legal_actions_are_accepted,
)
from tests.games.engine.players import play

ORDINARY_GAMES = 300
LONG_BLOCKS = 8
GAMES_A_BLOCK = 2600


class _Watcher:
    """Passes every action of a random game to a Witness, and checks some states more closely."""

    def __init__(self, seed: int, closer: int) -> None:
        self.witness: Witness | None = None
        self.rng = Random(seed)
        self.closer = closer

    def __call__(
        self, before: GameState, action: Action, events: tuple[Event, ...], after: GameState
    ) -> None:
        if self.witness is None:
            self.witness = Witness(before)
        self.witness.sees(before, action, events, after)
        if self.rng.randrange(self.closer) == 0:
            assert_only_legal_actions_are_accepted(after)
            foul = self.rng.choice(conceivable_actions(after.ruleset.players))
            if refusal(after, foul) is not None:
                assert_is_refused(after, foul)


def watched_game(seed: int, closer: int) -> GameState:
    """Play a whole random game under watch; return its end."""
    watcher = _Watcher(seed, closer)
    events = play(seed, watch=watcher)
    state = fold(events)
    assert state.phase is Phase.GAME_OVER
    assert state.version == len(events)
    return state


def test_random_games_hold_every_invariant() -> None:
    ends = {watched_game(seed, closer=12).victory for seed in range(ORDINARY_GAMES)}
    assert len(ends) == 4


@pytest.mark.long
@pytest.mark.parametrize("block", range(LONG_BLOCKS))
def test_twenty_thousand_random_games_hold_every_invariant(block: int) -> None:
    first = 10_000 + block * GAMES_A_BLOCK
    for seed in range(first, first + GAMES_A_BLOCK):
        watched_game(seed, closer=200)


def test_twenty_thousand_is_what_the_long_tests_play() -> None:
    assert LONG_BLOCKS * GAMES_A_BLOCK >= 20_000


@pytest.mark.parametrize("seed", range(25))
def test_the_same_inputs_give_the_same_states(seed: int) -> None:
    events = play(seed, anew=0)
    names = [f"Player {seat + 1}" for seat in range(fold(events).ruleset.players)]
    record = record_of(events, names)
    again = [event for step in replay(parse_record(record)) for event in step.events]
    assert again == events
    assert fold(again) == fold(events)


@pytest.mark.parametrize("seed", range(25))
def test_events_survive_json(seed: int) -> None:
    events = play(seed)
    stored = json.dumps([encode_event(event) for event in events])
    assert [decode_event(kind, payload) for kind, payload in json.loads(stored)] == events


@pytest.mark.parametrize("players", [5, 10])
def test_actions_survive_json(players: int) -> None:
    for action in conceivable_actions(players):
        assert decode_action(json.loads(json.dumps(encode_action(action)))) == action


@given(data=st.data(), players=st.integers(5, 10))
def test_any_deal_starts_a_game(data: st.DataObject, players: int) -> None:
    rules = standard_ruleset(players)
    dealt = Deal(
        roles=tuple(data.draw(st.permutations(rules.roles))),
        first_president=data.draw(st.integers(0, players - 1)),
        draw_pile=tuple(data.draw(st.permutations(rules.policy_deck))),
    )
    state = fold(start_game(rules, dealt))
    Witness(state)
    assert state.roles == dealt.roles
    assert state.draw_pile == dealt.draw_pile
    assert actors(state) == (dealt.first_president,)


class AnyGame(RuleBasedStateMachine):
    """Any legal play of any table, with illegal actions on the way."""

    @initialize(seed=st.integers(0, 2**16), actions=st.integers(0, 200))
    def sit_down(self, seed: int, actions: int) -> None:
        # From the start or from somewhere in the middle, where the rarer phases are.
        self.rng = Random(seed)
        self.events = play(seed, stop_after=actions, watch=self._watch)
        self.state = fold(self.events)
        if not hasattr(self, "witness"):
            self.witness = Witness(self.state)

    def _watch(
        self, before: GameState, action: Action, events: tuple[Event, ...], after: GameState
    ) -> None:
        if not hasattr(self, "witness"):
            self.witness = Witness(before)
        self.witness.sees(before, action, events, after)

    def _act(self, action: Action) -> None:
        before = self.state
        table = unfold(before, action, self.rng)
        events = tuple(table.events)
        assert events
        self.state = fold(events, before)
        assert table.state == self.state
        self.events += events
        self.witness.sees(before, action, events, self.state)

    @precondition(lambda self: self.state.phase is not Phase.GAME_OVER)
    @rule(data=st.data(), lost=st.booleans())
    def take_the_next_decision(self, data: st.DataObject, lost: bool) -> None:
        if self.state.phase is not Phase.VOTE:
            (seat,) = actors(self.state)
            self._act(data.draw(st.sampled_from(legal_actions(self.state, seat))))
            return
        missing = [seat for seat in self.state.living if not self.state.voted[seat]]
        for place, seat in enumerate(data.draw(st.permutations(missing))):
            self._act(CastBallot(seat=seat, vote=Vote.NEIN if lost and place % 2 else Vote.JA))

    @precondition(lambda self: self.state.phase is Phase.VOTE)
    @rule(data=st.data(), vote=st.sampled_from(Vote))
    def mark_a_ballot(self, data: st.DataObject, vote: Vote) -> None:
        self._act(CastBallot(seat=data.draw(st.sampled_from(self.state.living)), vote=vote))

    @rule(data=st.data())
    def ask_for_something_foul(self, data: st.DataObject) -> None:
        actions = conceivable_actions(self.state.ruleset.players)
        action = data.draw(st.sampled_from(actions))
        if refusal(self.state, action) is not None:
            assert_is_refused(self.state, action)

    @invariant()
    def only_legal_actions_are_accepted(self) -> None:
        assert_only_legal_actions_are_accepted(self.state)

    def teardown(self) -> None:
        if hasattr(self, "events"):
            assert fold(self.events) == self.state


AnyGame.TestCase.settings = settings(
    max_examples=max(40, settings().max_examples // 8), stateful_step_count=40
)
TestAnyGame = AnyGame.TestCase
