"""Nomination, vote, election tracker and chaos ("The round" to "Election tracker and chaos" of RULES.md)."""

from random import Random

import pytest

from games.engine.actions import CastBallot, DiscardPolicy, NominateChancellor
from games.engine.decide import legal_actions
from games.engine.errors import Reason
from games.engine.events import (
    BallotMarked,
    BallotsRevealed,
    ChaosStruck,
    PolicyDeckShuffled,
    audience,
)
from games.engine.vocabulary import Phase, Victory
from tests.scenarios import JA, NEIN, NO_LIMITS, F, Table, a_table, letters

# Nomination


def test_e07_in_round_one_everybody_else_is_eligible() -> None:
    assert a_table(7, president=3).eligible == [0, 1, 2, 4, 5, 6]


def test_e08_foul_nominations_are_refused() -> None:
    table = a_table(7)
    assert table.refuses(NominateChancellor(seat=0, chancellor=0)) is Reason.TARGET_IS_SELF
    assert table.refuses(NominateChancellor(seat=1, chancellor=2)) is Reason.NOT_YOUR_DECISION
    for nobody in (-1, 7, 99):
        refused = table.refuses(NominateChancellor(seat=0, chancellor=nobody))
        assert refused is Reason.UNKNOWN_SEAT
        refused = table.refuses(NominateChancellor(seat=nobody, chancellor=1))
        assert refused is Reason.UNKNOWN_SEAT


def test_a_seat_that_is_not_there_may_do_nothing() -> None:
    nominating = a_table(7)
    voting = a_table(7).nominates(3)
    for nobody in (-1, 7, 99):
        assert legal_actions(nominating.state, nobody) == ()
        assert legal_actions(voting.state, nobody) == ()


def test_e09_the_last_government_is_limited() -> None:
    table = a_table(7, top="LFF").governs(3, "L")
    assert table.state.president == 1
    assert table.limits == (0, 3)
    assert table.eligible == [2, 4, 5, 6]
    refused = table.refuses(NominateChancellor(seat=1, chancellor=0))
    assert refused is Reason.TERM_LIMITED_PRESIDENT
    refused = table.refuses(NominateChancellor(seat=1, chancellor=3))
    assert refused is Reason.TERM_LIMITED_CHANCELLOR


def test_e10_at_five_players_only_the_chancellor_is_limited() -> None:
    table = a_table(5, top="LFF").governs(3, "L")
    assert table.eligible == [0, 2, 4]


def test_e11_an_execution_that_leaves_five_frees_the_president_at_once() -> None:
    table = a_table(6, fascist=3, top="FFL").governs(1, "F")
    assert len(table.living) == 6
    table.executes(2)
    assert len(table.living) == 5
    assert (table.state.president, table.limits) == (1, (0, 1))
    assert 0 in table.eligible
    table = a_table(6, fascist=3, president=5, top="FFL").governs(2, "F").executes(1)
    assert table.state.president == 0
    assert table.eligible == [3, 4, 5]


def test_e12_a_rejected_pair_is_not_limited() -> None:
    table = a_table(7).rejects(3)
    assert table.limits == NO_LIMITS
    assert table.state.president == 1
    assert table.eligible == [0, 2, 3, 4, 5, 6]


def test_e13_a_limited_player_may_be_president() -> None:
    table = a_table(7, top="LFF").governs(1, "L")
    assert table.limits == (0, 1)
    assert table.state.president == 1
    assert table.eligible == [2, 3, 4, 5, 6]


def test_e14_the_dead_cannot_be_nominated() -> None:
    table = a_table(7, fascist=3, top="FFL").governs(1, "F").executes(4)
    assert 4 not in table.eligible
    refused = table.refuses(NominateChancellor(seat=1, chancellor=4))
    assert refused is Reason.TARGET_IS_DEAD


def test_e15_nobody_takes_a_dead_limited_players_place() -> None:
    table = a_table(8, fascist=3, top="FFL").governs(3, "F").executes(3)
    assert table.limits == (0, 3)
    assert table.eligible == [2, 4, 5, 6, 7]


def test_e16_limits_last_over_lost_votes() -> None:
    table = a_table(7, top="LFF").governs(3, "L")
    table.rejects().rejects()
    assert table.state.president == 3
    assert table.state.tracker == 2
    assert table.eligible == [1, 2, 4, 5, 6]


def test_e17_at_four_living_only_the_chancellor_is_limited() -> None:
    table = a_table(5, dead=(4,), top="LFF").governs(2, "L")
    assert table.eligible == [0, 3]


