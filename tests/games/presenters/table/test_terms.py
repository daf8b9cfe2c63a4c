"""What seats have governed, and what is at stake: public, and the same for every viewer."""

from dataclasses import replace
from random import Random

from games.engine.board import MOST_SPARED_BY_CHAOS, standard_board
from games.engine.events import TopPolicyDiscarded
from games.engine.game_state import RoundRecord
from games.engine.observation import observe
from games.engine.state import fold
from games.engine.vocabulary import Edition, Policy, Veto
from games.presenters.table.board import StakesView, present_stakes
from games.presenters.table.seats import TermsView, TermView, present_terms
from tests.games.engine.players import play
from tests.games.engine.test_boards import play as play_on


def test_chips_tell_of_every_government_that_ended_and_grow_by_one() -> None:
    for seed in range(3):
        log = play(seed, players=7)
        before: tuple[TermsView, ...] = ()
        for end in range(1, len(log) + 1):
            state = fold(log[:end])
            now = present_terms(observe(state, None))
            assert all(now == present_terms(observe(state, seat)) for seat in range(7))
            for old, new in zip(before, now, strict=bool(before)):
                assert new.terms[: len(old.terms)] == old.terms
            before = now
        records: list[RoundRecord] = [*state.past_rounds]
        if state.current_round is not None:
            records.append(state.current_round)
        ended = [each for each in records if each.enacted or each.veto is Veto.GRANTED]
        assert ended
        assert sum(len(each.terms) for each in before) == 2 * len(ended)
        for each in ended:
            policy = each.enacted.value if isinstance(each.enacted, Policy) else ""
            expected = TermView(round=each.round, is_president=True, policy=policy)
            assert expected in before[each.president].terms


def test_stakes_are_public_and_end_with_the_game() -> None:
    seen = set()
    for seed in range(6):
        log = play(seed, players=7)
        for end in range(1, len(log) + 1, Random(seed).randint(1, 3)):
            state = fold(log[:end])
            stakes = present_stakes(observe(state, None))
            assert all(stakes == present_stakes(observe(state, seat)) for seat in range(7))
            if state.fascist_policies < state.ruleset.fascist_goal:
                assert stakes.is_before_chaos is (state.tracker == 2 and state.victory is None)
            seen.add(stakes)
        assert present_stakes(observe(fold(log), None)) == StakesView()
    assert {each.power for each in seen} >= {"", "investigate", "special_election"}


def test_stakes_say_that_chaos_does_not_win_where_the_board_says_so() -> None:
    """B-9: until ten policies have been kept from winning."""
    seen = set()
    for chaos_wins in (False, True):
        board = replace(standard_board(7), chaos_wins=chaos_wins)
        for seed in range(12):
            log = play_on(board, Edition.RETAIL, Random(seed))
            spared = 0
            for end, event in enumerate(log[:-2], start=1):
                spared += isinstance(event, TopPolicyDiscarded)
                stakes = present_stakes(observe(fold(log[:end]), None))
                would_win = stakes.is_before_chaos and (stakes.liberal_wins or stakes.fascist_wins)
                is_kept = would_win and not chaos_wins and spared < MOST_SPARED_BY_CHAOS
                assert stakes.chaos_wins_not is is_kept
                seen.add((chaos_wins, stakes.chaos_wins_not))
    assert seen == {(False, False), (False, True), (True, False)}
