"""Whole games for the tests of bots: played by bots, at random, or by both."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeAlias

from games.bots import choose
from games.engine import deal, decide, fold, observe, standard_ruleset, start_game
from games.engine.actions import Action
from games.engine.decide import awaited
from games.engine.observation import Observation
from games.engine.state import GameState
from games.engine.vocabulary import Edition, Party, Phase, Policy, SeatNumber
from tests.scenarios import Table, cards

Player: TypeAlias = Callable[[Observation, tuple[Action, ...], Random], Action]

SIZES = range(5, 11)


def choose_by_lot(
    observation: Observation, legal_actions: tuple[Action, ...], rng: Random
) -> Action:
    """A player that chooses at random."""
    return rng.choice(legal_actions)


def waiting_for(state: GameState) -> SeatNumber:
    """Return one seat the table waits for."""
    return awaited(state)[0]


def play_game(
    players: int,
    seed: int,
    *,
    edition: Edition = Edition.RETAIL,
    liberals: Player = choose,
    fascists: Player = choose,
) -> GameState:
    """Play a game from the deal to its end; an illegal action raises."""
    rng = Random(seed)
    rules = standard_ruleset(players, edition)
    state = fold(start_game(rules, deal(rules, rng)))
    while state.phase is not Phase.GAME_OVER:
        seat = waiting_for(state)
        observation = observe(state, seat)
        role = state.roles[seat]
        assert role is not None
        player = liberals if role.party is Party.LIBERAL else fascists
        action = player(observation, observation.legal_actions, rng)
        assert action in observation.legal_actions
        state = fold(decide(state, action, rng), state)
        assert state.round < 300
    return state


def liberal_share(
    players: int, games: int, *, liberals: Player = choose, fascists: Player = choose
) -> float:
    """Return the share of these games that the liberals win."""
    ends = (
        play_game(players, seed, liberals=liberals, fascists=fascists).victory
        for seed in range(games)
    )
    return sum(end is not None and end.winner is Party.LIBERAL for end in ends) / games


def later(table: Table, *, president: SeatNumber, fascist: int, top: str = "") -> Table:
    """The same table some rounds later: this candidate, so many Fascist policies, these on top."""
    state = table.state
    assert state.phase is Phase.NOMINATE
    assert state.current_round is not None
    rest = Counter(state.ruleset.policy_deck)
    rest.subtract(cards(top))
    rest.subtract({Policy.LIBERAL: state.liberal_policies, Policy.FASCIST: fascist})
    table.state = state.but(
        president=president,
        current_round=replace(state.current_round, president=president),
        fascist_policies=fascist,
        draw_pile=cards(top) + tuple(rest.elements()),
        discard_pile=(),
        limited_president=None,
        limited_chancellor=None,
    )
    return table