def test_e83_hitler_may_be_the_only_one_eligible() -> None:
    table = a_table(5, dead=(3, 4), roles=None, hitler=2, fascist=4, limited=(0, 1))
    assert table.eligible == [2]
    table.rejects(2)
    assert table.state.victory is None
    assert (table.state.phase, table.state.president) == (Phase.NOMINATE, 1)


# Vote


def test_e18_a_tie_is_lost() -> None:
    table = a_table(6).nominates(3).votes(ja=3)
    assert table.state.tracker == 1
    assert (table.state.phase, table.state.president) == (Phase.NOMINATE, 1)


@pytest.mark.parametrize(("living", "majority"), [(5, 3), (6, 4), (7, 4), (8, 5), (9, 5), (10, 6)])
def test_e19_the_smallest_majority_wins(living: int, majority: int) -> None:
    won = a_table(living).nominates(3).votes(ja=majority)
    assert (won.state.phase, won.state.in_office) == (Phase.PRESIDENT_DISCARD, True)
    lost = a_table(living).nominates(3).votes(ja=majority - 1)
    assert (lost.state.phase, lost.state.in_office) == (Phase.NOMINATE, False)
    assert lost.limits == NO_LIMITS


def test_e20_the_dead_have_no_vote() -> None:
    table = a_table(7, dead=(6,)).nominates(3)
    assert table.refuses(CastBallot(seat=6, vote=JA)) is Reason.PLAYER_IS_DEAD
    for seat, vote in enumerate((JA, JA, JA, NEIN, NEIN)):
        table.act(CastBallot(seat=seat, vote=vote))
    assert table.state.phase is Phase.VOTE
    assert table.actors == [0, 1, 2, 3, 4, 5]
    table.act(CastBallot(seat=5, vote=NEIN))
    assert (table.state.phase, table.state.tracker) == (Phase.NOMINATE, 1)


def test_e21_a_ballot_may_be_changed_and_nobody_notices() -> None:
    table = a_table(7).nominates(3)
    table.act(CastBallot(seat=2, vote=JA))
    before = [table.seen_by(viewer) for viewer in (0, 1, 3, 4, 5, 6, None)]
    table.act(CastBallot(seat=2, vote=NEIN))
    assert [audience(event) for event in table.events] == [2]
    assert [table.seen_by(viewer) for viewer in (0, 1, 3, 4, 5, 6, None)] == before
    assert table.seen_by(0).voted == (False, False, True, False, False, False, False)
    assert table.seen_by(2).own_ballot is NEIN
    for seat in (0, 1, 3, 4, 5, 6):
        table.act(CastBallot(seat=seat, vote=JA))
    (revealed,) = (event for event in table.events if isinstance(event, BallotsRevealed))
    assert revealed.votes == (JA, JA, NEIN, JA, JA, JA, JA)


def test_e21_other_ballots_are_hidden_until_the_last_is_in() -> None:
    table = a_table(7).nominates(3)
    for seat in range(6):
        table.act(CastBallot(seat=seat, vote=JA))
        for viewer in (6, None):
            assert table.seen_by(viewer).own_ballot is None
            assert not table.told(viewer) or viewer is None
        assert [type(event) for event in table.told(seat)] == [BallotMarked]


def test_e22_acts_out_of_turn_are_refused() -> None:
    table = a_table(7)
    for seat in range(7):
        assert table.refuses(CastBallot(seat=seat, vote=JA)) is Reason.WRONG_PHASE
    assert table.refuses(DiscardPolicy(seat=0, policy=F)) is Reason.WRONG_PHASE
    table.nominates(3)
    assert table.refuses(NominateChancellor(seat=0, chancellor=4)) is Reason.WRONG_PHASE
    assert table.refuses(NominateChancellor(seat=0, chancellor=3)) is Reason.WRONG_PHASE
    assert table.refuses(DiscardPolicy(seat=0, policy=F)) is Reason.WRONG_PHASE


def test_e84_a_tie_of_four_is_lost() -> None:
    table = a_table(6, dead=(4, 5)).nominates(3).votes(ja=2)
    assert (table.state.tracker, table.state.president) == (1, 1)
    assert a_table(6, dead=(4, 5)).nominates(3).votes(ja=3).state.in_office


# Election tracker and chaos


def test_e23_chaos_enacts_the_top_policy_and_forgets_limits() -> None:
    table = a_table(7, top="LFFLF", limited=(0, 3), president=1).rejects_thrice()
    assert table.happened(ChaosStruck)
    assert table.boards == (1, 0)
    assert letters(table.state.draw_pile[:4]) == "FFLF"
    assert table.state.tracker == 0
    assert table.limits == NO_LIMITS
    assert table.state.president == 4
    assert table.eligible == [0, 1, 2, 3, 5, 6]


