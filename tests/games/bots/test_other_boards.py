"""Bots on boards drawn by lot: whole games at each level, with talk, and what they believe there."""

from random import Random

import pytest

from games.bots.mind import harm_of_rejection, think
from games.bots.suspicion import next_draw_seen, own_suspicion, public_suspicion
from games.engine import deal, decide, fold, observe, ruleset_of, start_game
from games.engine.actions import CastBallot, NominateChancellor
from games.engine.board import LIBERAL_GOAL, Board, code_of
from games.engine.decide import actors
from games.engine.vocabulary import Edition, Party, Phase, Policy, Role, Vote
from games.values.bots import BotLevel
from tests.conftest import LONG
from tests.games.bots.talking import play_talking
from tests.games.engine.players import choose as choose_at_random
from tests.games.engine.test_boards import legal_board

GAMES = 600 if LONG else 60
LEVELS = tuple(BotLevel)
SECONDS_A_DECISION = 0.01
"""The processor time that a decision may take on average, as at the printed tables."""


def a_board(rng: Random) -> Board:
    """Return a legal board on which the liberals can win by policies.

    Where they cannot, careful ones put the end off for hundreds of rounds: by vetoes, which in the edition `print` never
    add up, or by chaos that wins no game.
    """
    while True:
        board = legal_board(rng)
        if board.liberal_policies >= LIBERAL_GOAL:
            return board


@pytest.mark.parametrize("seed", range(GAMES))
def test_bots_of_each_level_finish_a_game_on_any_legal_board(seed: int) -> None:
    rng = Random(seed)
    board = a_board(rng)
    rules = ruleset_of(board.players, rng.choice(tuple(Edition)), code_of(board))
    level = LEVELS[seed % len(LEVELS)]
    game = play_talking(board.players, seed, rules=rules, liberals=level, fascists=level)
    assert game.state.phase is Phase.GAME_OVER
    assert sum(game.seconds) / len(game.seconds) < SECONDS_A_DECISION


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_suspicion_excludes_the_truth(seed: int) -> None:
    """At random play, in which anything that is legal may happen."""
    rng = Random(seed)
    board = legal_board(rng)
    rules = ruleset_of(board.players, rng.choice(tuple(Edition)), code_of(board))
    state = fold(start_game(rules, deal(rules, rng)))
    for _action in range(150):
        if state.phase is Phase.GAME_OVER:
            return
        if state.phase is Phase.NOMINATE:
            for seat in (rng.randrange(rules.players), None):
                seen = observe(state, seat)
                beliefs = public_suspicion(seen) if seat is None else own_suspicion(seen)
                assert sum(beliefs.hitler) == pytest.approx(1)
                assert sum(beliefs.fascist) == pytest.approx(rules.fascists + 1)
                for place, role in enumerate(state.roles):
                    assert role is not Role.HITLER or beliefs.hitler[place] > 0
                    assert (
                        role is None or role.party is Party.LIBERAL or beliefs.fascist[place] > 0
                    )
        action = choose_at_random(state, rng, ja=0.5)
        state = fold(decide(state, action, rng), state)


def test_peek_is_forgotten_once_chaos_has_thrown_the_top_policy_away() -> None:
    """B-9: three failed votes after a peek take one of the three policies that were seen."""
    board = "5-1-pnnnn-k1-z5-v5-5x20-0x0-c0"
    rules = ruleset_of(5, Edition.RETAIL, board)
    for seed in range(400):
        rng = Random(seed)
        state, peeker = fold(start_game(rules, deal(rules, rng))), None
        while state.phase is not Phase.GAME_OVER:
            before = state.fascist_policies
            if state.phase is Phase.PEEK:
                peeker = state.president
            # Chaos enacts until it would win.
            seat = rng.choice(actors(state))
            wanted = Vote.JA if peeker is None else Vote.NEIN
            action = (
                CastBallot(seat=next(s for s in state.living if not state.voted[s]), vote=wanted)
                if state.phase is Phase.VOTE
                else choose_at_random(state, rng)
            )
            assert not isinstance(action, NominateChancellor) or action.seat == seat
            state = fold(decide(state, action, rng), state)
            thrown = state.past_rounds and state.past_rounds[-1].chaos_discard
            if peeker is not None and thrown and before == 5:
                assert thrown is Policy.FASCIST
                seen = observe(state, peeker)
                assert next_draw_seen(seen) is None
                return
    raise AssertionError("no game came so far")


def test_bots_fear_no_chaos_that_cannot_win() -> None:
    """With five Fascist policies, and a Fascist one likely to come, only where chaos wins is it feared."""
    harms = []
    for wins in (0, 1):
        rules = ruleset_of(5, Edition.RETAIL, f"5-1-nnnnn-k1-z5-v5-6x11-0x4-c{wins}")
        state = fold(start_game(rules, deal(rules, Random(1)))).but(fascist_policies=5, tracker=2)
        seat = state.roles.index(Role.LIBERAL)
        mind = think(observe(state, seat))
        harms.append(harm_of_rejection(mind, mind.own))
    assert harms[0] < 0.1 < harms[1]
