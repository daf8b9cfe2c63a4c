"""Bots finish every game, decide from their seat's knowledge alone, and play better than chance."""

from random import Random
from time import perf_counter

import pytest

from games.bots import choose
from games.engine import deal, decide, fold, observe, standard_ruleset, start_game
from games.engine.actions import Action
from games.engine.observation import Observation
from games.engine.vocabulary import Edition, Phase
from tests.games.bots.play import SIZES, choose_by_lot, liberal_share, play_game, waiting_for
from tests.scenarios import a_table


def choose_now_and_then(
    observation: Observation, legal_actions: tuple[Action, ...], rng: Random
) -> Action:
    """An erratic player, whose seat a stand-in sometimes plays."""
    player = choose if rng.random() < 0.5 else choose_by_lot
    return player(observation, legal_actions, rng)


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("players", SIZES)
def test_bots_finish_every_game(players: int, edition: Edition) -> None:
    for seed in range(8):
        assert play_game(players, seed, edition=edition).victory is not None


@pytest.mark.long
@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("players", SIZES)
def test_bots_finish_two_thousand_games(players: int, edition: Edition) -> None:
    for seed in range(1000, 1170):
        assert play_game(players, seed, edition=edition).victory is not None


@pytest.mark.parametrize("players", SIZES)
def test_bots_cope_with_whatever_was_done_in_their_seat(players: int) -> None:
    for seed in range(8):
        end = play_game(players, seed, liberals=choose_now_and_then, fascists=choose_now_and_then)
        assert end.victory is not None


def test_same_sights_and_same_luck_make_the_same_game() -> None:
    first = [play_game(7, seed).past_rounds for seed in range(5)]
    again = [play_game(7, seed).past_rounds for seed in range(5)]
    assert first == again
    assert len(set(first)) == 5


def test_bots_do_not_decide_by_the_hidden_draw_pile() -> None:
    rng = Random(3)
    rules = standard_ruleset(7)
    state = fold(start_game(rules, deal(rules, rng)))
    looked_at: set[Phase] = set()
    while state.phase is not Phase.GAME_OVER:
        seat = waiting_for(state)
        pile = list(state.draw_pile)
        rng.shuffle(pile)
        other = state.but(draw_pile=tuple(pile))
        here, there = observe(state, seat), observe(other, seat)
        action = choose(here, here.legal_actions, Random(state.version))
        assert choose(there, there.legal_actions, Random(state.version)) == action
        if other.draw_pile != state.draw_pile:
            looked_at.add(state.phase)
        state = fold(decide(state, action, rng), state)
    assert looked_at >= {Phase.NOMINATE, Phase.VOTE, Phase.PRESIDENT_DISCARD}


def test_no_policy_is_chosen_by_lot() -> None:
    # with any random numbers, the same hand is played the same way.
    rng = Random(4)
    state = fold(start_game(standard_ruleset(7), deal(standard_ruleset(7), rng)))
    hands = 0
    while state.phase is not Phase.GAME_OVER:
        seen = observe(state, waiting_for(state))
        chosen = {choose(seen, seen.legal_actions, Random(luck)) for luck in range(20)}
        if seen.hand:
            hands += 1
            assert len(chosen) == 1
        state = fold(decide(state, choose(seen, seen.legal_actions, rng), rng), state)
    assert hands > 6


def test_no_choice_without_a_seat_or_an_action() -> None:
    table = a_table(7)
    with pytest.raises(ValueError, match="no legal action"):
        choose(table.seen_by(1), (), Random(1))
    legal = table.seen_by(0).legal_actions
    with pytest.raises(ValueError, match="seat"):
        choose(table.seen_by(None), legal, Random(1))


@pytest.mark.parametrize("players", SIZES)
def test_either_party_of_silent_bots_may_win(players: int) -> None:
    assert 0.15 <= liberal_share(players, 50) <= 0.85


@pytest.mark.parametrize("players", SIZES)
def test_bots_play_either_party_better_than_chance(players: int) -> None:
    games = 30
    by_chance = liberal_share(players, games, liberals=choose_by_lot, fascists=choose_by_lot)
    assert 0 < by_chance < 0.4
    assert liberal_share(players, games, fascists=choose_by_lot) >= by_chance + 0.2
    assert liberal_share(players, games, liberals=choose_by_lot) < by_chance


def test_ten_bots_think_fast() -> None:
    state = play_game(10, 4)
    rounds = len(state.past_rounds) + 1
    begun = perf_counter()
    play_game(10, 4)
    # About a dozen decisions a round; generous, so that a busy machine does not fail it.
    assert (perf_counter() - begun) / (rounds * 12) < 0.01