def test_e24_a_power_lost_to_chaos_stays_lost() -> None:
    table = a_table(9, top="FFFL").rejects_thrice()
    assert (table.boards, table.state.phase) == ((0, 1), Phase.NOMINATE)
    assert table.state.president == 3
    table.governs(0, "F")
    assert (table.boards, table.state.phase) == ((0, 2), Phase.INVESTIGATE)
    assert table.investigates(1).state.phase is Phase.NOMINATE
    # At seven players the slot that chaos filled was the only investigation.
    table = a_table(7, fascist=1, top="FFFL").rejects_thrice()
    table.governs(0, "F")
    assert table.state.phase is Phase.SPECIAL_ELECTION


def test_e25_chaos_may_enact_the_fifth_liberal_policy() -> None:
    table = a_table(7, liberal=4, top="L").rejects_thrice()
    assert table.state.victory is Victory.FIVE_LIBERAL_POLICIES
    assert (table.boards, table.state.tracker) == ((5, 0), 0)


def test_e26_chaos_may_enact_the_sixth_fascist_policy() -> None:
    table = a_table(7, fascist=5, top="F").rejects_thrice()
    assert table.state.victory is Victory.SIX_FASCIST_POLICIES


def test_e27_chaos_may_open_the_hitler_zone() -> None:
    table = a_table(7, fascist=2, top="F", hitler=5).rejects_thrice()
    assert table.boards == (0, 3)
    assert table.state.phase is Phase.NOMINATE
    assert table.state.victory is None
    table.elects(5)
    assert table.state.victory is Victory.HITLER_ELECTED


def test_e28_chaos_may_unlock_the_veto() -> None:
    table = a_table(7, fascist=4, top="F").rejects_thrice()
    assert (table.boards, table.state.phase) == ((0, 5), Phase.NOMINATE)
    table.elects(0).discards("F").asks_for_veto()
    assert table.state.phase is Phase.VETO_ANSWER


def test_e29_forgotten_limits_stay_forgotten() -> None:
    table = a_table(7, top="L", limited=(0, 3), president=1).rejects_thrice().rejects(6)
    assert table.state.president == 5
    assert table.eligible == [0, 1, 2, 3, 4, 6]


def test_e30_an_enacted_policy_resets_the_tracker() -> None:
    table = a_table(7, tracker=2, top="LFF").governs(3, "L")
    assert table.state.tracker == 0
    assert table.boards == (1, 0)


def test_e31_a_won_vote_does_not_move_the_tracker() -> None:
    table = a_table(7, tracker=2, top="LFF").elects(3)
    assert table.state.tracker == 2
    table.discards("F")
    assert table.state.tracker == 2
    table.enacts("L")
    assert table.state.tracker == 0


def test_e32_chaos_renews_a_low_deck() -> None:
    table = a_table(7, tracker=2, deck="FLF", liberal=2, fascist=1, renewal="LLF").rejects()
    assert table.boards == (2, 2)
    assert len(table.state.draw_pile) == 17 - 4
    assert table.state.discard_pile == ()
    assert letters(table.state.draw_pile[:3]) == "LLF"
    assert table.happened(PolicyDeckShuffled)


def test_e33_chaos_leaves_three_policies_alone() -> None:
    table = a_table(7, tracker=2, deck="FLFL", liberal=2, fascist=1).rejects()
    assert letters(table.state.draw_pile) == "LFL"
    assert not table.happened(PolicyDeckShuffled)
    assert len(table.state.discard_pile) == 17 - 4 - 3


# The presidency


def test_the_placard_passes_clockwise_over_the_dead() -> None:
    table = a_table(7, president=5, dead=(6, 0))
    presidents = []
    for _round in range(6):
        presidents.append(table.state.president)
        table = Table(table.rejects().state.but(tracker=0), Random(1))
    assert presidents == [5, 1, 2, 3, 4, 5]
    assert table.state.round == 7


def test_a_voter_may_always_vote_either_way() -> None:
    table = a_table(5).nominates(1)
    table.act(CastBallot(seat=4, vote=JA))
    assert legal_actions(table.state, 4) == (
        CastBallot(seat=4, vote=JA),
        CastBallot(seat=4, vote=NEIN),
    )


def test_no_power_comes_from_chaos_whatever_the_slot() -> None:
    for players in (5, 7, 9):
        for fascist in range(5):
            table = a_table(players, fascist=fascist, top="F", tracker=2).rejects()
            assert table.boards == (0, fascist + 1)
            assert table.state.phase is Phase.NOMINATE
