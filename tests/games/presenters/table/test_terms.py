"""What seats have governed, and what is at stake: public, and the same for every viewer."""

from random import Random

from games.engine.game_state import RoundRecord
from games.engine.observation import observe
from games.engine.state import fold
from games.engine.vocabulary import Policy, Veto
from games.presenters.table.board import StakesView, present_stakes
from games.presenters.table.seats import TermsView, TermView, present_terms
from tests.games.engine.players import play


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
