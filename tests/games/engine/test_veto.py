"""Veto power ("Veto power" of RULES.md)."""

from collections import Counter

import pytest

from games.engine.actions import AnswerVeto, DiscardPolicy, EnactPolicy, RequestVeto
from games.engine.decide import legal_actions
from games.engine.errors import Reason
from games.engine.events import (
    ChaosStruck,
    HandShown,
    PolicyDeckShuffled,
    PolicyEnacted,
    PowerGranted,
)
from games.engine.vocabulary import Phase, Victory
from tests.scenarios import NO_LIMITS, F, L, Table, a_table, cards


def unlocked(players: int = 7, **given: object) -> Table:
    """Five Fascist policies are enacted."""
    return a_table(players, fascist=5, **given)  # type: ignore[arg-type]


def test_e70_no_veto_before_the_fifth_fascist_policy() -> None:
    table = a_table(7, fascist=4, top="LFF").elects(3).discards("F")
    assert RequestVeto(seat=3) not in legal_actions(table.state, 3)
    assert table.refuses(RequestVeto(seat=3)) is Reason.VETO_LOCKED


def test_e71_the_veto_comes_with_the_session_after_the_fifth() -> None:
    table = a_table(7, fascist=4, top="FFFLFF").elects(1).discards("F")
    assert table.refuses(RequestVeto(seat=1)) is Reason.VETO_LOCKED
    table.enacts("F").executes(5)
    assert (table.state.phase, table.state.president) == (Phase.NOMINATE, 1)
    assert [table.state.veto_in_force, table.elects(2).state.veto_in_force] == [False, True]
    assert table.refuses(RequestVeto(seat=2)) is Reason.WRONG_PHASE
    table.discards("F")
    assert RequestVeto(seat=2) in legal_actions(table.state, 2)
    for seat in (0, 1, 3, 4):
        assert legal_actions(table.state, seat) == ()
        assert table.refuses(RequestVeto(seat=seat)) is Reason.NOT_YOUR_DECISION


def test_e72_an_accepted_veto_ends_the_round() -> None:
    table = unlocked(deck="LFFLFFL").elects(3)
    before = len(table.state.discard_pile)
    table.asks_for_veto().answers_veto(grant=True)
    assert table.boards == (0, 5)
    assert table.state.tracker == 1
    assert len(table.state.discard_pile) == before + 3
    assert len(table.state.draw_pile) == 4
    assert not table.happened(PolicyEnacted)
    assert not table.happened(PowerGranted)
    assert (table.state.phase, table.state.president) == (Phase.NOMINATE, 1)
    assert table.limits == (0, 3)
    assert table.state.hand == ()


def test_e73_after_a_refusal_the_chancellor_must_enact() -> None:
    table = unlocked(top="LLFLLF").elects(3).discards("F").asks_for_veto()
    assert table.actors == [0]
    table.answers_veto(grant=False)
    assert table.state.phase is Phase.CHANCELLOR_ENACT
    assert table.actors == [3]
    assert table.refuses(RequestVeto(seat=3)) is Reason.VETO_ALREADY_REFUSED
    assert legal_actions(table.state, 3) == (EnactPolicy(seat=3, policy=L),)
    assert table.enacts("L").boards == (1, 5)
    table.elects(2).discards("F")
    assert RequestVeto(seat=2) in legal_actions(table.state, 2)
    assert table.asks_for_veto().state.phase is Phase.VETO_ANSWER


