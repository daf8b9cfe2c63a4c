"""Legislative session and the deck ("Legislative session", "The policy deck" of RULES.md)."""

from collections import Counter

import pytest

from games.engine.actions import DiscardPolicy, EnactPolicy
from games.engine.errors import Reason
from games.engine.events import (
    DiscardChosen,
    DrawPileArranged,
    HandShown,
    PolicyDeckShuffled,
    PolicyEnacted,
    PowerGranted,
    audience,
)
from games.engine.vocabulary import Phase, Victory
from tests.scenarios import F, L, Table, a_table, cards, letters

NOT_IN_HAND = Reason.POLICY_NOT_IN_HAND


def test_e34_only_a_policy_in_hand_can_be_discarded() -> None:
    table = a_table(7, top="FFF").elects(3)
    assert table.refuses(DiscardPolicy(seat=0, policy=L)) is NOT_IN_HAND
    table.discards("F")
    assert table.refuses(EnactPolicy(seat=3, policy=L)) is NOT_IN_HAND


def test_e35_each_office_chooses_for_itself_alone() -> None:
    table = a_table(7, top="LFF").elects(3)
    assert table.refuses(DiscardPolicy(seat=3, policy=F)) is Reason.NOT_YOUR_DECISION
    assert table.refuses(EnactPolicy(seat=3, policy=F)) is Reason.WRONG_PHASE
    table.discards("F")
    assert table.refuses(EnactPolicy(seat=0, policy=F)) is Reason.NOT_YOUR_DECISION
    assert table.refuses(DiscardPolicy(seat=0, policy=F)) is Reason.WRONG_PHASE
    table.enacts("L")
    assert table.boards == (1, 0)


def session(deck: str) -> tuple[Table, Table]:
    """With the hand out, and after the policy lies there."""
    out = a_table(7, deck=deck, liberal=1, fascist=2, renewal="LFLF").elects(3)
    after = Table(out.state, out.rng).enacts("L")
    return out, after


@pytest.mark.parametrize("deck", ["LFFLF"])
def test_e36_a_low_deck_is_renewed_after_the_policy_lies_there(deck: str) -> None:
    out, after = session(deck)
    assert len(out.state.draw_pile) == 2
    assert not out.happened(PolicyDeckShuffled)
    assert len(after.state.draw_pile) == 17 - 4
    assert letters(after.state.draw_pile[:4]) == "LFLF"
    assert Counter(after.state.draw_pile) == {L: 4, F: 9}
    assert after.state.discard_pile == ()
    kinds = [type(event) for event in after.events]
    assert kinds.index(PolicyEnacted) < kinds.index(PolicyDeckShuffled)


@pytest.mark.parametrize("deck", ["LFFL", "LFF"])
def test_e37_the_same_with_one_or_no_policy_left(deck: str) -> None:
    out, after = session(deck)
    assert len(out.state.draw_pile) == len(deck) - 3
    assert not out.happened(PolicyDeckShuffled)
    assert Counter(after.state.draw_pile) == {L: 4, F: 9}
    assert after.state.discard_pile == ()


def test_e38_three_left_are_enough() -> None:
    _out, after = session("LFFLFL")
    assert letters(after.state.draw_pile) == "LFL"
    assert not after.happened(PolicyDeckShuffled)
    assert len(after.state.discard_pile) == 17 - 4 - 3


def test_a_renewal_is_public_and_its_order_is_not() -> None:
    _out, after = session("LFF")
    (order,) = (event for event in after.events if isinstance(event, DrawPileArranged))
    (renewed,) = (event for event in after.events if isinstance(event, PolicyDeckShuffled))
    assert renewed.draw_pile_count == len(order.draw_pile) == 13
    for viewer in (*range(7), None):
        assert order not in after.told(viewer)
        assert after.seen_by(viewer).draw_pile_count == 13


def test_only_the_shuffler_decides_the_order_of_a_renewal() -> None:
    """A player who counted the piles learns nothing about the new one."""
    piles = set()
    for backwards in (False, True):
        table = a_table(7, deck="LFF", liberal=1, fascist=2)
        discards = table.state.discard_pile
        table.state = table.state.but(discard_pile=discards[::-1] if backwards else discards)
        piles.add(table.governs(3, "L").state.draw_pile)
    assert len(piles) == 1


def test_e39_the_fifth_liberal_policy_wins() -> None:
    table = a_table(7, liberal=4, top="LFF").governs(3, "L")
    assert table.state.victory is Victory.FIVE_LIBERAL_POLICIES
    assert table.state.phase is Phase.GAME_OVER
    assert table.actors == []


def test_e40_the_sixth_fascist_policy_wins() -> None:
    table = a_table(7, fascist=5, top="LFF").governs(3, "F")
    assert table.state.victory is Victory.SIX_FASCIST_POLICIES
    assert not table.happened(PowerGranted)


def test_e41_a_liberal_policy_grants_no_power() -> None:
    table = a_table(7, fascist=3, top="LFF").governs(3, "L")
    assert table.boards == (1, 3)
    assert (table.state.phase, table.state.president) == (Phase.NOMINATE, 1)


def test_e42_the_discarded_policy_is_the_presidents_secret() -> None:
    table = a_table(7, top="LFF").elects(3).discards("L")
    secret = [event for event in table.events if isinstance(event, DiscardChosen)]
    assert [audience(event) for event in secret] == [0]
    table.enacts("F")
    for viewer in (1, 2, 3, 4, 5, 6, None):
        told = [memory.event for memory in table.seen_by(viewer).memories]
        assert DiscardChosen(seat=0, policy=L) not in told
        assert all(event.seat == viewer for event in told)
    assert DiscardChosen(seat=0, policy=L) in [
        memory.event for memory in table.seen_by(0).memories
    ]


def test_the_hand_is_shown_to_the_office_that_holds_it() -> None:
    table = a_table(7, top="FLF").elects(3)
    assert table.told(0) == [HandShown(seat=0, policies=cards("FFL"))]
    assert [table.seen_by(viewer).hand for viewer in (0, 3, 1, None)] == [cards("FFL"), (), (), ()]
    table.discards("F")
    assert table.told(3) == [HandShown(seat=3, policies=cards("FL"))]
    assert [table.seen_by(viewer).hand for viewer in (0, 3, 1, None)] == [(), cards("FL"), (), ()]


@pytest.mark.parametrize("top", ["LFF", "FLF", "FFL"])
def test_the_order_of_a_hand_tells_nothing(top: str) -> None:
    #
    table = a_table(7, top=top).elects(3)
    assert table.seen_by(0).hand == cards("FFL")
    assert table.discards("F").seen_by(3).hand == cards("FL")


def test_discarded_policies_go_to_the_discard_pile() -> None:
    table = a_table(7, top="LFF").governs(3, "F")
    assert Counter(table.state.discard_pile) == {L: 1, F: 1}
    assert table.state.hand == ()
