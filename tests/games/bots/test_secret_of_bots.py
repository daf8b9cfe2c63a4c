"""What a reader of the code can work out about bots' roles from their nominations and ballots."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import log2
from random import Random
from statistics import mean

import pytest

from games.bots import choose
from games.bots.choose import election_chances
from games.engine import deal, decide, fold, observe, standard_ruleset, start_game
from games.engine.actions import CastBallot, NominateChancellor
from games.engine.ruleset import Ruleset
from games.engine.setup import Deal
from games.engine.state import GameState
from games.engine.vocabulary import Phase, Role, SeatNumber
from games.values.bots import BotLevel
from tests.games.bots.play import SIZES, waiting_for

Roles = tuple[Role, ...]
Sights = tuple[tuple[Role | None, ...], ...]


def deals(rules: Ruleset) -> Iterator[Roles]:
    """Every way to deal the roles."""
    for team in combinations(range(rules.players), rules.fascists + 1):
        for hitler in team:
            yield tuple(
                Role.HITLER if seat == hitler else Role.FASCIST if seat in team else Role.LIBERAL
                for seat in range(rules.players)
            )


def sights(rules: Ruleset, roles: Roles) -> Sights:
    """By seat: the roles it would have been shown at this opening."""
    opening = Deal(roles=roles, first_president=0, draw_pile=tuple(rules.policy_deck))
    return fold(start_game(rules, opening)).known_roles


class Reader:
    """Weighs every deal by how likely the bots' code makes what the table saw.

    Nominations and ballots of seats that have not held office count: of those the reader can work out
    everything that the seat knows under each deal.
    """

    def __init__(self, rules: Ruleset, level: BotLevel) -> None:
        self.level = level
        self.sights = [sights(rules, roles) for roles in deals(rules)]
        self.weights = [1.0] * len(self.sights)
        self.has_held_office: set[SeatNumber] = set()

    def sees(
        self, state: GameState, seat: SeatNumber, action: NominateChancellor | CastBallot
    ) -> None:
        """Weigh one decision of a seat."""
        if seat in self.has_held_office:
            return
        seen = observe(state, seat)
        place = seen.legal_actions.index(action)
        likely = {
            own: election_chances(replace(seen, roles=own), seen.legal_actions, level=self.level)[
                place
            ]
            for own in {shown[seat] for shown in self.sights}
        }
        self.weights = [
            weight * likely[shown[seat]]
            for weight, shown in zip(self.weights, self.sights, strict=True)
        ]

    def bits(self) -> float:
        """How much of the deal's secret is gone."""
        total = sum(self.weights)
        left = -sum(each / total * log2(each / total) for each in self.weights if each)
        return log2(len(self.weights)) - left


def bits_after_two_rounds(players: int, seed: int, level: BotLevel = BotLevel.REGULAR) -> float:
    rng = Random(seed)
    rules = standard_ruleset(players)
    reader = Reader(rules, level)
    state = fold(start_game(rules, deal(rules, rng)))
    while state.phase is not Phase.GAME_OVER and state.round <= 2:
        seat = waiting_for(state)
        seen = observe(state, seat)
        action = choose(seen, seen.legal_actions, rng, level=level)
        if isinstance(action, NominateChancellor | CastBallot):
            reader.sees(state, seat, action)
        state = fold(decide(state, action, rng), state)
        if state.in_office and state.chancellor is not None:
            reader.has_held_office |= {state.president, state.chancellor}
    return reader.bits()


@pytest.mark.parametrize("level", list(BotLevel))
def test_reader_of_the_code_learns_little_of_seven_bots(level: BotLevel) -> None:
    assert mean(bits_after_two_rounds(7, seed, level) for seed in range(24)) < 1.5


@pytest.mark.long
@pytest.mark.parametrize("players", SIZES)
def test_reader_of_the_code_learns_little_at_any_table(players: int) -> None:
    secret = log2(len(list(deals(standard_ruleset(players)))))
    assert mean(bits_after_two_rounds(players, seed) for seed in range(1000, 1020)) < secret / 3