@pytest.mark.parametrize(
    ("fourth", "liberal", "victory"),
    [
        ("L", 0, None),
        ("F", 0, Victory.SIX_FASCIST_POLICIES),
        ("L", 4, Victory.FIVE_LIBERAL_POLICIES),
    ],
)
def test_e74_a_veto_may_be_the_third_step(
    fourth: str, liberal: int, victory: Victory | None
) -> None:
    table = unlocked(tracker=2, liberal=liberal, top="LFF" + fourth).vetoes(3)
    assert table.happened(ChaosStruck)
    assert table.state.victory is victory
    assert table.state.tracker == 0
    assert table.limits == NO_LIMITS
    if victory is None:
        assert table.boards == (1, 5)
        assert (table.state.phase, table.state.president) == (Phase.NOMINATE, 1)
        assert table.eligible == [0, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("left", ["", "F", "FF"])
def test_e75_renewal_comes_before_the_chaos_of_a_veto(left: str) -> None:
    table = unlocked(tracker=2, deck="LFF" + left, renewal="LFF").elects(3)
    assert len(table.state.draw_pile) == len(left)
    table.asks_for_veto().answers_veto(grant=True)
    kinds = [type(event) for event in table.events]
    assert kinds.index(PolicyDeckShuffled) < kinds.index(ChaosStruck)
    # A left-over policy would have been Fascist and lost the game.
    assert table.state.victory is None
    assert table.boards == (1, 5)
    assert Counter(table.state.draw_pile) == {L: 5, F: 6}
    assert table.state.discard_pile == ()


def test_a_veto_with_three_left_renews_nothing() -> None:
    table = unlocked(deck="LFFLFL").vetoes(3)
    assert not table.happened(PolicyDeckShuffled)
    assert len(table.state.draw_pile) == 3
    assert unlocked(deck="LFFLF").vetoes(3).happened(PolicyDeckShuffled)


def test_e76_vetoes_and_lost_votes_add_up() -> None:
    table = unlocked(top="LFFLFFL").vetoes(3).rejects()
    assert table.state.tracker == 2
    table.vetoes(5)
    assert table.happened(ChaosStruck)
    assert table.boards == (1, 5)
    assert table.state.tracker == 0


def test_e77_a_policy_enacted_after_a_refusal_may_win() -> None:
    table = unlocked(top="LFF").elects(3).asks_for_veto().answers_veto(grant=False)
    assert table.enacts("F").state.victory is Victory.SIX_FASCIST_POLICIES
    table = unlocked(top="LFF", liberal=4).elects(3).asks_for_veto().answers_veto(grant=False)
    assert table.enacts("L").state.victory is Victory.FIVE_LIBERAL_POLICIES


def test_e78_the_next_policy_resets_the_tracker() -> None:
    table = unlocked(top="LFFLFF").vetoes(3)
    assert table.state.tracker == 1
    assert table.governs(5, "L").state.tracker == 0


def test_e79_vetoed_policies_are_shown_to_nobody_else() -> None:
    table = unlocked(top="LLF").elects(3).discards("L").asks_for_veto()
    assert table.seen_by(0).hand == table.seen_by(3).hand == cards("FL")
    for viewer in (1, 2, 4, 5, 6, None):
        assert table.seen_by(viewer).hand == ()
    table.answers_veto(grant=True)
    for viewer in (*range(7), None):
        assert table.seen_by(viewer).hand == ()
        assert table.told(viewer) == [] or viewer is None
        hands = [m for m in table.seen_by(viewer).memories if isinstance(m.event, HandShown)]
        assert len(hands) == (1 if viewer in (0, 3) else 0)


def test_e80_a_chancellor_need_not_ask() -> None:
    table = unlocked(top="LFF").elects(3).discards("F")
    assert RequestVeto(seat=3) in legal_actions(table.state, 3)
    assert table.enacts("L").boards == (1, 5)


def test_e85_while_a_veto_is_asked_only_the_president_answers() -> None:
    table = unlocked(top="LFF").elects(3).discards("F").asks_for_veto()
    assert table.refuses(EnactPolicy(seat=3, policy=F)) is Reason.WRONG_PHASE
    assert table.refuses(EnactPolicy(seat=3, policy=L)) is Reason.WRONG_PHASE
    assert table.refuses(RequestVeto(seat=3)) is Reason.WRONG_PHASE
    assert table.refuses(DiscardPolicy(seat=0, policy=F)) is Reason.WRONG_PHASE
    for seat in (1, 2, 3, 4, 5, 6):
        for grant in (True, False):
            refused = table.refuses(AnswerVeto(seat=seat, grant=grant))
            assert refused is Reason.NOT_YOUR_DECISION
